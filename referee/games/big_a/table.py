"""Big A at the table: moves, events, states and views."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN, SUITS
from referee.game import (
    DEAL_OVER,
    Dealt,
    Field,
    Game,
    LegalMoves,
    Move,
    MoveType,
    Table,
    copied,
    read_set,
    roles_of,
)
from referee.games.big_a.account import Account, Act, drawn_by
from referee.games.big_a.combinations import KINDS, PASS, beats, captures, reading_of, tiers_of
from referee.games.big_a.options import AT_ONCE, DOUBLED, EXTENDED, OPTIONS, STEPWISE
from referee.games.big_a.position import (
    ALREADY_OPEN,
    CLOSING,
    DECLINE,
    DRAW,
    DRAWING,
    EXPOSE,
    FACE_UP,
    LEGAL,
    NOBODY,
    NOT_THE_BIG_ACE,
    ONE_IS_EXPOSED,
    OTHER_ACE,
    OVER,
    PACK_SIZE,
    PAIR_IS_FINAL,
    PLAYING,
    REVEAL,
    REVEALING,
    SEATS,
    THROWN_IN,
    TOO_LOW,
    BigAPosition,
    ace_unit,
    declining,
    drawing,
    exposing,
    revealing,
)
from referee.games.big_a.readings import (
    COMBINATIONS,
    COPIES,
    FULL_PACK,
    NUMBERS,
    as_data,
    counts_of,
    first_codes,
    held,
    is_asked,
    listed,
    spoken,
    why_no_combination,
    why_too_low,
    write_order,
)
from referee.games.big_a.rules import BREACHES, CHOICES, NAMES, SCORES, TERMS
from referee.games.big_a.scoring import deal_scores, faults_of, normal, score_lines
from referee.games.big_a.strategy import BigAStrategy
from referee.match import Match
from referee.rulings import Inconsistent, Invalid, Ruling, ScoreLine, Violation
from referee.strategy import Strategy

PHASES: Final = ("draw", "closing", "reveal", "play", DEAL_OVER)
"""The phases, by the position's numbers."""
MOVES: Final = (
    MoveType("draw", ["draw"], [Field("count", "count", required=False), Field("max", "count", required=False)]),
    MoveType("expose", ["draw", "closing"], [Field("cards", "cards")]),
    MoveType("decline", ["closing", "reveal"]),
    MoveType("reveal", ["reveal"]),
    MoveType("play", ["play"], [Field("cards", "cards")]),
    MoveType("pass", ["play"]),
)
TYPES: Final = {DRAW: "draw", DECLINE: "decline", EXPOSE: "expose", REVEAL: "reveal"}
EXPOSURE_KEYS: Final = {
    PAIR_IS_FINAL: "expose-final",
    ONE_IS_EXPOSED: "expose-single-late",
    OTHER_ACE: "expose-other",
    ALREADY_OPEN: "expose-other",
}
THROWN_IN_STEPS: Final = 5
"""The answers in a deal that is thrown in, all of them declines (BA-2.6)."""
ACES: Final = frozenset(["A" + suit for suit in SUITS])
TURN_KEYS: Final = {CLOSING: "turn-closing", REVEALING: "turn-reveal"}


class BigATable(Table):
    """One deal of Big A in progress."""

    def __init__(self, game: Game, options: dict[str, Any], match: Match, seed: str | None) -> None:
        super().__init__(game, options, match, seed)
        self._extended: bool = options["bombs"] == EXTENDED
        self._tiers: bytes = tiers_of(self._extended)
        self._position: BigAPosition = self._new_position(0, [[]] * SEATS, [""] * SEATS, FULL_PACK)
        self._hands: list[dict[str, int]] = []
        """The hands by seat, as `held` has them."""
        self._faces: list[str] = []
        self._stock: list[str] = []
        self._open: list[dict[str, int]] = []
        """The cards that the table knows in each hand, by code (X-3)."""
        self.exposed: list[dict[str, Any]] = []
        self.closing: list[dict[str, Any]] = []
        self.reveals: list[dict[str, Any]] = []

    def _new_position(
        self, first: int, hands: Sequence[Sequence[str]], faces: Sequence[str], stock: Sequence[str]
    ) -> BigAPosition:
        aces = [sum([int(ace_unit(NUMBERS[code])) for code in hand if code in ACES]) for hand in hands]
        return BigAPosition(
            first,
            [counts_of(hand, "") for hand in hands],
            aces,
            [NUMBERS[code] if code != "" else -1 for code in faces],
            [NUMBERS[code] for code in stock],
            self._extended,
            self.options["revealed_score"] == DOUBLED,
        )

    def position(self) -> BigAPosition:
        """The position beneath."""
        return self._position

    def position_for(self, seat: int) -> BigAPosition:
        """In the draw, a seat out of turn may expose and no more (BA-2.4)."""
        position = self._position
        if position.phase == DRAWING and seat != position.to_act:
            return position.asked_of(seat)
        return position

    def may_act(self) -> list[int]:
        """In the draw all seats, whatever they hold (BA-2.4, X-1)."""
        return list(range(SEATS)) if self._position.phase == DRAWING else super().may_act()

    def phase(self) -> str:
        """The phase."""
        return DEAL_OVER if self.ended() else PHASES[int(self._position.phase)]

    def ended(self) -> bool:
        """Whether all who still hold cards are of one side (BA-7.1)."""
        return self._position.phase == OVER

    def redeal_due(self) -> bool:
        """Whether both aces of hearts lay face down and nobody exposed (BA-2.6)."""
        return self._position.phase == THROWN_IN

    def outcome(self) -> dict[str, Any]:
        """Declarer, partner, who went out, and whether the second Big Ace was shown before play."""
        position = self._position
        return {
            "declarer": int(position.declarer),
            "partner": None if position.partner == NOBODY else int(position.partner),
            "out": [int(seat) for seat in position.out],
            "shown_before_play": position.early,
        }

    def _suit(self) -> str:
        """The suit of the Big Aces, empty while none is exposed."""
        suit = int(self._position.suit)
        return "" if suit == NOBODY else SUITS[suit]

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards in written order: Big Aces first once their suit is known (BA-1.2)."""
        return write_order(cards, self._suit())

    # --- dealing ----------------------------------------------------------------------------

    def lay(self, dealt: Dealt) -> None:
        """Puts dealt cards on the table, hands in the order drawn: all of them, or face down in a stock (BA-2.4)."""
        stepwise = self.options["draw"] == STEPWISE
        hands = [list(hand) for hand in dealt.hands]
        self._stock = []
        self._faces = [""] * SEATS
        if stepwise:
            self._stock = in_order_drawn(dealt.start, hands)
            hands = [[] for _ in range(SEATS)]
        else:
            self._faces = [hand.pop() for hand in hands]  # BA-2.1
        self._hands = [held(hand) for hand in hands]
        self._open = [{} for _ in range(SEATS)]
        self.exposed = []
        self.closing = []
        self.reveals = []
        self.played = []
        self._position = self._new_position(dealt.start, hands, self._faces, self._stock)
        for seat, hand in enumerate(hands):
            public = {"deal": self.match.deal, "first_drawer": dealt.start, "seat": seat, "count": len(hand)}
            self.tell("dealt", {**public, "face_down": not stepwise}, {seat: {"hand": self.written(hand)}})
        if not stepwise:
            self._position.close_draw()

    # --- rulings ----------------------------------------------------------------------------

    def missing(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Which of these cards the seat does not hold, or has not seen, each as often as it lacks."""
        hand = self._hands[seat]
        lacking: list[str] = []
        taken: list[str] = []
        for code in cards:
            number = hand[code]
            if number == 0:
                lacking.append(code)
            else:
                hand[code] = number - 1
                taken.append(code)
        for code in taken:  # and put back: a hand has some fifty codes, a play but a few
            hand[code] += 1
        return lacking

    def violation(self, key: str, values: Mapping[str, Any]) -> Violation:
        """A violation by the game's table; where a rule of the game is nearer than the general one, by that."""
        position = self._position
        if key == "not-your-turn":
            near = self._turn_key(values["seat"])
            return super().violation(near, {**values, "turn": int(position.to_act)})
        if key == "wrong-phase" and values["type"] == "draw" and self.options["draw"] == AT_ONCE:
            key = "no-draw"  # BA-2.4
        if key == "wrong-phase" and values["type"] == "reveal" and position.forced:
            key = "no-reveal"  # BA-2.6
        return super().violation(key, values)

    def _turn_key(self, seat: int) -> str:
        """The key of the rule by which a seat may not act now."""
        position = self._position
        phase = int(position.phase)
        if phase != PLAYING:
            return TURN_KEYS.get(phase, "turn-draw")
        if not position.is_active(seat):
            return "out-already"  # BA-7.1
        if not self.played:
            return "turn-first-lead"  # BA-3.1
        if position.beat == PASS and not position.is_active(self._last_play()["seat"]):
            return "turn-lead-after-out"  # BA-3.4
        return "not-your-turn"

    def _last_play(self) -> dict[str, Any]:
        """The last play of the deal that was no pass; there must be one."""
        at = len(self.played) - 1
        while self.played[at]["type"] != "play":
            at -= 1
        return self.played[at]

    def normal_form(self, move: Mapping[str, Any]) -> tuple[Move, str]:
        """A move in normal form: Big Aces first, ``count`` of a draw written out."""
        normal_move, fault = super().normal_form(move)
        if "cards" in normal_move:
            normal_move["cards"] = self.written(normal_move["cards"])
        if fault == "" and normal_move["type"] == "draw" and "count" not in normal_move:
            normal_move["count"] = 1
        return normal_move, fault

    def judge(self, move: Move) -> Ruling:
        """Rules on a move that has its place now; the position decides."""
        kind: str = move["type"]
        if kind == "draw":
            return self._judge_draw(move)
        if kind == "expose":
            return self._judge_exposure(move)
        if kind == "decline":
            return Ruling(move, what=int(declining()))
        if kind == "reveal":
            what = int(revealing())
            if self._position.judge(0, what) == NOT_THE_BIG_ACE:
                return self.refuse("no-big-ace", {"seat": move["seat"]}, move)
            return Ruling(move, what=what)
        if kind == "pass":
            if self._position.judge(0, PASS) != LEGAL:
                return self.refuse("must-lead", {"seat": move["seat"]}, move)
            return Ruling(move, what=PASS)
        return self._judge_play(move)

    def _judge_draw(self, move: Move) -> Ruling:
        position = self._position
        if move["seat"] != position.to_act:
            return self.refuse("not-your-turn", {"seat": move["seat"]}, move)  # BA-2.4
        left = int(position.left)
        if move["count"] > left:
            return self.refuse("draws-too-many", {"count": move["count"], "left": left}, move)
        if move.get("max", left) != left:
            return self.refuse("draws-of-others", {"max": move["max"], "left": left}, move)
        move = {"seat": move["seat"], "type": "draw", "count": move["count"]}
        return Ruling(move, what=int(drawing(move["count"])))

    def _judge_exposure(self, move: Move) -> Ruling:
        cards: list[str] = move["cards"]
        values = {"cards": cards}
        if len(cards) > COPIES:
            return self.refuse("expose-size", {"count": len(cards)}, move)  # BA-2.2
        if any([code[0] != "A" for code in cards]):
            return self.refuse("expose-no-ace", values, move)
        if cards[0] != cards[-1]:
            return self.refuse("expose-unequal", values, move)
        what = int(exposing(move["seat"], SUITS.index(cards[0][1]), len(cards)))
        found = int(self._position.judge(0, what))
        if found != LEGAL:
            return self.refuse(EXPOSURE_KEYS[found], values, move)
        return Ruling(move, what=what)

    def _judge_play(self, move: Move) -> Ruling:
        position = self._position
        codes: list[str] = move["cards"]
        cards = counts_of(codes, self._suit())
        what = int(reading_of(cards, self._tiers))
        if what == PASS:
            bombs: str = self.options["bombs"]
            return self.refuse(why_no_combination(cards, self._extended), {"cards": codes, "bombs": bombs}, move)
        if position.judge(cards, what) == TOO_LOW:
            beat = int(position.beat)
            values = {"cards": codes, "played": spoken(what), "to_beat": spoken(beat)}
            return self.refuse(why_too_low(what, beat, self._extended), values, move)
        return Ruling(move, reading=as_data(what), captures=position.captures(what), cards=cards, what=what)

    # --- making moves -----------------------------------------------------------------------

    def play(self, ruling: Ruling) -> None:
        """Makes a legal move and tells what happened."""
        assert ruling.move is not None
        seat: int = ruling.move["seat"]
        kind = ruling.what >> 12
        if kind == DRAW:
            self._draw(ruling.what)
        elif kind >= DRAW:
            self._answer(seat, ruling)
        else:
            self._play_cards(seat, ruling)

    def _draw(self, what: int) -> None:
        position = self._position
        for _ in range(what & 4095):
            seat = int(position.to_act)
            code = self._stock.pop(0)
            down = int(position.left) <= PACK_SIZE - FACE_UP  # BA-2.1
            position.apply(0, drawing(1))
            secret: dict[int, dict[str, Any]] = {}
            if down:
                self._faces[seat] = code
            else:
                self._hands[seat][code] += 1
                secret = {seat: {"card": code}}
            self.tell("drawn", {"seat": seat, "left": len(self._stock), "face_down": down}, secret)
            if position.phase != DRAWING:
                self._tell_taken_up()

    def _answer(self, seat: int, ruling: Ruling) -> None:
        """An exposure, a reveal or a decline, and what follows from it."""
        position = self._position
        kind = ruling.what >> 12
        phase = int(position.phase)
        overcalled = int(position.declarer)
        position.apply(0, ruling.what)
        acts = self.closing if phase == CLOSING else self.reveals
        entry: dict[str, Any] = {"seat": seat, "type": TYPES[kind]}
        if kind == EXPOSE:
            assert ruling.move is not None
            entry["cards"] = list(ruling.move["cards"])
            self._note_exposure(seat, entry["cards"], overcalled)
        elif kind == REVEAL:
            card = "A" + self._suit()
            self._know(seat, card, 1)
            self.tell("revealed", {"seat": seat, "card": card})
        else:
            self.tell("declined", {"seat": seat})
        if phase != DRAWING:
            acts.append(entry)
        if phase == CLOSING and position.forced:
            self._note_exposure(int(position.declarer), ["AH"], NOBODY)  # BA-2.6
        if position.phase == THROWN_IN:
            self.tell("face_down_shown", {"cards": list(self._faces)})  # BA-2.6
        elif phase == CLOSING:
            self._tell_taken_up()

    def _note_exposure(self, seat: int, cards: Sequence[str], before: int) -> None:
        """Writes an exposure down; ``before`` is the declarer until then, who is overcalled by another's (BA-2.3)."""
        over = before if before not in (NOBODY, seat) else NOBODY
        if over != NOBODY:
            self.exposed[-1]["overcalled"] = True
        entry: dict[str, Any] = {"seat": seat, "cards": list(cards), "overcalled": False}
        if self._position.forced:
            entry["forced"] = True
        self.exposed.append(entry)
        self._know(seat, cards[0], len(cards))
        told = {"seat": seat, "cards": list(cards), "forced": self._position.forced}
        self.tell("exposed", {**told, "overcalled": None if over == NOBODY else over})

    def _know(self, seat: int, code: str, number: int) -> None:
        self._open[seat][code] = self._open[seat].get(code, 0) + number

    def _tell_taken_up(self) -> None:
        """Each seat takes up its last card, once it is time (BA-2.7)."""
        if int(self._position.phase) < REVEALING:
            return
        for seat, code in enumerate(self._faces):
            self._hands[seat][code] += 1
            self.tell("taken_up", {"seat": seat}, {seat: {"card": code}})
        self._faces = [""] * SEATS

    def _play_cards(self, seat: int, ruling: Ruling) -> None:
        position = self._position
        trick = int(position.trick)
        winner = seat if ruling.what != PASS else int(position.last)
        gone = len(position.out)
        codes: list[str] = [] if ruling.what == PASS else ruling.move["cards"] if ruling.move is not None else []
        captured = self._make(codes, ruling.cards, ruling.what)
        entry = self.played[-1]
        if ruling.what == PASS:
            self.tell("passed", {"seat": seat, "trick": trick})
        else:
            told = {"seat": seat, "trick": trick, "cards": list(codes), "combination": dict(entry["combination"])}
            self.tell("played", {**told, "captures": len(captured) > 0})
        if captured:
            self.tell("captured", {"seat": seat, "trick": trick, "cards": captured})
        if len(position.out) > gone:
            self.tell("out", {"seat": seat, "place": len(position.out)})
        if position.trick > trick or self.ended():
            self.tell("trick_won", {"seat": winner, "trick": trick})

    def _make(self, codes: Sequence[str], cards: int, what: int) -> list[str]:
        """Makes a legal play or pass on position and hands, and writes it down. Returns the cards it captures."""
        position = self._position
        seat = int(position.to_act)
        trick = int(position.trick)
        captured: list[str] = []
        entry: dict[str, Any]
        if what == PASS:
            entry = {"trick": trick, "seat": seat, "type": "pass"}
        else:
            entry = {"trick": trick, "seat": seat, "type": "play", "cards": list(codes), "combination": as_data(what)}
            hand = self._hands[seat]
            known = self._open[seat]
            for code in codes:
                hand[code] -= 1
                if known.get(code, 0) > 0:
                    known[code] -= 1
            if position.captures(what):
                entry["captures"] = True
                last = self._last_play()
                last["captured_by"] = seat
                captured = list(last["cards"])
                for code in captured:
                    hand[code] += 1  # BA-6.1
                    self._know(seat, code, 1)
        position.apply(cards, what)
        self.played.append(entry)
        return captured

    def steps(self) -> int:
        """How many moves this deal has seen, those of its deals that were thrown in included; one draw for all."""
        shown = len([act for act in self.closing if act["type"] == "expose"]) + (1 if self._position.forced else 0)
        drawing_exposures = len(self.exposed) - shown
        answers = len(self.closing) + len(self.reveals) + THROWN_IN_STEPS * self.redeals
        return self._least_draws() + drawing_exposures + answers + len(self.played)

    def untraced_steps(self) -> int:
        """All cards can have been drawn in one move, or each in a move of its own (BA-2.4)."""
        if self.options["draw"] == AT_ONCE:
            return 0
        return PACK_SIZE * (self.redeals + 1) - len(self._stock) - self._least_draws()

    def _least_draws(self) -> int:
        if self.options["draw"] == AT_ONCE:
            return 0
        return self.redeals + (1 if len(self._stock) < PACK_SIZE else 0)

    def kind_of(self, what: int) -> str:
        """The kind of combination, or the type of move."""
        kind = what >> 12
        return TYPES[kind] if kind >= DRAW else KINDS[kind]

    def move_of(self, seat: int, cards: int, what: int) -> Move:
        """A play of the position as a move, with the first suits in the order S H D C."""
        kind = what >> 12
        if what == PASS:
            return {"seat": seat, "type": "pass"}
        if kind == DRAW:
            return {"seat": seat, "type": "draw", "count": what & 4095}
        if kind == EXPOSE:
            return {"seat": seat, "type": "expose", "cards": ["A" + SUITS[what & 3]] * (what >> 6 & 63)}
        if kind >= DRAW:
            return {"seat": seat, "type": TYPES[kind]}
        return {"seat": seat, "type": "play", "cards": first_codes(self._hands[seat], cards, self._suit())}

    def legal_moves(self, seat: int | None, limit: int, kinds: Sequence[str] | None) -> LegalMoves:
        """The legal moves of a seat; ``draw`` stands once, with ``max``, the number of cards that are left (BA-2.4)."""
        legal = super().legal_moves(seat, limit, kinds)
        for move in legal.moves:
            if move["type"] == "draw":
                move["max"] = int(self._position.left)
        return legal

    # --- states and views -------------------------------------------------------------------

    def deal_fields(self, perspective: int | str | None) -> dict[str, Any]:
        """The deal as ``perspective`` knows it (X-1, X-3, X-4)."""
        position = self._position
        suit = self._suit()
        partner, alone = self._sides(perspective)
        shown = [] if position.declarer == NOBODY else [int(position.declarer)]
        if position.second != NOBODY:
            shown.append(int(position.second))
        elif position.pair:
            shown.append(int(position.declarer))
        return {
            "hands": [self._hand_seen(seat, perspective) for seat in range(SEATS)],
            "out": [int(seat) for seat in position.out],
            "trick": self._trick(),
            "played": self.played,
            "big_suit": None if suit == "" else suit,
            "declarer": None if position.declarer == NOBODY else int(position.declarer),
            "partner": partner,
            "alone": alone,
            "shown": shown,
            "exposed": [{**entry, "cards": list(entry["cards"])} for entry in self.exposed],
            "closing": [copied(act) for act in self.closing],
            "reveal": [dict(act) for act in self.reveals],
            "stock": list(self._stock) if perspective is None else [HIDDEN] * len(self._stock),
            "face_down": self._face_down(perspective),
        }

    def _hand_seen(self, seat: int, perspective: int | str | None) -> list[str]:
        hand = self._hands[seat]
        if perspective is None or perspective == seat:
            return listed(hand, self._suit())
        known: list[str] = []
        for code, number in self._open[seat].items():
            known += [code] * number
        return [*self.written(known), *[HIDDEN] * (sum(hand.values()) - len(known))]

    def _face_down(self, perspective: int | str | None) -> list[str | None] | None:
        if int(self._position.phase) in (REVEALING, PLAYING, OVER):
            return None
        return [None if code == "" else code if perspective is None else HIDDEN for code in self._faces]

    def _sides(self, perspective: int | str | None) -> tuple[int | None, bool | None]:
        """The partner, and whether the declarer plays alone, as far as ``perspective`` knows (X-4)."""
        position = self._position
        declarer = int(position.declarer)
        if declarer == NOBODY:
            return None, None
        if position.pair:
            return None, True
        settled = int(position.phase) >= REVEALING
        if settled:
            partner = None if position.partner == NOBODY else int(position.partner)
            if perspective is None or position.second != NOBODY or self.ended() or perspective == partner:
                return partner, partner is None
            return None, (partner is None) if perspective == declarer else None
        big = "A" + self._suit()
        seats = range(SEATS) if perspective is None else [perspective] if isinstance(perspective, int) else []
        for seat in seats:
            number = self._hands[seat][big]
            if perspective is None and self._faces[seat] == big:
                number += 1
            if number == 2:
                return None, True
            if number == 1 and seat != declarer:
                return seat, False
        return None, None

    def _trick(self) -> dict[str, Any] | None:
        if int(self._position.phase) != PLAYING:
            return None
        plays: list[dict[str, Any]] = []
        passed: list[int] = []
        for entry in self.acts_of_trick(int(self._position.trick)):
            if entry["type"] == "pass":
                passed.append(entry["seat"])
            else:
                passed = []
                told = copied(entry)
                del told["trick"], told["type"]
                plays.append(told)
        return {"leader": int(self._position.leader), "plays": plays, "passed": passed}

    def read_deal(self, deal: Mapping[str, Any]) -> None:
        """Makes the deal from plain data: cards and acts, each act judged again."""
        stepwise = self.options["draw"] == STEPWISE
        account = Account(deal, self.perspective, self.start)
        if account.stock and not stepwise:
            raise Inconsistent("/deal/stock", "where all is drawn at once, there is no stock")
        self._hands = [held(hand) for hand in account.hands]
        self._faces = list(account.faces)
        self._stock = list(account.stock)
        self._open = [{} for _ in range(SEATS)]
        self.exposed = []
        self.closing = []
        self.reveals = []
        self.played = []
        self._position = self._new_position(self.start, account.hands, self._faces, self._stock)
        position = self._position
        if account.early and not stepwise:
            raise Inconsistent("/deal/exposed/0", "where all is drawn at once, aces are exposed in the closing")
        for place, act in enumerate(account.early):
            self._answer_again(act, f"/deal/exposed/{place}")
        if position.left == 0:
            position.close_draw()
            self._tell_taken_up()
        for place, act in enumerate(account.closing):
            self._answer_again(act, f"/deal/closing/{place}", CLOSING)
        for place, act in enumerate(account.reveal):
            self._answer_again(act, f"/deal/reveal/{place}", REVEALING)
        if position.phase == THROWN_IN:
            raise Inconsistent("/deal/closing", "this deal would have been dealt again")
        for place, act in enumerate(account.plays):
            self._play_again(act, place)

    def _answer_again(self, act: Act, at: str, phase: int = DRAWING) -> None:
        position = self._position
        if position.phase != phase:
            raise Inconsistent(at, "this has no place here")
        if phase != DRAWING and act.seat != position.to_act:
            raise Inconsistent(at + "/seat", f"it was the turn of seat {int(position.to_act)}")
        what = int(declining())
        move: Move = {"seat": act.seat, "type": act.kind}
        if act.kind == "reveal":
            what = int(revealing())
        elif act.kind == "expose":
            what = int(exposing(act.seat, SUITS.index(act.cards[0][1]), len(act.cards)))
            move["cards"] = act.cards
        if position.judge(0, what) != LEGAL:
            raise Inconsistent(at, "this was not legal")
        self._answer(act.seat, Ruling(move, what=what))

    def _play_again(self, act: Act, place: int) -> None:
        position = self._position
        if position.phase != PLAYING:
            raise Inconsistent(f"/deal/played/{place}", "nothing could be played here")
        if act.seat != position.to_act:
            raise Inconsistent(f"/deal/played/{place}/seat", f"it was the turn of seat {int(position.to_act)}")
        if act.kind == "pass":
            if position.judge(0, PASS) != LEGAL:
                raise Inconsistent(f"/deal/played/{place}", "this was not legal")
            self._make([], 0, PASS)
            return
        if self.missing(act.seat, act.cards):
            raise Inconsistent(f"/deal/played/{place}/cards", "these cards were not held")
        cards = counts_of(act.cards, self._suit())
        what = int(reading_of(cards, self._tiers))
        if what == PASS:
            raise Inconsistent(f"/deal/played/{place}/cards", "these cards are no combination")
        if position.judge(cards, what) != LEGAL:
            raise Inconsistent(f"/deal/played/{place}", "this was not legal")
        if position.captures(what) != act.captures:
            raise Inconsistent(f"/deal/played/{place}/captures", "does not fit what lay there")
        self._make(self.written(act.cards), cards, what)


def in_order_drawn(first: int, hands: Sequence[Sequence[str]]) -> list[str]:
    """The cards of five hands, each in the order drawn, in the order in which they were drawn round the table."""
    return [hands[(first + number) % SEATS][number // SEATS] for number in range(PACK_SIZE)]


class BigA(Game):
    """The game."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "big-a"
        self.names = NAMES
        self.options = OPTIONS
        self.phases = PHASES
        self.moves = {kind.name: kind for kind in MOVES}
        self.combinations = COMBINATIONS
        self.reading_marks = ("big",)
        self.start_name = "first_drawer"
        self.roles = ("declarer", "partner", "alone", "opponent")  # as `roles_of` wants them
        self.total = 0  # BA-8
        self.breaches = BREACHES
        self.terms = TERMS
        self.scores = SCORES
        self.choices = CHOICES
        self._strategy: Strategy = BigAStrategy()

    def strategy(self) -> Strategy:
        """The card sense of this game."""
        return self._strategy

    def seats(self, options: Mapping[str, Any]) -> int:
        """Five seats."""
        return SEATS

    def seat_range(self) -> tuple[int, int]:
        """Five seats."""
        return SEATS, SEATS

    def full_pack(self, options: Mapping[str, Any]) -> list[str]:
        """108 cards (BA-1.1), in the order of SH-5."""
        return list(FULL_PACK)

    def in_pack(self, options: Mapping[str, Any], code: str) -> bool:
        """Whether the pack has a card of this code."""
        return code in NUMBERS

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards in written order, while no Big Aces are known (BA-1.2, C-4)."""
        return write_order(cards, "")

    def as_dealt(self, dealt: Dealt) -> Dealt:
        """The hands stay in the order drawn: the last card of each lies face down (BA-2.1)."""
        return dealt

    def hashed(self, options: Mapping[str, Any], dealt: Dealt) -> dict[str, Any]:
        """The deal as its digest has it: hands in the order drawn and no stock, or a stock and no hands (BA-2.4)."""
        if options["draw"] == STEPWISE:
            stock = in_order_drawn(dealt.start, dealt.hands)
            return {"first_drawer": dealt.start, "hands": [[] for _ in range(SEATS)], "stock": stock}
        return {"first_drawer": dealt.start, "hands": dealt.hands, "stock": []}

    def distribute(
        self, options: Mapping[str, Any], cards: Sequence[str], start: int, previous: Mapping[str, Any] | None
    ) -> Dealt:
        """Cards are taken one by one in order of play (BA-2.1)."""
        return Dealt(start, [list(cards[(seat - start) % SEATS :: SEATS]) for seat in range(SEATS)], [])

    def hand_sizes(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> list[int]:
        """The first three takers get 22 cards, the others 21 (BA-2.1)."""
        return [drawn_by(start, seat, PACK_SIZE) for seat in range(SEATS)]

    def start_of(self, options: Mapping[str, Any], previous: Mapping[str, Any], redeals: int) -> int:
        """Who takes the first card of a later deal, by the option (BA-2.1); a redeal changes nothing (BA-2.6)."""
        rule: str = options["first_drawer"]
        outcome = previous["outcome"]
        if rule == "first_out":
            return int(outcome["out"][0])
        if rule == "declarer":
            return int(outcome["declarer"])
        return (int(previous["first_drawer"]) + 1) % SEATS

    def steps_of(self, options: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[int, int]:
        """One exposure and a play of each seat that went out, at least.

        At most a draw a card; 15 answers and two exposures before play, with the reveal; and a play a card, of which
        captures bring fewer than another 64 into play, each followed by four passes.
        """
        redeals: int = entry["redeals"]
        draws = 1 if options["draw"] == STEPWISE else 0
        least = draws + 1 + len(entry["outcome"]["out"]) + redeals * (THROWN_IN_STEPS + draws)
        most = draws * PACK_SIZE + 22 + SEATS * (PACK_SIZE + 64) + redeals * (THROWN_IN_STEPS + draws * PACK_SIZE)
        return least, most

    def table(self, options: dict[str, Any], match: Match, seed: str | None) -> BigATable:
        """An empty table for a match."""
        return BigATable(self, options, match, seed)

    def check_outcome(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
        """The faults of an outcome by pointer within it."""
        return faults_of(outcome)

    def score_lines(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
        """How a sound outcome is scored (BA-8)."""
        return score_lines(options, outcome)

    def scores_of(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[int]:
        """The scores of a sound outcome by seat: those of its one line (BA-8)."""
        told = normal(outcome)
        doubled = options["revealed_score"] == DOUBLED
        return deal_scores(told["declarer"], told["partner"], told["out"], told["shown_before_play"], doubled)

    def normal_outcome(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """``declarer``, ``partner``, ``out`` up to the end of the deal, ``shown_before_play``."""
        return normal(outcome)

    def roles_in(self, outcome: Mapping[str, Any]) -> list[str]:
        """Declarer and partner, or a declarer alone, against the others (BA-2.7)."""
        return roles_of(self.roles, SEATS, outcome["declarer"], outcome["partner"])

    def read_combination(
        self,
        options: Mapping[str, Any],
        cards: Sequence[str],
        context: Mapping[str, Any] | None,
        against: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """What some cards are read as (BA-4, BA-5), and whether that beats or captures ``against`` (BA-6.1)."""
        tiers = tiers_of(options["bombs"] == EXTENDED)
        faults: dict[str, str] = {}
        suit = self._context(context, faults)
        left = dict.fromkeys(NUMBERS, COPIES)
        codes = read_set(left, cards, "/cards", faults)
        theirs = read_set(left, against["cards"], "/against/cards", faults) if against else []
        if faults:
            raise Invalid(faults)
        what = int(reading_of(counts_of(codes, suit), tiers))
        answer: dict[str, Any] = {"readings": [as_data(what)] if what != PASS else [], "beats": None, "capture": None}
        if against is not None:
            other = int(reading_of(counts_of(theirs, suit), tiers))
            if other == PASS:
                raise Invalid({"/against/cards": "these cards are no combination"})
            asked = against.get("as")
            if asked is not None and not is_asked(other, asked):
                raise Invalid({"/against/as": f"these cards are a {spoken(other)}, and nothing else"})
            answer["beats"] = what != PASS and beats(what, other, tiers)
            answer["capture"] = what != PASS and captures(what, other)
        return answer

    def _context(self, context: Mapping[str, Any] | None, faults: dict[str, str]) -> str:
        """The suit of the Big Aces, empty when none is told."""
        suit = ""
        for name, value in (context or {}).items():
            if name != "big_suit":
                faults[f"/context/{name}"] = "this game has no such context"
            elif value is not None and value not in SUITS:
                faults["/context/big_suit"] = "must be one of " + ", ".join(SUITS)
            elif value is not None:
                suit = value
        return suit


BIG_A: Final = BigA()
