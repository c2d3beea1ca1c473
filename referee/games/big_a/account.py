"""What a state or view of Big A says happened, taken down from plain data."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN
from referee.games.big_a.fill import fill
from referee.games.big_a.position import FACE_UP, PACK_SIZE, SEATS
from referee.games.big_a.readings import COPIES, NUMBERS
from referee.games.big_a.scoring import end_of
from referee.rulings import Inconsistent

STOCK: Final = 2 * SEATS
"""The room of the stock; before it come the hands, then the cards that lie face down."""


class Act:
    """An exposure, an answer or a play: who, what type, which cards, and whether it is said to capture."""

    def __init__(self, seat: int, kind: str, cards: list[str], captures: bool = False, forced: bool = False) -> None:
        self.seat = seat
        self.kind = kind
        self.cards = cards
        self.captures = captures
        self.forced = forced


def drawn_by(first: int, seat: int, drawn: int) -> int:
    """How many of the first ``drawn`` cards a seat takes, when ``first`` takes the first (BA-2.1)."""
    return (drawn - (seat - first) % SEATS + SEATS - 1) // SEATS if drawn > 0 else 0


class Account:
    """The primary facts of a deal.

    ``hands`` by seat before the last cards are taken up, ``faces`` the cards face down (empty text for none) and
    ``stock``, all by their codes; ``early`` are the exposures of the draw, ``closing``, ``reveal`` and ``plays`` the
    other acts in order. What the viewer does not know is filled in.
    Raises Inconsistent where cards or seats cannot be so; whether the acts were legal is for the position.
    """

    def __init__(self, deal: Mapping[str, Any], perspective: int | str | None, first: int) -> None:
        self.first = first
        self.perspective = perspective
        self.over: bool = deal["result"] is not None
        self.exposed: list[Act] = _acts(deal["exposed"], "/deal/exposed", ("expose",))
        self.closing: list[Act] = _acts(deal["closing"], "/deal/closing", ("decline", "expose"))
        self.reveal: list[Act] = _acts(deal["reveal"], "/deal/reveal", ("decline", "reveal"))
        self.plays: list[Act] = _acts(deal["played"], "/deal/played", ("play", "pass"))
        self.forced: bool = any([act.forced for act in self.exposed])
        late = len([act for act in self.closing if act.kind == "expose"]) + (1 if self.forced else 0)
        self.early: list[Act] = self.exposed[: max(0, len(self.exposed) - late)]
        self._seen: dict[str, int] = dict.fromkeys(NUMBERS, 0)
        self._nets: list[dict[str, int]] = [{} for _ in range(SEATS)]
        self._sizes: list[int] = [0] * SEATS
        self.outs: list[tuple[int, int]] = []
        """Who went out, and by which play."""
        self._follow_plays()
        hands, faces, stock = deal["hands"], deal["face_down"], deal["stock"]
        if len(hands) != SEATS:
            raise Inconsistent("/deal/hands", f"there must be {SEATS} hands, one a seat")
        drawn = PACK_SIZE - len(stock)
        if drawn < 0:
            raise Inconsistent("/deal/stock", f"there are {PACK_SIZE} cards in all")
        if faces is None and drawn < PACK_SIZE:
            raise Inconsistent("/deal/face_down", "the last cards are not taken up before all are drawn")
        if faces is not None and len(faces) != SEATS:
            raise Inconsistent("/deal/face_down", f"there must be {SEATS} places, one a seat")
        self.taken_up: bool = faces is None
        rooms = [0] * (STOCK + 1)
        known: list[list[str]] = []
        for seat in range(SEATS):
            seen = drawn_by(first, seat, drawn if faces is None else min(drawn, FACE_UP))
            if len(hands[seat]) + self._sizes[seat] != seen:
                raise Inconsistent(f"/deal/hands/{seat}", f"with what was played there must be {seen} cards")
            known.append(self._read(hands[seat], f"/deal/hands/{seat}", perspective in (None, seat)))
            rooms[seat] = len(hands[seat]) - len(known[seat])
            for code, number in self._nets[seat].items():
                known[seat] += [code] * number
                if number < 0:
                    self._give_up(known[seat], code, -number, seat)
        self.faces: list[str] = [""] * SEATS
        for seat in range(SEATS if faces is not None else 0):
            there = drawn_by(first, seat, drawn) > drawn_by(first, seat, min(drawn, FACE_UP))
            if (faces[seat] is not None) != there:
                raise Inconsistent(f"/deal/face_down/{seat}", "lies there from the last card drawn on, not before")
            if there:
                read = self._read([faces[seat]], "/deal/face_down", perspective is None, seat)
                self.faces[seat] = read[0] if read else ""
                rooms[SEATS + seat] = 1 - len(read)
        self.stock: list[str] = self._read(stock, "/deal/stock", perspective is None)
        rooms[STOCK] = len(stock) - len(self.stock)
        self._check_open(known)
        self._fill(rooms, known, deal)

    def _follow_plays(self) -> None:
        """Takes down what left each hand, less what came in by capturing, and who went out."""
        held = [drawn_by(self.first, seat, PACK_SIZE) for seat in range(SEATS)]
        last: Act | None = None
        for place, act in enumerate(self.plays):
            if act.kind == "pass":
                continue
            at = f"/deal/played/{place}"
            net = self._nets[act.seat]
            if act.captures:
                if last is None:
                    raise Inconsistent(at + "/captures", "there was nothing to capture")
                for code in last.cards:
                    net[code] = net.get(code, 0) - 1
                    self._seen[code] -= 1
                held[act.seat] += len(last.cards)
                self._sizes[act.seat] -= len(last.cards)
            for number, code in enumerate(act.cards):
                net[code] = net.get(code, 0) + 1
                self._count(code, at, "/cards", number)
            held[act.seat] -= len(act.cards)
            self._sizes[act.seat] += len(act.cards)
            if held[act.seat] == 0:
                self.outs.append((place, act.seat))
            last = act

    def _count(self, code: str, at: str, name: str, place: int) -> None:
        """Counts a card; the parts of its pointer are put together only for a fault."""
        seen = self._seen[code] + 1
        self._seen[code] = seen
        if seen > COPIES:
            raise Inconsistent(f"{at}{name}/{place}", f"there are only {COPIES} {code}")

    def _read(self, cards: Sequence[Any], at: str, open_to_viewer: bool, offset: int = 0) -> list[str]:
        """The cards that are known, counted against the pack."""
        known: list[str] = []
        for place, code in enumerate(cards):
            if code == HIDDEN:
                if open_to_viewer:
                    raise Inconsistent(f"{at}/{place + offset}", "this card cannot be hidden here")
                continue
            if not isinstance(code, str) or code not in NUMBERS:
                raise Inconsistent(f"{at}/{place + offset}", f"{code} is no card of this game")
            self._count(code, at, "", place + offset)
            known.append(code)
        return known

    def _give_up(self, known: list[str], code: str, number: int, seat: int) -> None:
        """Takes cards that were captured, and are held still, from what a seat was dealt."""
        for _ in range(number):
            if code not in known:
                raise Inconsistent(f"/deal/hands/{seat}", f"a captured {code} must be among these cards")
            known.remove(code)

    def _check_open(self, known: Sequence[Sequence[str]]) -> None:
        """The aces that were exposed or revealed are known to all."""
        wanted: dict[tuple[int, str], int] = {}
        for act in self.exposed:
            key = (act.seat, act.cards[0])
            wanted[key] = wanted.get(key, 0) + len(act.cards)
        for act in self.reveal:
            if act.kind == "reveal" and self.exposed:
                key = (act.seat, self.exposed[-1].cards[0])
                wanted[key] = wanted.get(key, 0) + 1
        for (seat, code), number in wanted.items():
            if known[seat].count(code) < number:
                raise Inconsistent(f"/deal/hands/{seat}", f"seat {seat} has shown {number} {code}")

    def _fill(self, rooms: Sequence[int], known: Sequence[list[str]], deal: Mapping[str, Any]) -> None:
        """Fills in what the viewer does not know."""
        unseen = [code for code in NUMBERS for _ in range(COPIES - self._seen[code])]
        second = ""
        chances: list[int] = []
        if self.taken_up:
            if not self.exposed:
                raise Inconsistent("/deal/exposed", "an ace is exposed before the last cards are taken up")
            big = self.exposed[-1].cards[0]
            if big in unseen:
                second = big
                chances = self._chances(rooms, deal)
        dealt = fill(rooms, unseen, second, chances)
        self.hands: list[list[str]] = [[*known[seat], *dealt[seat]] for seat in range(SEATS)]
        self.stock = [*self.stock, *dealt[STOCK]]
        for seat in range(SEATS):
            if dealt[SEATS + seat]:
                self.faces[seat] = dealt[SEATS + seat][0]
            if self.taken_up:
                self.faces[seat] = self._last_of(seat)
                self.hands[seat].remove(self.faces[seat])

    def _chances(self, rooms: Sequence[int], deal: Mapping[str, Any]) -> list[int]:
        """The chances of each seat to hold the second Big Ace where nobody is seen to; the viewer's knowledge counts.

        A seat that was asked for the ace of hearts before the declarer can have it only as the card that lay face
        down (BA-2.6).
        """
        declarer = self.exposed[-1].seat
        partner, alone = deal["partner"], deal["alone"]
        chances = [0] * len(rooms)
        for seat in range(SEATS):
            fits = self._fits(declarer, None if seat == declarer else seat)
            if partner is not None:
                fits = fits and seat == partner
            elif alone is not None:
                fits = fits and (seat == declarer) is alone
            if fits:
                chances[seat] = rooms[seat] * (1 if self._asked_before(seat, declarer) else drawn_by(0, 0, PACK_SIZE))
        if sum(chances) == 0:
            raise Inconsistent("/deal/hands", "nobody can hold the second Big Ace")
        return chances

    def _fits(self, declarer: int, partner: int | None) -> bool:
        """Whether, with this partner, the deal would have ended when it did, or be going on as it is (BA-7.1)."""
        out = [seat for _, seat in self.outs]
        end = end_of(declarer, partner, out)
        if self.over:
            return end == len(out) and self.outs[-1][0] == len(self.plays) - 1
        return end < 0

    def _asked_before(self, seat: int, declarer: int) -> bool:
        return self.forced and (seat - self.first) % SEATS < (declarer - self.first) % SEATS

    def _last_of(self, seat: int) -> str:
        """A card that can have lain face down."""
        hand = self.hands[seat]
        if self._asked_before(seat, self.exposed[-1].seat) and "AH" in hand:
            return "AH"
        return next(code for code in hand if code[0] != "A")


def _acts(entries: list[dict[str, Any]], at: str, kinds: tuple[str, ...]) -> list[Act]:
    return [_act(entry, at, place, kinds) for place, entry in enumerate(entries)]


def _act(entry: dict[str, Any], at: str, place: int, kinds: tuple[str, ...]) -> Act:
    """One act; the parts of its pointer are put together only for a fault."""
    seat = entry.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < SEATS:
        raise Inconsistent(f"{at}/{place}/seat", "there is no such seat")
    kind = entry.get("type", kinds[0])
    if kind not in kinds:
        raise Inconsistent(f"{at}/{place}/type", "must be " + " or ".join(kinds))
    cards: list[str] = []
    if kind == "expose" or kind == "play":
        named: list[Any] = entry.get("cards") or []
        for number, code in enumerate(named):
            if not isinstance(code, str) or code not in NUMBERS:
                raise Inconsistent(f"{at}/{place}/cards/{number}", f"{code} is no card that can stand here")
            cards.append(code)
        if not cards:
            raise Inconsistent(f"{at}/{place}/cards", "names no card")
    if kind == "expose" and (len(cards) > COPIES or cards[0][0] != "A" or cards[0] != cards[-1]):
        raise Inconsistent(f"{at}/{place}/cards", "must be one ace, or two of a suit")
    return Act(seat, kind, cards, entry.get("captures") is True, entry.get("forced") is True)
