"""Charlemagne at the table: moves, events, states and views."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN, JOKERS, SUITS, popcount
from referee.game import DEAL_OVER, Dealt, Field, Game, Move, MoveType, Table
from referee.games.charlemagne.account import TAKES, Account, new_position
from referee.games.charlemagne.options import ALL_PASS, OPTIONS
from referee.games.charlemagne.position import (
    AUCTION,
    BID,
    BID_TOO_LOW,
    CHOOSE,
    CHOOSING,
    DEALER_MUST_BID,
    DISCARD,
    DISCARD_CONTRACT,
    DISCARD_GROS,
    GIVE,
    GIVING,
    KITTY,
    ONE_CARD,
    OVER,
    PASS,
    PLAY,
    PLAYING,
    THROWN_IN,
    TRUMP,
    CharlemagnePosition,
    phase_of,
)
from referee.games.charlemagne.rules import BREACHES, CHOICES, NAMES, SCORES, TERMS
from referee.games.charlemagne.scoring import (
    CHARLEMAGNE_BID,
    CONTRACTS,
    GROS_CHARLEMAGNE,
    GROS_MULOT,
    TRICKS,
    deal_scores,
    is_lone,
    is_mulot,
    moves_made,
    number_of,
    score_line,
)
from referee.games.charlemagne.strategy import CharlemagneStrategy
from referee.games.charlemagne.tricks import DUTY_KEYS, NO_TRUMP, PACK, duty_values, judge_trick
from referee.match import Match
from referee.rulings import Inconsistent, Ruling, ScoreLine, Violation
from referee.shuffle import ordered_pack
from referee.strategy import Strategy

PHASES: Final = ("auction", "choose", "give", "discard", "trump", "play", DEAL_OVER)
"""By the position's number of the phase."""

MOVES: Final = (
    MoveType("bid", ["auction"], [Field("contract", "choice", values=CONTRACTS)]),
    MoveType("pass", ["auction"]),
    MoveType("choose", ["choose"], [Field("take", "choice", values=TAKES)]),
    MoveType("give", ["give"], [Field("card", "card")]),
    MoveType("discard", ["discard"], [Field("cards", "cards")]),
    MoveType("trump", ["trump"], [Field("suit", "choice", values=SUITS)]),
    MoveType("play", ["play"], [Field("cards", "cards")]),
)

MOVE_OF_PHASE: Final = ("bid", "choose", "give", "discard", "trump", "play")
"""The type of move of each phase, by its number; in the auction besides a pass."""
DISCARD_KEYS: Final = ("discard-contract", "discard-charlemagne", "discard-gros")
SPECIAL_MOVES: Final = ("choose", "give", "discard", "trump")


def lies_open(position: CharlemagnePosition) -> bool:
    """Whether the bidder's hand lies open to all: in gros mulot, from the first trick on (CH-4.5).

    When the first trick has broken the contract, the deal is over and what is held stays hidden (CH-5.2, CH-3.5).
    """
    if position.contract != GROS_MULOT or position.trick == 0:
        return False
    return not (position.trick == 1 and position.phase == OVER)


class CharlemagneTable(Table):
    """One deal of Charlemagne in progress."""

    def __init__(self, game: Game, options: dict[str, Any], match: Match, seed: str | None) -> None:
        super().__init__(game, options, match, seed)
        self._position: CharlemagnePosition = new_position(options, 0, [0, 0, 0, 0], 0)
        self.bids: list[dict[str, Any]] = []

    def position(self) -> CharlemagnePosition:
        """The position beneath."""
        return self._position

    def phase(self) -> str:
        """The phase."""
        phase = int(self._position.phase)
        return DEAL_OVER if phase >= OVER else PHASES[phase]

    def ended(self) -> bool:
        """Whether the deal has been played to its end."""
        return self._position.phase == OVER

    def redeal_due(self) -> bool:
        """Whether all have passed, so that the deal is thrown in (CH-2.5)."""
        return self._position.phase == THROWN_IN

    def redeal_start(self) -> int:
        """The next dealer deals again (CH-2.5)."""
        return (self.start + 1) % 4

    def outcome(self) -> dict[str, Any]:
        """Bidder, contract and the tricks won by the bidder's side, or by a lone bidder."""
        position = self._position
        return {
            "bidder": int(position.bidder),
            "contract": CONTRACTS[int(position.contract) - 1],
            "tricks_won": int(position.taken()),
        }

    # --- dealing and moves ------------------------------------------------------------------

    def lay(self, dealt: Dealt) -> None:
        """Puts dealt cards on the table; each seat is told its own (CH-1.2)."""
        hands = [PACK.mask(hand) for hand in dealt.hands]
        self._position = new_position(self.options, dealt.start, hands, PACK.mask(dealt.rest))
        self.bids = []
        self.played = []
        for seat in range(4):
            public = {"deal": self.match.deal, "dealer": dealt.start, "seat": seat, "count": len(dealt.hands[seat])}
            self.tell("dealt", public, {seat: {"hand": PACK.write(hands[seat])}})

    def missing(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Which of these cards the seat does not hold, each as often as it lacks."""
        return PACK.lacking(int(self._position.hands[seat]), cards)

    def judge(self, move: Move) -> Ruling:
        """Rules on a move that has its place now; the position decides."""
        position = self._position
        cards = 0
        codes: list[str] = []
        kind: str = move["type"]
        if kind == "bid":
            what = BID + number_of(move["contract"])
        elif kind == "choose":
            what = CHOOSE + 1 + TAKES.index(move["take"])
        elif kind == "trump":
            what = TRUMP + SUITS.index(move["suit"])
        elif kind == "pass":
            what = PASS
        else:
            codes = [move["card"]] if kind == "give" else move["cards"]
            cards = PACK.mask(codes)
            what = GIVE if kind == "give" else DISCARD if kind == "discard" else PLAY
        breach = int(position.judge(cards, what))
        if breach == 0:
            return Ruling(move, cards=cards, what=what)
        seat: int = move["seat"]
        if breach == BID_TOO_LOW:
            high = CONTRACTS[int(position.contract) - 1]
            return self.refuse("bid-too-low", {"contract": move["contract"], "high": high}, move)
        if breach == DEALER_MUST_BID:
            return self.refuse("dealer-must-bid", {"seat": seat}, move)
        if breach == ONE_CARD:
            return self.refuse("one-card", {"seat": seat, "count": len(codes)}, move)
        if DISCARD_CONTRACT <= breach <= DISCARD_GROS:
            return self.refuse(DISCARD_KEYS[breach - DISCARD_CONTRACT], self._discard_values(len(codes)), move)
        values = duty_values(cards, int(position.hands[seat]), int(position.led), int(position.trump))
        return self.refuse(DUTY_KEYS[breach], values, move)

    def _discard_values(self, count: int) -> dict[str, Any]:
        position = self._position
        wanted = int(position.to_discard())
        if position.contract == GROS_CHARLEMAGNE:
            took = "the kitty" if position.choice == KITTY else "the partner's card"
            return {"took": took, "wanted": wanted, "count": count}
        return {"contract": CONTRACTS[int(position.contract) - 1], "wanted": wanted, "count": count}

    def violation(self, key: str, values: Mapping[str, Any]) -> Violation:
        """A violation by the game's table; where a rule of the game is nearer than the general one, by that."""
        position = self._position
        if key == "not-your-turn":
            near, more = self._turn_row(values["seat"])
            return super().violation(near, more)
        in_mulot = position.phase == PLAYING and is_mulot(position.contract)
        if key == "wrong-phase" and in_mulot and values["type"] in SPECIAL_MOVES:
            contract = CONTRACTS[int(position.contract) - 1]
            return super().violation("no-kitty-no-trumps", {"type": values["type"], "contract": contract})
        return super().violation(key, values)

    def _turn_row(self, seat: int) -> tuple[str, dict[str, Any]]:
        """The key and values of the rule by which this seat may not act now."""
        position = self._position
        phase = position.phase
        contract = position.contract
        values: dict[str, Any] = {"seat": seat, "turn": int(position.to_act)}
        if phase == AUCTION:
            return "turn-auction", values  # CH-2.1
        if phase == PLAYING:
            if is_lone(contract) and seat == int(position.partner()):
                return "turn-partner", {"seat": seat, "bidder": int(position.bidder)}  # CH-4.1
            if position.led != 0:
                return "turn-play", values
            return "turn-first-lead" if position.trick == 0 else "turn-lead", values  # CH-4.2, CH-4.3
        if contract == GROS_CHARLEMAGNE:
            return "turn-gros", values  # CH-3.4
        if contract == CHARLEMAGNE_BID:
            return "turn-give" if phase == GIVING else "turn-charlemagne", values  # CH-3.3
        return "turn-contract", values  # CH-3.1

    def play(self, ruling: Ruling) -> None:
        """Makes a legal move and tells what happened."""
        position = self._position
        seat = int(position.to_act)
        phase = int(position.phase)
        trick = int(position.trick)
        kitty = int(position.kitty)
        position.apply(ruling.cards, ruling.what)
        codes = PACK.write(ruling.cards)
        if phase == AUCTION:
            self._tell_call(seat, ruling.what)
        elif phase == CHOOSING:
            self.tell("chosen", {"seat": seat, "take": TAKES[ruling.what - CHOOSE - 1]})
        elif phase == GIVING:
            taker = int(position.bidder)
            known = {"card": codes[0]}
            self.tell("given", {"seat": seat, "to": taker, "card": HIDDEN}, {seat: known, taker: known})
        elif ruling.what == DISCARD:
            self.tell("discarded", {"seat": seat, "count": len(codes)}, {seat: {"cards": codes}})
        elif phase == PLAYING:
            entry = {"trick": trick, "seat": seat, "type": "play", "cards": codes, "combination": None}
            self.played.append(entry)
            self.tell("played", {"seat": seat, "trick": trick, "cards": codes, "combination": None})
            if int(position.trick) > trick:
                self._tell_trick(trick)
        else:
            self.tell("trump_named", {"seat": seat, "suit": SUITS[ruling.what - TRUMP]})
        if kitty != 0 and position.kitty == 0:
            taker = int(position.bidder)
            self.tell("kitty_taken", {"seat": taker, "count": 2}, {taker: {"cards": PACK.write(kitty)}})

    def _tell_call(self, seat: int, what: int) -> None:
        position = self._position
        if what == PASS:
            self.bids.append({"seat": seat, "type": "pass"})
            self.tell("passed", {"seat": seat})
        else:
            contract = CONTRACTS[what - BID - 1]
            self.bids.append({"seat": seat, "type": "bid", "contract": contract})
            self.tell("bid", {"seat": seat, "contract": contract})
        if position.phase != AUCTION and position.contract != 0:
            contract = CONTRACTS[int(position.contract) - 1]
            self.tell("auction_won", {"seat": int(position.bidder), "contract": contract})

    def _tell_trick(self, trick: int) -> None:
        position = self._position
        self.tell("trick_won", {"seat": int(position.leader), "trick": trick})
        if trick == 0 and lies_open(position):
            bidder = int(position.bidder)
            self.tell("hand_opened", {"seat": bidder, "cards": PACK.write(int(position.hands[bidder]))})

    def steps(self) -> int:
        """How many moves this deal has seen; each deal thrown in had four passes (CH-2.5)."""
        position = self._position
        made = [position.choice != 0, position.given != 0, position.aside != 0, position.trump != NO_TRUMP]
        return len(self.bids) + made.count(True) + len(self.played) + 4 * self.redeals

    def kind_of(self, what: int) -> str:
        """The type of move of a family."""
        return "pass" if what == PASS else MOVE_OF_PHASE[int(phase_of(what))]

    def move_of(self, seat: int, cards: int, what: int) -> Move:
        """A play of the position as a move."""
        kind = self.kind_of(what)
        move: Move = {"seat": seat, "type": kind}
        if kind == "bid":
            move["contract"] = CONTRACTS[what - BID - 1]
        elif kind == "choose":
            move["take"] = TAKES[what - CHOOSE - 1]
        elif kind == "trump":
            move["suit"] = SUITS[what - TRUMP]
        elif kind == "give":
            move["card"] = PACK.write(cards)[0]
        elif kind != "pass":
            move["cards"] = PACK.write(cards)
        return move

    # --- states and views -------------------------------------------------------------------

    def read_deal(self, deal: Mapping[str, Any]) -> None:
        """Makes the deal from a state's or view's account of it."""
        if self.redeals > 0 and self.options["all_pass"] == ALL_PASS.values[1]:
            raise Inconsistent("/deal/redeals", "where the dealer must bid, no deal is thrown in")  # CH-2.5
        account = Account(self.options, self.start, deal, self.perspective is None)
        self._position = account.position()
        self.bids = []
        for seat, what in account.bids:
            if what == PASS:
                self.bids.append({"seat": seat, "type": "pass"})
            else:
                self.bids.append({"seat": seat, "type": "bid", "contract": CONTRACTS[what - BID - 1]})
        self.played = [
            {"trick": trick, "seat": seat, "type": "play", "cards": PACK.write(card), "combination": None}
            for seat, card, trick in account.plays
        ]

    def deal_fields(self, perspective: int | str | None) -> dict[str, Any]:
        """The deal as ``perspective`` knows it: its own hand, a hand laid open, what was played (CH-3.5)."""
        position = self._position
        whole = perspective is None
        settled = position.phase != AUCTION and position.contract != 0
        bidder = int(position.bidder) if settled else None
        taker = whole or (settled and perspective == bidder)
        giver = settled and is_lone(position.contract) and perspective == int(position.partner())
        hands: list[list[str]] = []
        for seat in range(4):
            known = whole or perspective == seat or (seat == bidder and lies_open(position))
            hands.append(_shown(int(position.hands[seat]), known))
        given: str | None = None
        if position.given != 0:
            given = PACK.write(int(position.given))[0] if taker or giver else HIDDEN
        return {
            "hands": hands,
            "out": [],
            "trick": self._trick_fields(),
            "played": self.played,
            "bids": [dict(act) for act in self.bids],
            "bidder": bidder,
            "contract": CONTRACTS[int(position.contract) - 1] if settled else None,
            "choice": TAKES[int(position.choice) - 1] if position.choice != 0 else None,
            "given": given,
            "trump": SUITS[int(position.trump)] if position.trump != NO_TRUMP else None,
            "kitty": _shown(int(position.kitty), whole),
            "aside": _shown(int(position.aside), taker),
            "tricks_won": [int(number) for number in position.tricks_won],
        }

    def _trick_fields(self) -> dict[str, Any] | None:
        position = self._position
        if position.phase != PLAYING:
            return None
        on_table = self.played[len(self.played) - int(position.in_trick) :]
        plays = [{"seat": e["seat"], "cards": list(e["cards"]), "combination": None} for e in on_table]
        return {"leader": int(position.leader), "plays": plays, "passed": []}


def _shown(mask: int, known: bool) -> list[str]:
    return PACK.write(mask) if known else [HIDDEN] * int(popcount(mask))


class Charlemagne(Game):
    """The game of Charlemagne."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "charlemagne"
        self.names = NAMES
        self.options = OPTIONS
        self.phases = PHASES
        self.moves = {kind.name: kind for kind in MOVES}
        self.rest_name = "kitty"
        self.roles = ("bidder", "partner", "opponent")
        self.breaches = BREACHES
        self.terms = TERMS
        self.scores = SCORES
        self.choices = CHOICES
        self.resources = {"tricks": judge_trick}
        self._strategy: Strategy = CharlemagneStrategy()

    def strategy(self) -> Strategy:
        """The card sense of this game."""
        return self._strategy

    def seats(self, options: Mapping[str, Any]) -> int:
        """Four seats."""
        return 4

    def seat_range(self) -> tuple[int, int]:
        """Four seats."""
        return 4, 4

    def full_pack(self, options: Mapping[str, Any]) -> list[str]:
        """The 34 cards, ordered for the shuffle (CH-1.1)."""
        return ordered_pack("789TJQKA", 1, JOKERS[:1], JOKERS[1:])

    def in_pack(self, options: Mapping[str, Any], code: str) -> bool:
        """Whether the pack has a card of this code."""
        return PACK.has(code)

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards in written order (CH-1.5)."""
        return PACK.sort(cards)

    def hand_sizes(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> list[int]:
        """Eight cards each (CH-1.2)."""
        return [8, 8, 8, 8]

    def distribute(
        self, options: Mapping[str, Any], cards: Sequence[str], start: int, previous: Mapping[str, Any] | None
    ) -> Dealt:
        """Two cards at a time from the dealer's left, four times around; the last two are the kitty (CH-1.2)."""
        hands: list[list[str]] = [[], [], [], []]
        for turn in range(16):
            hands[(start + 1 + turn) % 4].extend(cards[2 * turn : 2 * turn + 2])
        return self.as_dealt(Dealt(start, hands, list(cards[32:])))

    def start_of(self, options: Mapping[str, Any], previous: Mapping[str, Any], redeals: int) -> int:
        """The seat after the last dealer (CH-1.2), one more for each redeal (CH-2.5)."""
        dealer: int = previous["dealer"]
        return (dealer + 1 + redeals) % 4

    def entry(
        self, options: Mapping[str, Any], number: int, start: int, redeals: int, outcome: Mapping[str, Any]
    ) -> dict[str, Any]:
        """A finished deal as the history keeps it.

        Where the dealer must bid, none is ever dealt again (CH-2.5); a mulot ends with the first trick taken (CH-5.2).
        """
        again = 0 if options["all_pass"] == ALL_PASS.values[1] else redeals
        if is_mulot(number_of(outcome["contract"])):
            outcome = {**outcome, "tricks_won": min(outcome["tricks_won"], 1)}
        return super().entry(options, number, start, again, outcome)

    def steps_of(self, options: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[int, int]:
        """As many as the contract and the tricks won call for."""
        outcome = entry["outcome"]
        return moves_made(number_of(outcome["contract"]), outcome["tricks_won"], entry["redeals"])

    def table(self, options: dict[str, Any], match: Match, seed: str | None) -> CharlemagneTable:
        """An empty table for a match."""
        return CharlemagneTable(self, options, match, seed)

    def check_outcome(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
        """The faults of an outcome by pointer; any number of tricks from 0 to 8 may have been won (CH-5.2)."""
        faults: dict[str, str] = {}
        if not 0 <= outcome["bidder"] <= 3:
            faults["/bidder"] = "must be a seat from 0 to 3"
        if number_of(outcome["contract"]) == 0:
            faults["/contract"] = "must be one of " + ", ".join(CONTRACTS)
        if not 0 <= outcome["tricks_won"] <= TRICKS:
            faults["/tricks_won"] = f"must be a number from 0 to {TRICKS}"
        return faults

    def score_lines(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
        """One line: the contract was made, or lost (CH-6.1, CH-6.2)."""
        return [score_line(outcome["bidder"], number_of(outcome["contract"]), outcome["tricks_won"])]

    def scores_of(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[int]:
        """The scores of a sound outcome by seat: those of its one line (CH-6.1, CH-6.2)."""
        return deal_scores(outcome["bidder"], number_of(outcome["contract"]), outcome["tricks_won"])

    def normal_outcome(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome with its own fields, in order."""
        return {name: outcome[name] for name in ("bidder", "contract", "tricks_won")}

    def by_side(self, scores: Sequence[int]) -> dict[str, list[int]]:
        """The score of each side, which is that of both its seats (CH-6.1)."""
        return {"sides": [scores[0], scores[1]]}

    def roles_in(self, outcome: Mapping[str, Any]) -> list[str]:
        """The bidder and the partner opposite, against the other side (CH-2.3)."""
        roles = ["opponent"] * 4
        bidder: int = outcome["bidder"]
        roles[bidder] = "bidder"
        roles[(bidder + 2) % 4] = "partner"
        return roles

    def read_combination(
        self,
        options: Mapping[str, Any],
        cards: Sequence[str],
        context: Mapping[str, Any] | None,
        against: Mapping[str, Any] | None,
    ) -> dict[str, Any] | None:
        """None: a trick game has no combinations."""
        return None


CHARLEMAGNE: Final = Charlemagne()
