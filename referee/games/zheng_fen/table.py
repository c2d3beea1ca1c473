"""Zheng Fen at the table: moves, events, states and views."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN
from referee.game import DEAL_OVER, Dealt, Field, Game, Move, MoveType, Table, copied, read_set
from referee.games.zheng_fen.account import Account
from referee.games.zheng_fen.combinations import KINDS, PASS, beats, points_of, readings_of
from referee.games.zheng_fen.options import OPTIONS
from referee.games.zheng_fen.position import (
    LEGAL,
    NO_COMBINATION,
    OTHER_KIND,
    RANK_TOO_LOW,
    SAME_SPECIAL,
    SEQUENCE_TOO_LOW,
    SPECIAL_TOO_LOW,
    ZhengFenPosition,
)
from referee.games.zheng_fen.readings import (
    COMBINATIONS,
    FULL_PACK,
    LED_WITH,
    PACK,
    as_data,
    asked_for,
    asked_in_words,
    fault_of_asked,
    spoken,
    why_no_combination,
    written_out,
)
from referee.games.zheng_fen.rules import BREACHES, CHOICES, NAMES, SCORES, TERMS
from referee.games.zheng_fen.scoring import ALL_POINTS, faults_of, last_seat, normal, score_lines
from referee.games.zheng_fen.strategy import ZhengFenStrategy
from referee.match import Match
from referee.rulings import Inconsistent, Invalid, Ruling, ScoreLine
from referee.strategy import Strategy

PLAY: Final = "play"
PHASES: Final = (PLAY, DEAL_OVER)
MOVES: Final = (
    MoveType("play", [PLAY], [Field("cards", "cards"), Field("as", "reading", required=False)]),
    MoveType("pass", [PLAY]),
)
TOO_LOW_KEYS: Final[dict[int, str]] = {
    OTHER_KIND: "other-kind",
    RANK_TOO_LOW: "rank-too-low",
    SEQUENCE_TOO_LOW: "sequence-too-low",
    SPECIAL_TOO_LOW: "special-too-low",
    SAME_SPECIAL: "same-special",
}
"""What is said of a play that is too low, by the position's number."""


class ZhengFenTable(Table):
    """One deal of Zheng Fen in progress."""

    def __init__(self, game: Game, options: dict[str, Any], match: Match, seed: str | None) -> None:
        super().__init__(game, options, match, seed)
        self._quadruple: bool = options["quadruple"]
        self._position: ZhengFenPosition = ZhengFenPosition([0] * match.seats, 0, self._quadruple)

    def position(self) -> ZhengFenPosition:
        """The position beneath."""
        return self._position

    def phase(self) -> str:
        """``play``, or ``deal_over``."""
        return DEAL_OVER if self.ended() else PLAY

    def ended(self) -> bool:
        """Whether the last chance has been taken or passed (ZF-6.1)."""
        return self._position.to_act < 0

    def redeal_due(self) -> bool:
        """Never: no deal of this game is thrown in."""
        return False

    def outcome(self) -> dict[str, Any]:
        """Who went out, the points in the tricks won by seat, and those in the last hand, all before ZF-6.2."""
        position = self._position
        return {
            "out": [int(seat) for seat in position.out],
            "points": [int(points_of(cards)) for cards in position.won],
            "last_hand_points": int(points_of(position.hands[position.last_seat()])),
        }

    # --- dealing and moves ------------------------------------------------------------------

    def lay(self, dealt: Dealt) -> None:
        """Puts dealt cards on the table; each seat is told its own (ZF-2)."""
        hands = [PACK.mask(hand) for hand in dealt.hands]
        leader = self._first_leader()
        if leader < 0:
            leader = next(seat for seat, hand in enumerate(dealt.hands) if LED_WITH in hand)  # ZF-2.2
        self._position = ZhengFenPosition(hands, leader, self._quadruple)
        self.played = []
        for seat, hand in enumerate(hands):
            public = {"deal": self.match.deal, "dealer": dealt.start, "seat": seat, "count": hand.bit_count()}
            self.tell("dealt", public, {seat: {"hand": PACK.write(hand)}})

    def _first_leader(self) -> int:
        """Who leads a later deal (ZF-2.3); -1 in the first, where it follows from the cards (ZF-2.2)."""
        previous = self.previous_deal()
        return -1 if previous is None else int(previous["outcome"]["out"][0])

    def missing(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Which of these cards the seat does not hold, each as often as it lacks."""
        return PACK.lacking(int(self._position.hands[seat]), cards)

    def refuse(self, key: str, values: Mapping[str, Any], move: Move | None = None) -> Ruling:
        """The ruling that refuses a move; whose turn it is follows from the nearest rule."""
        if key == "not-your-turn":
            turn = int(self._position.to_act)
            values = {**values, "turn": turn}
            if not self.played:
                key = "turn-first-lead" if self.match.deal == 1 else "turn-later-lead"  # ZF-2.2, ZF-2.3
            elif self._position.last_chance():
                key = "turn-last-chance"  # ZF-6.1
        return super().refuse(key, values, move)

    def normal_form(self, move: Mapping[str, Any]) -> tuple[Move, str]:
        """A move in normal form, and what is malformed, also in ``as`` (V-2)."""
        if "as" in move:
            fault = fault_of_asked(move["as"])
            if fault != "":
                return {"seat": move["seat"], "type": move["type"]}, fault
        return super().normal_form(move)

    def judge(self, move: Move) -> Ruling:
        """Rules on a play or pass of the seat to act, with cards that it holds."""
        position = self._position
        if move["type"] == "pass":
            if position.judge(0, PASS) != LEGAL:
                return self.refuse("must-lead", {"seat": move["seat"]}, move)
            return Ruling(move, what=PASS)
        cards = PACK.mask(move["cards"])
        asked: Mapping[str, Any] | None = move.get("as")
        for reading in reversed(readings_of(cards, position.beat, self._quadruple)):
            what = int(reading)  # ZF-5.2, ZF-5.3: the last of the order, of the highest rank
            if (asked is None or asked_for(what, asked)) and position.judge(cards, what) == LEGAL:
                played = {"seat": move["seat"], "type": "play", "cards": move["cards"], "as": written_out(what)}
                return Ruling(played, reading=as_data(what), cards=cards, what=what)
        readings = [int(what) for what in readings_of(cards, PASS, self._quadruple)]
        candidates = readings if asked is None else [what for what in readings if asked_for(what, asked)]
        if not candidates:
            return self._refuse_cards(cards, asked, move)
        return self._refuse_low(cards, candidates, readings, move)

    def _refuse_cards(self, cards: int, asked: Mapping[str, Any] | None, move: Move) -> Ruling:
        values: dict[str, Any] = {"cards": move["cards"]}
        if asked is None:
            return self.refuse(why_no_combination(cards, self._quadruple), values, move)
        if asked["kind"] == "quadruple" and not self._quadruple:
            return self.refuse("quadruple-off", values, move)  # ZF-3.4
        return self.refuse("as-unbearable", {**values, "asked": asked_in_words(asked)}, move)  # ZF-5.3

    def _refuse_low(self, cards: int, candidates: Sequence[int], readings: Sequence[int], move: Move) -> Ruling:
        position = self._position
        beat = int(position.beat)
        alike = [what for what in candidates if what >> 12 == beat >> 12]
        what = alike[-1] if alike else candidates[-1]
        key = TOO_LOW_KEYS[int(position.judge(cards, what))]
        if any(position.judge(cards, other) == LEGAL for other in readings):
            key = "as-too-low"  # ZF-5.3
        values = {"cards": move["cards"], "played": spoken(what), "to_beat": spoken(beat)}
        return self.refuse(key, values, move)

    def play(self, ruling: Ruling) -> None:
        """Makes a legal move and tells what happened."""
        position = self._position
        seat = int(position.to_act)
        trick = int(position.trick)
        winner = seat if ruling.what != PASS else int(position.last)
        pile = int(position.pile) | ruling.cards
        gone = len(position.out)
        entry = self._make(ruling.cards, ruling.what)
        if ruling.what == PASS:
            self.tell("passed", {"seat": seat, "trick": trick})
        else:
            cards, reading = entry["cards"], entry["combination"]
            self.tell("played", {"seat": seat, "trick": trick, "cards": list(cards), "combination": dict(reading)})
        if len(position.out) > gone:
            self.tell("out", {"seat": seat, "place": len(position.out)})
        if position.trick > trick or self.ended():
            self.tell("trick_won", {"seat": winner, "trick": trick, "points": int(points_of(pile))})
        if self.ended():
            last = int(position.last_seat())
            self.tell("hand_opened", {"seat": last, "cards": PACK.write(position.hands[last])})  # ZF-6.2

    def _make(self, cards: int, what: int) -> dict[str, Any]:
        """Makes a legal play on the position and writes it down."""
        position = self._position
        trick = int(position.trick)
        seat = int(position.to_act)
        entry: dict[str, Any]
        if what == PASS:
            entry = {"trick": trick, "seat": seat, "type": "pass"}
        else:
            codes = PACK.write(cards)
            entry = {"trick": trick, "seat": seat, "type": "play", "cards": codes, "combination": as_data(what)}
        position.apply(cards, what)
        self.played.append(entry)
        return entry

    def steps(self) -> int:
        """How many plays and passes this deal has seen."""
        return len(self.played)

    def kind_of(self, what: int) -> str:
        """The kind of combination, or ``pass``."""
        return KINDS[what >> 12]

    def move_of(self, seat: int, cards: int, what: int) -> Move:
        """A play as a move, with ``as`` where these cards have several legal readings."""
        if what == PASS:
            return {"seat": seat, "type": "pass"}
        move: Move = {"seat": seat, "type": "play", "cards": PACK.write(cards)}
        if len(readings_of(cards, self._position.beat, self._quadruple)) > 1:
            move["as"] = written_out(what)
        return move

    # --- states and views -------------------------------------------------------------------

    def deal_fields(self, perspective: int | str | None) -> dict[str, Any]:
        """Hands (others' are ``??``, but the last hand when the deal is over, ZF-6.2), plays, the trick, cards won."""
        position = self._position
        hands: list[list[str]] = []
        for seat, hand in enumerate(position.hands):
            cards = PACK.write(hand)
            hidden = perspective is not None and perspective != seat and not self.ended()
            hands.append([HIDDEN] * len(cards) if hidden else cards)
        return {
            "hands": hands,
            "out": [int(seat) for seat in position.out],
            "trick": None if self.ended() else self._trick(),
            "played": self.played,
            "won": [PACK.write(cards) for cards in position.won],
        }

    def _trick(self) -> dict[str, Any]:
        plays: list[dict[str, Any]] = []
        passed: list[int] = []
        for entry in self.acts_of_trick(int(self._position.trick)):
            if entry["type"] == "pass":
                passed.append(entry["seat"])
            else:
                passed = []
                told = copied(entry)
                plays.append({name: told[name] for name in ("seat", "cards", "combination")})
        return {"leader": int(self._position.leader), "plays": plays, "passed": passed}

    def read_deal(self, deal: Mapping[str, Any]) -> None:
        """Makes the deal from plain data: hands and acts, each act judged again."""
        for place, entry in enumerate(self.match.history):
            if entry["redeals"] != 0:
                raise Inconsistent(f"/match/history/{place}/redeals", "no deal of this game is thrown in")
        if self.redeals != 0:
            raise Inconsistent("/deal/redeals", "no deal of this game is thrown in")
        sizes = self.game.hand_sizes(self.options, self.start, self.previous_deal())
        account = Account(deal, self.perspective, sizes, self._first_leader())
        self._position = ZhengFenPosition(account.hands, account.leader, self._quadruple)
        self.played = []
        for place, act in enumerate(account.acts):
            if self.ended():
                raise Inconsistent(f"/deal/played/{place}", "the deal was over before this")
            if act.seat != self._position.to_act:
                raise Inconsistent(
                    f"/deal/played/{place}/seat", f"it was the turn of seat {int(self._position.to_act)}"
                )
            judged = self._position.judge(act.cards, act.what)
            if judged == NO_COMBINATION:
                raise Inconsistent(f"/deal/played/{place}/combination", "these cards are no such combination")
            if judged != LEGAL:
                raise Inconsistent(f"/deal/played/{place}", "this was not legal")
            self._make(act.cards, act.what)


class ZhengFen(Game):
    """The game."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "zheng-fen"
        self.names = NAMES
        self.options = OPTIONS
        self.phases = PHASES
        self.moves = {kind.name: kind for kind in MOVES}
        self.combinations = COMBINATIONS
        self.total = ALL_POINTS  # ZF-1.3
        self.breaches = BREACHES
        self.terms = TERMS
        self.scores = SCORES
        self.choices = CHOICES
        self._strategy: Strategy = ZhengFenStrategy()

    def strategy(self) -> Strategy:
        """The card sense of this game."""
        return self._strategy

    def seats(self, options: Mapping[str, Any]) -> int:
        """As many as play."""
        return int(options["players"])

    def seat_range(self) -> tuple[int, int]:
        """From 3 to 6."""
        return 3, 6

    def full_pack(self, options: Mapping[str, Any]) -> list[str]:
        """54 cards (ZF-1.1), in the order of SH-5."""
        return list(FULL_PACK)

    def in_pack(self, options: Mapping[str, Any], code: str) -> bool:
        """Whether the pack has a card of this code."""
        return PACK.has(code)

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards, highest first (ZF-1.2, C-4)."""
        return PACK.sort(cards)

    def _first_taker(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> int:
        """Who takes the first card: on the dealer's right (ZF-2.1), later who went out first last time (ZF-2.3)."""
        if previous is None:
            return (start + 1) % self.seats(options)
        return int(previous["outcome"]["out"][0])

    def distribute(
        self, options: Mapping[str, Any], cards: Sequence[str], start: int, previous: Mapping[str, Any] | None
    ) -> Dealt:
        """Cards are taken one by one in order of play until none is left (ZF-2.1)."""
        seats = self.seats(options)
        first = self._first_taker(options, start, previous)
        hands = [self.written(cards[(seat - first) % seats :: seats]) for seat in range(seats)]
        return Dealt(start, hands, [])

    def hand_sizes(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> list[int]:
        """Hands may differ by one card (ZF-2.1)."""
        seats = self.seats(options)
        first = self._first_taker(options, start, previous)
        return [(PACK.size - (seat - first) % seats + seats - 1) // seats for seat in range(seats)]

    def start_of(self, options: Mapping[str, Any], previous: Mapping[str, Any], redeals: int) -> int:
        """The last seat of the last deal (ZF-2.3)."""
        return last_seat(self.seats(options), previous["outcome"]["out"])

    def steps_of(self, options: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[int, int]:
        """At least one of each seat (ZF-6.1); at most a play a card, and the others' passes after each (T-3)."""
        seats = self.seats(options)
        return seats, seats * PACK.size

    def table(self, options: dict[str, Any], match: Match, seed: str | None) -> ZhengFenTable:
        """An empty table for a match."""
        return ZhengFenTable(self, options, match, seed)

    def check_outcome(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
        """The faults of an outcome by pointer within it."""
        return faults_of(self.seats(options), outcome)

    def score_lines(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
        """How a sound outcome is scored (ZF-6)."""
        return score_lines(self.seats(options), outcome)

    def normal_outcome(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """``out``, ``points``, ``last_hand_points``."""
        return normal(outcome)

    def read_combination(
        self,
        options: Mapping[str, Any],
        cards: Sequence[str],
        context: Mapping[str, Any] | None,
        against: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """What some cards can be read as, in the order of ZF-3, and whether that beats ``against`` (ZF-4, ZF-5.2)."""
        quadruple: bool = options["quadruple"]
        faults: dict[str, str] = {f"/context/{name}": "this game has no such context" for name in context or {}}
        left = dict.fromkeys(PACK.codes, 1)
        mine = read_set(left, cards, "/cards", faults)
        other = read_set(left, against["cards"], "/against/cards", faults) if against is not None else []
        asked = against.get("as") if against is not None else None
        if asked is not None:
            fault = fault_of_asked(asked)
            if fault != "":
                faults["/against/as"] = fault
        if faults:
            raise Invalid(faults)
        readings = [int(what) for what in readings_of(PACK.mask(mine), PASS, quadruple)]
        beating: bool | None = None
        if against is not None:
            theirs = [int(what) for what in readings_of(PACK.mask(other), PASS, quadruple)]
            if not theirs:
                raise Invalid({"/against/cards": "these cards are no combination"})
            if asked is not None:
                theirs = [what for what in theirs if asked_for(what, asked)]
                if not theirs:
                    raise Invalid({"/against/as": f"these cards cannot be read as {asked_in_words(asked)}"})
            beating = any(beats(what, theirs[-1]) for what in readings)
        return {"readings": [as_data(what) for what in readings], "beats": beating, "capture": None}


ZHENG_FEN: Final = ZhengFen()
