"""Bao Huang at the table: moves, events, states and views."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN
from referee.game import (
    DEAL_OVER,
    Dealt,
    Field,
    Game,
    Move,
    MoveType,
    Table,
    copied,
    read_set,
    roles_of,
    spellings_in,
)
from referee.games.bao_huang.account import Account
from referee.games.bao_huang.combinations import (
    ACCEPT_CROWN,
    DECLARE,
    JOKERS,
    KINDS,
    PASS,
    PASS_CROWN,
    SINGLE,
    STAY_SILENT,
    TAKE_TRIBUTE,
    beats,
    jokers_of,
    kind_of,
    size_of,
)
from referee.games.bao_huang.options import OPTIONS
from referee.games.bao_huang.position import (
    CALLED_COPIES,
    CROWN,
    LEGAL,
    LOWEST_TOO_SOON,
    LOWEST_WITH_JOKERS,
    MOST_SLOTS,
    MUST_ACCEPT,
    NOT_IN_POOL,
    OTHER_KIND,
    OTHER_SIZE,
    PLAYING,
    RED_STANDS,
    THROWN_IN,
    TRIBUTE,
    WRONG_NUMBER,
    BaoHuangPosition,
    Terms,
    slot_bit,
)
from referee.games.bao_huang.readings import (
    COMBINATIONS,
    EMPEROR_CODE,
    NUMBERS,
    PLACES,
    as_data,
    card_name,
    full_pack,
    has_code,
    held,
    lacking,
    listed,
    pack_size,
    packed,
    unpacked,
    words_of,
    written,
)
from referee.games.bao_huang.rules import BREACHES, CHOICES, NAMES, SCORES, TERMS
from referee.games.bao_huang.scoring import (
    SEATS,
    TributePlan,
    deal_scores,
    faults_of,
    guard_of,
    normal,
    score_lines,
    tribute_after,
)
from referee.games.bao_huang.seats import draw_seats
from referee.games.bao_huang.strategy import BaoHuangStrategy
from referee.match import Match
from referee.rulings import Inconsistent, Invalid, Ruling, ScoreLine, Violation
from referee.strategy import Strategy

PHASES: Final = ("tribute", "crown", "declaration", "play", DEAL_OVER)
"""By the position's number of the phase."""
MOVES: Final = (
    MoveType("take_tribute", ["tribute"], [Field("slots", "slots")]),
    MoveType("accept_crown", ["crown"], [Field("call", "card", required=False)]),
    MoveType("pass_crown", ["crown"]),
    MoveType("declare", ["declaration"]),
    MoveType("stay_silent", ["declaration"]),
    MoveType("play", ["play"], [Field("cards", "cards")]),
    MoveType("pass", ["play"]),
)
TURN_KEYS: Final = ("turn-tribute", "turn-crown", "turn-declaration")
CALL_NEEDED: Final = "a card to call is needed"
CALL_NOT_WANTED: Final = "no card is called here"
ONLOOKER: Final = SEATS
"""The place of what everybody knows beside what each seat knows."""


def terms_of(options: Mapping[str, Any]) -> Terms:
    """The options as a position needs them."""
    lowest = (3 if options["pack"] == "short" else 0) if options["lowest_last"] else -1
    return Terms(
        options["beat"] == "same_kind",
        lowest,
        options["guard"] == "called_card",
        options["declarations"] == "first_only",
    )


def in_words(what: int) -> str:
    """The kind of a combination as it stands in a sentence."""
    return KINDS[int(kind_of(what))].replace("_", " ")


class Knowledge:
    """Which cards of others' hands each seat, and everybody, has seen come in and not leave again (X-3)."""

    def __init__(self) -> None:
        # By hand and code, how many each viewer has seen: of most cards nobody has seen any, and nothing stands here.
        self.seen: list[dict[str, list[int]]] = [{} for _ in range(SEATS)]

    def _of(self, seat: int, code: str) -> list[int]:
        return self.seen[seat].setdefault(code, [0] * (SEATS + 1))

    def show(self, seat: int, code: str, number: int) -> None:
        """Everybody has seen so many of a card in a hand."""
        seen = self._of(seat, code)
        for viewer, before in enumerate(seen):
            seen[viewer] = max(before, number)

    def tell(self, viewer: int, seat: int, code: str) -> None:
        """One seat alone knows of one more card in a hand."""
        self._of(seat, code)[viewer] += 1

    def leave(self, seat: int, code: str) -> None:
        """A card has left a hand: it may have been the one that was seen."""
        seen = self.seen[seat].get(code)
        if seen is not None:
            for viewer, number in enumerate(seen):
                seen[viewer] = max(0, number - 1)

    def known(self, viewer: int, seat: int) -> list[str]:
        """What a viewer knows of a hand, in written order."""
        return written([code for code, seen in self.seen[seat].items() for _ in range(seen[viewer])])


class BaoHuangTable(Table):
    """One deal of Bao Huang in progress."""

    def __init__(self, game: Game, options: dict[str, Any], match: Match, seed: str | None) -> None:
        super().__init__(game, options, match, seed)
        self._terms: Terms = terms_of(options)
        self._position: BaoHuangPosition = BaoHuangPosition(self._terms)
        self._hands: list[dict[str, int]] = []
        """The hands by seat, as `held` has them."""
        self._knowledge: Knowledge = Knowledge()
        self._takes: list[tuple[int, list[int]]] = []
        self._crown: list[int] = []
        self._declared: list[dict[str, Any]] = []

    def position(self) -> BaoHuangPosition:
        """The position beneath."""
        return self._position

    def phase(self) -> str:
        """The phase."""
        return PHASES[min(int(self._position.phase), len(PHASES) - 1)]

    def ended(self) -> bool:
        """Whether every seat of one side is out (BH-7.1)."""
        return self.phase() == DEAL_OVER and not self.redeal_due()

    def redeal_due(self) -> bool:
        """Whether nobody could be crowned, so that the deal is dealt again by the same dealer (BH-3.5)."""
        return self._position.phase == THROWN_IN

    def outcome(self) -> dict[str, Any]:
        """Emperor, guard, who went out and who declared."""
        position = self._position
        emperor = int(position.emperor)
        guard = int(position.guard)
        return {
            "emperor": emperor,
            "guard": None if guard == emperor else guard,
            "out": [int(seat) for seat in position.out],
            "declared": [act["seat"] for act in self._declared if act["type"] == "declare"],
        }

    # --- dealing ----------------------------------------------------------------------------

    def lay(self, dealt: Dealt) -> None:
        """Puts dealt cards on the table, each seat is told its own, and tribute is put (BH-2.1, BH-2.3)."""
        self._begin(dealt.hands)
        for seat in range(SEATS):
            hand = dealt.hands[seat]
            public = {"deal": self.match.deal, "dealer": dealt.start, "seat": seat, "count": len(hand)}
            self.tell("dealt", public, {seat: {"hand": list(hand)}})
        position = self._position
        for seat in range(SEATS):
            slots = [slot for slot, giver in enumerate(position.givers) if giver == seat]
            if slots:
                cards = [card_name(int(position.puts[slot])) for slot in slots]
                self.tell("tribute_put", {"seat": seat, "slots": slots}, {seat: {"cards": cards}})

    def _begin(self, hands: Sequence[Sequence[str]]) -> None:
        """A new position with these hands, and nothing done yet."""
        position = BaoHuangPosition(self._terms)
        suits, jokers = words_of(hands)
        position.begin(suits, jokers, self._plan())
        self._position = position
        self._hands = [held(hand) for hand in hands]
        for giver, card in zip(position.givers, position.puts, strict=True):
            self._hands[int(giver)][card_name(int(card))] -= 1
        self._knowledge = Knowledge()
        self._takes = []
        self._crown = []
        self._declared = []
        self.played = []

    def _plan(self) -> TributePlan:
        """The tribute that is due in this deal: none in the first, and none where it is not played (BH-2)."""
        previous = self.previous_deal()
        if previous is None or not self.options["tribute"]:
            return TributePlan()
        return tribute_after(previous["outcome"])

    # --- moves ------------------------------------------------------------------------------

    def missing(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Which of these cards the seat does not hold, each as often as it lacks."""
        return lacking(self._hands[seat], cards)

    def violation(self, key: str, values: Mapping[str, Any]) -> Violation:
        """A violation by the game's table; whose turn it is, and what a crown's move needs, by the nearest rule."""
        if key == "malformed-move" and values["fault"] in (CALL_NEEDED, CALL_NOT_WANTED):
            return super().violation("call-needed" if values["fault"] == CALL_NEEDED else "call-not-wanted", {})
        if key == "not-your-turn":
            position = self._position
            values = {**values, "turn": int(position.to_act)}
            phase = int(position.phase)
            if phase < PLAYING:
                key = TURN_KEYS[phase]  # BH-2.2, BH-3.1, BH-4.1
            elif not self.played:
                key = "turn-first-lead"  # BH-5.1
        return super().violation(key, values)

    def normal_form(self, move: Mapping[str, Any]) -> tuple[Move, str]:
        """A move in normal form, slots in order, and what is malformed."""
        normal, fault = super().normal_form(move)
        if "slots" in normal:
            normal["slots"] = sorted(normal["slots"])
        if fault == "" and normal["type"] == "accept_crown" and ("call" in normal) != self._terms.calls:
            fault = CALL_NEEDED if self._terms.calls else CALL_NOT_WANTED  # BH-3.5
        return normal, fault

    def judge(self, move: Move) -> Ruling:
        """Rules on a move that has its place now; the position decides."""
        kind: str = move["type"]
        if kind == "play":
            return self._judge_play(move)
        if kind == "take_tribute":
            return self._judge_take(move)
        if kind == "accept_crown":
            return self._judge_accept(move)
        what = KINDS.index(kind) << 16
        breach = int(self._position.judge(0, what))
        if breach == LEGAL:
            return Ruling(move, what=what)
        key = "must-accept" if breach == MUST_ACCEPT else "must-lead" if kind == "pass" else "nothing-to-declare"
        return self.refuse(key, {"seat": move["seat"]}, move)

    def _judge_take(self, move: Move) -> Ruling:
        slots: list[int] = move["slots"]
        position = self._position
        what = TAKE_TRIBUTE << 16
        mask = sum([int(slot_bit(slot)) for slot in slots if slot < MOST_SLOTS])
        missing = [slot for slot in slots if slot >= MOST_SLOTS or int(slot_bit(slot)) & ~int(position.pool)]
        wanted = int(position.numbers[int(position.taken)])
        if len(slots) != wanted or position.judge(mask, what) == WRONG_NUMBER and not missing:
            return self.refuse(
                "slots-number", {"seat": move["seat"], "wanted": wanted, "count": len(slots)}, move
            )  # BH-2.2
        if missing or position.judge(mask, what) == NOT_IN_POOL:
            return self.refuse("slot-not-there", {"slots": missing}, move)  # BH-2.2
        return Ruling(move, cards=mask, what=what)

    def _judge_accept(self, move: Move) -> Ruling:
        what = ACCEPT_CROWN << 16
        if not self._terms.calls:
            return Ruling(move, what=what)
        seat: int = move["seat"]
        call: str = move["call"]
        if call not in NUMBERS:
            return self.refuse("call-joker", {"call": call}, move)  # BH-3.5
        cards = NUMBERS[call] + 1
        if self._position.judge(cards, what) != LEGAL:
            count = self._hands[seat][call]
            return self.refuse("call-not-three", {"seat": seat, "call": call, "count": count}, move)  # BH-3.5
        return Ruling(move, cards=cards, what=what)

    def _judge_play(self, move: Move) -> Ruling:
        codes: list[str] = move["cards"]
        position = self._position
        cards, what = packed(codes, int(position.called))
        if what < 0:
            return self.refuse("no-combination", {"cards": codes}, move)  # BH-5.2
        breach = int(position.judge(cards, what))
        if breach == LEGAL:
            return Ruling(move, reading=as_data(what), cards=cards, what=what)
        if breach in (LOWEST_WITH_JOKERS, LOWEST_TOO_SOON):
            key = "lowest-with-jokers" if breach == LOWEST_WITH_JOKERS else "lowest-too-soon"
            return self.refuse(key, {"cards": codes, "rank": codes[-1][0]}, move)
        beaten: list[str] = self.played[self._last_play()]["cards"]
        values: dict[str, Any] = {"cards": codes, "to_beat": list(beaten)}
        if breach == OTHER_SIZE:
            return self.refuse("other-size", {**values, "wanted": len(beaten), "count": len(codes)}, move)
        if breach == RED_STANDS:
            return self.refuse("red-stands", values, move)
        if breach == OTHER_KIND:
            kinds = {"kind": in_words(what), "wanted": in_words(position.to_beat)}
            return self.refuse("other-kind", {**values, **kinds}, move)
        low, high = next(
            (mine, theirs) for mine, theirs in zip(codes, beaten, strict=True) if not _outranks(mine, theirs)
        )
        return self.refuse("too-low", {**values, "low": low, "high": high}, move)

    def _last_play(self) -> int:
        """The place of the play to beat among the acts."""
        at = len(self.played) - 1
        while self.played[at]["type"] != "play":
            at -= 1
        return at

    def play(self, ruling: Ruling) -> None:
        """Makes a legal move and tells what happened."""
        kind = int(kind_of(ruling.what))
        seat = int(self._position.to_act)
        if kind == TAKE_TRIBUTE:
            self._take(seat, ruling.cards)
        elif kind == PASS_CROWN:
            self._pass_crown(seat)
        elif kind == ACCEPT_CROWN:
            self._accept(seat, ruling.cards)
        elif kind in (STAY_SILENT, DECLARE):
            self._answer(seat, ruling.what)
        else:
            assert ruling.move is not None
            self._play(seat, ruling.move.get("cards", []), ruling.cards, ruling.what)

    def _take(self, seat: int, mask: int) -> None:
        position = self._position
        slots = [slot for slot in range(len(position.puts)) if mask & int(slot_bit(slot))]
        cards = [card_name(int(position.puts[slot])) for slot in slots]
        position.apply(mask, TAKE_TRIBUTE << 16)
        self._takes.append((seat, slots))
        for code in cards:
            self._hands[seat][code] += 1
        secret: dict[int, dict[str, Any]] = {seat: {"cards": cards}}
        for place, slot in enumerate(slots):
            giver = int(position.givers[slot])
            self._knowledge.tell(giver, seat, cards[place])
            if giver not in secret:
                secret[giver] = {"cards": [HIDDEN] * len(slots)}
            secret[giver]["cards"][place] = cards[place]
        self.tell("tribute_taken", {"seat": seat, "slots": slots}, secret)

    def _pass_crown(self, seat: int) -> None:
        position = self._position
        position.apply(0, PASS_CROWN << 16)
        self._crown.append(seat)
        taker = (seat - 1) % SEATS  # BH-3.1
        self._hands[seat][EMPEROR_CODE] -= 1
        self._hands[taker][EMPEROR_CODE] += 1
        self._knowledge.leave(seat, EMPEROR_CODE)
        self._knowledge.show(taker, EMPEROR_CODE, 1)
        self.tell("crown_passed", {"seat": seat, "to": taker})
        if position.emperor >= 0:
            self.tell("crowned", {"seat": taker, "called": None})  # BH-3.2

    def _accept(self, seat: int, cards: int) -> None:
        self._position.apply(cards, ACCEPT_CROWN << 16)
        self._knowledge.show(seat, EMPEROR_CODE, 1)
        called = card_name(cards - 1) if cards > 0 else None
        if called is not None:
            self._knowledge.show(seat, called, CALLED_COPIES)  # BH-3.5
        self.tell("crowned", {"seat": seat, "called": called})

    def _answer(self, seat: int, what: int) -> None:
        position = self._position
        position.apply(0, what)
        act: dict[str, Any] = {"seat": seat, "type": KINDS[int(kind_of(what))]}
        if kind_of(what) == STAY_SILENT:
            self.tell("stayed_silent", {"seat": seat})
        else:
            alone = position.guard == position.emperor
            # BH-4.2: what is declared is what is so
            act["as"] = "opposition" if seat != position.guard else "alone" if alone else "loyalty"
            self.tell("declared", {"seat": seat, "as": act["as"]})
        self._declared.append(act)

    def _play(self, seat: int, codes: Sequence[str], cards: int, what: int) -> None:
        position = self._position
        trick = int(position.trick)
        last = int(position.last)
        gone = len(position.out)
        shown = position.guard_shown
        entry = self._make(codes, cards, what, {} if what == PASS else as_data(what))
        if what == PASS:
            self.tell("passed", {"seat": seat, "trick": trick})
        else:
            last = seat
            reading = dict(entry["combination"])
            self.tell("played", {"seat": seat, "trick": trick, "cards": list(codes), "combination": reading})
        if position.guard_shown and not shown:
            self.tell("guard_shown", {"seat": seat, "alone": position.guard == position.emperor})  # BH-5.4
        if len(position.out) > gone:
            self.tell("out", {"seat": seat, "place": len(position.out)})
        if position.trick > trick:
            self.tell("trick_won", {"seat": last, "trick": trick})

    def _make(self, codes: Sequence[str], cards: int, what: int, reading: dict[str, Any]) -> dict[str, Any]:
        """Makes a legal play on the position and writes it down, with the reading that it has, unless it is a pass."""
        position = self._position
        seat = int(position.to_act)
        trick = int(position.trick)
        entry: dict[str, Any]
        if what == PASS:
            entry = {"trick": trick, "seat": seat, "type": "pass"}
        else:
            entry = {"trick": trick, "seat": seat, "type": "play", "cards": list(codes), "combination": reading}
            hand = self._hands[seat]
            known = self._knowledge.seen[seat]
            for code in codes:
                hand[code] -= 1
                if code in known:
                    self._knowledge.leave(seat, code)
        position.apply(cards, what)
        self.played.append(entry)
        return entry

    def steps(self) -> int:
        """How many moves this deal has seen; in a deal thrown in, tribute was taken and the crown went all round."""
        accepted = 1 if self._position.emperor >= 0 and (self._terms.calls or len(self._crown) < SEATS) else 0
        before = self.redeals * (len(self._position.takers) + SEATS)  # BH-2.3, BH-3.5
        return before + len(self._takes) + len(self._crown) + accepted + len(self._declared) + len(self.played)

    def kind_of(self, what: int) -> str:
        """The kind of combination, or the type of move."""
        return KINDS[int(kind_of(what))]

    def move_of(self, seat: int, cards: int, what: int) -> Move:
        """A play of the position as a move."""
        kind = int(kind_of(what))
        move: Move = {"seat": seat, "type": "play" if SINGLE <= kind <= JOKERS else KINDS[kind]}
        if kind == TAKE_TRIBUTE:
            move["slots"] = [slot for slot in range(MOST_SLOTS) if cards & int(slot_bit(slot))]
        elif kind == ACCEPT_CROWN and cards > 0:
            move["call"] = card_name(cards - 1)
        elif SINGLE <= kind <= JOKERS:
            move["cards"] = unpacked(cards, what, self._hands[seat], int(self._position.called))
        return move

    # --- states and views -------------------------------------------------------------------

    def deal_fields(self, perspective: int | str | None) -> dict[str, Any]:
        """The deal as ``perspective`` knows it (BH-3.3, BH-3.4, X-3, X-4)."""
        position = self._position
        whole = perspective is None
        viewer = perspective if isinstance(perspective, int) else ONLOOKER
        hands: list[list[str]] = []
        for seat, hand in enumerate(self._hands):
            if whole or perspective == seat:
                hands.append(listed(hand))
            else:
                known = self._knowledge.known(viewer, seat)
                hands.append([*known, *[HIDDEN] * (sum(hand.values()) - len(known))])  # C-4
        emperor = int(position.emperor)
        return {
            "hands": hands,
            "out": [int(seat) for seat in position.out],
            "trick": self._trick() if position.phase == PLAYING else None,
            "played": self.played,
            "tribute": self._tribute_fields(perspective),
            "holder": None if position.phase == TRIBUTE else int(position.first_holder),
            "crown": list(self._crown),
            "emperor": None if emperor < 0 else emperor,
            "called": card_name(int(position.called)) if position.called >= 0 else None,
            "declared": [dict(act) for act in self._declared],
            "guard": self._guard_told(perspective),
            "alone": self._alone_told(perspective),
        }

    def _open(self, perspective: int | str | None) -> bool:
        """Whether the viewer knows all about the guard: from the state, or because it was shown, or is over."""
        return perspective is None or self._position.guard_shown or self.ended()

    def _guard_told(self, perspective: int | str | None) -> int | None:
        position = self._position
        guard = int(position.guard)
        if guard < 0 or guard == position.emperor:
            return None
        return guard if self._open(perspective) or perspective == guard else None

    def _alone_told(self, perspective: int | str | None) -> bool | None:
        position = self._position
        if position.emperor < 0:
            return None
        alone = bool(position.guard == position.emperor)
        if self._terms.calls or self._open(perspective):
            return alone
        return alone if perspective == int(position.emperor) or perspective == int(position.guard) else None

    def _tribute_fields(self, perspective: int | str | None) -> dict[str, Any] | None:
        position = self._position
        if not position.puts:
            return None
        takers = [-1] * len(position.puts)
        for seat, slots in self._takes:
            for slot in slots:
                takers[slot] = seat
        put: list[dict[str, Any]] = []
        for slot, card in enumerate(position.puts):
            giver = int(position.givers[slot])
            known = perspective is None or perspective == giver or perspective == takers[slot]  # BH-2.2
            put.append({"slot": slot, "seat": giver, "card": card_name(int(card)) if known else HIDDEN})
        return {"put": put, "taken": [{"seat": seat, "slots": list(slots)} for seat, slots in self._takes]}

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
        if not self._terms.calls:
            self._refuse_redeals()
        sizes = self.game.hand_sizes(self.options, self.start, self.previous_deal())
        account = Account(self.options, deal, self.perspective, sizes, self._plan())
        self._begin(account.dealt)
        for number, code in enumerate(account.puts):
            if card_name(int(self._position.puts[number])) != code:
                raise Inconsistent(f"/deal/tribute/put/{number}/card", "this was not the card to put")  # BH-2.1
        self._replay_takes(account)
        self._replay_crown(account)
        self._replay_declared(account)
        for place, entry in enumerate(account.played):
            self._replay_act(entry, place)
        self._step()

    def _refuse_redeals(self) -> None:
        """Where no card is called, no deal is thrown in (BH-3.5)."""
        for place, entry in enumerate(self.match.history):
            if entry["redeals"] != 0:
                raise Inconsistent(f"/match/history/{place}/redeals", "no deal is thrown in under these options")
        if self.redeals != 0:
            raise Inconsistent("/deal/redeals", "no deal is thrown in under these options")

    def _replay_takes(self, account: Account) -> None:
        for place, (_, slots) in enumerate(account.takes):
            mask = sum([int(slot_bit(slot)) for slot in slots])
            if self._position.judge(mask, TAKE_TRIBUTE << 16) != LEGAL:
                raise Inconsistent(f"/deal/tribute/taken/{place}", "this was not legal")
            self._take(int(self._position.to_act), mask)

    def _replay_crown(self, account: Account) -> None:
        position = self._position
        for place, seat in enumerate(account.crown):
            if position.phase != CROWN or position.to_act != seat:
                raise Inconsistent(f"/deal/crown/{place}", f"the RJ* was not with seat {seat}")
            self._pass_crown(seat)
        if position.phase == THROWN_IN:
            raise Inconsistent("/deal/crown", "a deal in which nobody can be crowned is dealt again")  # BH-3.5
        if account.emperor < 0 or position.emperor >= 0:
            return
        cards = NUMBERS[account.called] + 1 if account.called != "" else 0
        if position.judge(cards, ACCEPT_CROWN << 16) != LEGAL:
            raise Inconsistent("/deal/called" if cards else "/deal/emperor", "this was not legal")
        self._accept(int(position.to_act), cards)

    def _replay_declared(self, account: Account) -> None:
        for place, act in enumerate(account.declared):
            what = (DECLARE if act["type"] == "declare" else STAY_SILENT) << 16
            if self._position.judge(0, what) != LEGAL:
                raise Inconsistent(f"/deal/declared/{place}", "this was not legal")
            self._answer(int(self._position.to_act), what)

    def _replay_act(self, entry: dict[str, Any], place: int) -> None:
        position = self._position
        if position.phase != PLAYING:
            raise Inconsistent(f"/deal/played/{place}", "nothing could be played there")
        if entry["seat"] != int(position.to_act):
            raise Inconsistent(f"/deal/played/{place}/seat", f"it was the turn of seat {int(position.to_act)}")
        if entry["type"] == "pass":
            if position.judge(0, PASS) != LEGAL:
                raise Inconsistent(f"/deal/played/{place}", "this was not legal")
            self._make([], 0, PASS, {})
            return
        codes = written(entry["cards"])
        cards, what = packed(codes, int(position.called))
        reading: dict[str, Any] = as_data(what) if what >= 0 else {}
        if what < 0 or entry.get("combination") != reading:
            raise Inconsistent(f"/deal/played/{place}/combination", "these cards are no such combination")
        if position.judge(cards, what) != LEGAL:
            raise Inconsistent(f"/deal/played/{place}", "this was not legal")
        self._make(codes, cards, what, reading)


def _outranks(mine: str, theirs: str) -> bool:
    """Whether a card ranks higher than another (BH-1.2)."""
    return _rank_place(mine) < _rank_place(theirs)


def _rank_place(code: str) -> int:
    """Where a rank stands in written order."""
    return PLACES[code[:2]] if code not in NUMBERS else PLACES[code[0] + "S"]


class BaoHuang(Game):
    """The game."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "bao-huang"
        self.names = NAMES
        self.options = OPTIONS
        self.phases = PHASES
        self.moves = {kind.name: kind for kind in MOVES}
        self.combinations = COMBINATIONS
        self.roles = ("emperor", "guard", "alone", "people")  # as `roles_of` wants them
        self.total = 0  # BH-7.2, BH-7.3
        self.breaches = BREACHES
        self.terms = TERMS
        self.scores = SCORES
        self.choices = CHOICES
        self.resources = {"seats": draw_seats}
        self._strategy: Strategy = BaoHuangStrategy()
        self._by_pack: dict[bool, dict[str, str]] = {}

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
        """168 or 216 cards (BH-1.1), in the order of SH-5."""
        return full_pack(options["pack"] == "short")

    def in_pack(self, options: Mapping[str, Any], code: str) -> bool:
        """Whether the pack has a card of this code."""
        return has_code(options["pack"] == "short", code)

    def spellings(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Those of the pack that is played with."""
        short: bool = options["pack"] == "short"
        if short not in self._by_pack:
            self._by_pack[short] = spellings_in(self, options)
        return self._by_pack[short]

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards, highest first (BH-1.2, C-4)."""
        return written(cards)

    def distribute(
        self, options: Mapping[str, Any], cards: Sequence[str], start: int, previous: Mapping[str, Any] | None
    ) -> Dealt:
        """Cards are taken one by one in order of play, from the cutter's right on (BH-1.3)."""
        first = start + 2
        return Dealt(start, [written(cards[(seat - first) % SEATS :: SEATS]) for seat in range(SEATS)], [])

    def hand_sizes(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> list[int]:
        """The first takers hold one card more (BH-1.3)."""
        size = pack_size(options["pack"] == "short")
        return [(size - (seat - start - 2) % SEATS + SEATS - 1) // SEATS for seat in range(SEATS)]

    def start_of(self, options: Mapping[str, Any], previous: Mapping[str, Any], redeals: int) -> int:
        """The seat on the last dealer's right (BH-1.3), however often it has dealt again (BH-3.5)."""
        dealer: int = previous["dealer"]
        return (dealer + 1) % SEATS

    def steps_of(self, options: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[int, int]:
        """At least the crown, five answers and two plays of each seat that went out, as no play empties a hand; at
        most tribute, the crown all round and a play a card, with the others' passes after each."""
        redeals: int = entry["redeals"]
        out: list[int] = entry["outcome"]["out"]
        crown = SEATS + 1
        most = (redeals + 1) * (MOST_SLOTS + crown) + SEATS + SEATS * pack_size(options["pack"] == "short")
        return redeals * SEATS + 1 + SEATS + 2 * len(out), most

    def table(self, options: dict[str, Any], match: Match, seed: str | None) -> BaoHuangTable:
        """An empty table for a match."""
        return BaoHuangTable(self, options, match, seed)

    def check_outcome(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
        """The faults of an outcome by pointer within it."""
        return faults_of(outcome, options["guard"] == "called_card")

    def score_lines(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
        """How a sound outcome is scored (BH-7)."""
        return score_lines(outcome, options["declarations"] == "first_only")

    def scores_of(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[int]:
        """The scores of a sound outcome by seat, which those of its lines add up to (BH-7.4)."""
        told = normal(outcome)
        first_only = options["declarations"] == "first_only"
        return deal_scores(told["out"], told["emperor"], guard_of(told), told["declared"], first_only)

    def normal_outcome(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """``emperor``, ``guard``, ``out`` up to the end of the deal, ``declared``."""
        return normal(outcome)

    def roles_in(self, outcome: Mapping[str, Any]) -> list[str]:
        """Emperor and guard, or an emperor alone (BH-3.4), against the people."""
        return roles_of(self.roles, SEATS, outcome["emperor"], outcome["guard"])

    def read_combination(
        self,
        options: Mapping[str, Any],
        cards: Sequence[str],
        context: Mapping[str, Any] | None,
        against: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """What some cards are (one reading at most, BH-5.2), and whether they beat ``against`` (BH-5.3)."""
        faults: dict[str, str] = {f"/context/{name}": "this game has no such context" for name in context or {}}
        left: dict[str, int] = {}
        for code in self.full_pack(options):
            left[code] = left.get(code, 0) + 1
        mine = read_set(left, cards, "/cards", faults)
        theirs = read_set(left, against["cards"], "/against/cards", faults) if against is not None else []
        if faults:
            raise Invalid(faults)
        packed_cards, what = self._read(options, mine)
        beating: bool | None = None
        if against is not None:
            beaten, to_beat = self._read(options, theirs)
            if to_beat < 0:
                raise Invalid({"/against/cards": "these cards are no combination"})
            read, asked = as_data(to_beat), against.get("as")
            if asked is not None and any(asked[name] not in (None, read[name]) for name in asked):
                raise Invalid({"/against/as": "these cards have another reading, and that one alone"})  # BH-5.2
            alike = options["beat"] != "same_kind" or kind_of(what) == kind_of(to_beat)
            beating = what >= 0 and size_of(what) == size_of(to_beat) and alike
            beating = beating and bool(beats(packed_cards, what, beaten, to_beat))
        return {"readings": [as_data(what)] if what >= 0 else [], "beats": beating, "capture": None}

    def _read(self, options: Mapping[str, Any], codes: Sequence[str]) -> tuple[int, int]:
        cards, what = packed(codes, -1)
        lowest = int(terms_of(options).lowest)
        if what >= 0 and lowest >= 0 and what & 255 == lowest and int(jokers_of(cards)) != 0:
            return cards, -1  # BH-6.2
        return cards, what


BAO_HUANG: Final = BaoHuang()
