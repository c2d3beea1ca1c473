"""What a state or view of Zheng Fen says happened, taken down from plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cards import HIDDEN
from referee.games.zheng_fen.combinations import PASS
from referee.games.zheng_fen.fill import fill
from referee.games.zheng_fen.readings import LED_WITH, PACK, from_data
from referee.rulings import Inconsistent


class Act:
    """A play or a pass: who, which cards (a mask, 0 for a pass) and their reading."""

    def __init__(self, seat: int, cards: int, what: int) -> None:
        self.seat = seat
        self.cards = cards
        self.what = what


class Account:
    """The primary facts of a deal: ``hands`` as dealt (masks by seat), the first ``leader``, the ``acts`` in order.

    ``sizes`` are the numbers of cards dealt; ``leader`` is -1 in a first deal, where it follows from the 3H (ZF-2.2).
    What the viewer does not know is filled in. Raises Inconsistent where cards or seats cannot be so; whether the acts
    were legal is for the position.
    """

    def __init__(
        self, deal: Mapping[str, Any], perspective: int | str | None, sizes: Sequence[int], leader: int
    ) -> None:
        seats = len(sizes)
        self.seen: int = 0
        self.acts: list[Act] = []
        for place, entry in enumerate(deal["played"]):
            self.acts.append(self._act(entry, seats, place))
        gone = [0] * seats
        for act in self.acts:
            gone[act.seat] |= act.cards
        known: list[int] = []
        hidden: list[int] = []
        hands = deal["hands"]
        if len(hands) != seats:
            raise Inconsistent("/deal/hands", f"there must be {seats} hands, one a seat")
        for seat, hand in enumerate(hands):
            if len(hand) + gone[seat].bit_count() != sizes[seat]:
                raise Inconsistent(f"/deal/hands/{seat}", f"with what was played there must be {sizes[seat]} cards")
            mask = gone[seat]
            number = 0
            for place, code in enumerate(hand):
                if code != HIDDEN:
                    mask |= self._card(code, "/deal/hands", seat, place)
                elif perspective is None or perspective == seat:
                    raise Inconsistent(f"/deal/hands/{seat}/{place}", "this card cannot be hidden here")
                else:
                    number += 1
            known.append(mask)
            hidden.append(number)
        holder = -1
        self.leader: int = leader
        if leader < 0:
            self.leader = _holder(known)
            if self.leader < 0:
                holder = self._told_leader(deal, seats)
                if hidden[holder] == 0:
                    raise Inconsistent(f"/deal/hands/{holder}", f"the first leader cannot have held {LED_WITH}")
                self.leader = holder
        self.hands: list[int] = fill(known, hidden, PACK.all & ~self.seen, holder)

    def _card(self, code: Any, at: str, name: str | int, place: int) -> int:
        """The bit of a card; the parts of its pointer are put together only for a fault."""
        if not isinstance(code, str) or not PACK.has(code):
            raise Inconsistent(f"{at}/{name}/{place}", f"{code} is no card of this game")
        bit = PACK.bit_of(code)
        if self.seen & bit:
            raise Inconsistent(f"{at}/{name}/{place}", f"there is only one {code}")
        self.seen |= bit
        return bit

    def _act(self, entry: dict[str, Any], seats: int, number: int) -> Act:
        seat = entry.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < seats:
            raise Inconsistent(f"/deal/played/{number}/seat", "there is no such seat")
        kind = entry.get("type")
        if kind == "pass":
            return Act(seat, 0, PASS)
        at = f"/deal/played/{number}"
        if kind != "play":
            raise Inconsistent(at + "/type", "must be play or pass")
        mask = 0
        cards: list[Any] = entry.get("cards") or []
        for place, code in enumerate(cards):
            mask |= self._card(code, at, "cards", place)
        if mask == 0:
            raise Inconsistent(at + "/cards", "no card was played")
        what = from_data(entry.get("combination"))
        if what < 0:
            raise Inconsistent(at + "/combination", "there is no such combination")
        return Act(seat, mask, what)

    def _told_leader(self, deal: Mapping[str, Any], seats: int) -> int:
        """Who led first, where the 3H is not seen: the first to play, or who is to lead."""
        if self.acts:
            return self.acts[0].seat
        trick = deal.get("trick")
        leader = trick.get("leader") if isinstance(trick, dict) else None
        if not isinstance(leader, int) or not 0 <= leader < seats:
            raise Inconsistent("/deal/trick", "somebody is to lead the first trick")
        return leader


def _holder(hands: Sequence[int]) -> int:
    for seat, hand in enumerate(hands):
        if hand & PACK.bit_of(LED_WITH):
            return seat
    return -1
