"""What a state or view of Bao Huang says happened, taken down from plain data.

Cards and numbers are checked here; whether the acts were legal is for the position, on which the table makes them
again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN
from referee.games.bao_huang.fill import Filled, Puzzle, Slot, fill, guard_card
from referee.games.bao_huang.readings import EMPEROR_CODE, RANK_ORDER, counted_pack, taken_out
from referee.games.bao_huang.scoring import SEATS, TributePlan, is_over
from referee.rulings import Inconsistent

ROLES: Final = ("loyalty", "opposition", "alone")


class Account:
    """The primary facts of a deal.

    ``played`` are the acts of the tricks as they stand, ``takes`` the tribute taken as (seat, slots), ``crown`` who
    passed it, ``declared`` the acts before the first lead. ``dealt`` are the hands as dealt and ``puts`` the tribute
    cards by slot, unknown ones filled in. ``sizes`` are the numbers of cards dealt, ``plan`` the tribute due.
    Raises Inconsistent where cards, seats or numbers cannot be so.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        deal: Mapping[str, Any],
        perspective: int | str | None,
        sizes: Sequence[int],
        plan: TributePlan,
    ) -> None:
        self.options: dict[str, Any] = dict(options)
        self.perspective = perspective
        self.calls: bool = options["guard"] == "called_card"
        short = options["pack"] == "short"
        self._left: dict[str, int] = counted_pack(short)
        self._lowest: str = RANK_ORDER[3 if short else 0]
        self.played: list[dict[str, Any]] = deal["played"]
        self._gone: list[list[str]] = [[] for _ in range(SEATS)]
        self._read_played()
        self.crown: list[int] = []
        self.holder: int = self._seat_or_none(deal["holder"], "/deal/holder")
        self.emperor: int = self._seat_or_none(deal["emperor"], "/deal/emperor")
        self.called: str = ""
        self._read_crown(deal)
        self.declared: list[Mapping[str, Any]] = list(deal["declared"])
        self._read_declared()
        self.slots: list[Slot] = []
        self.takes: list[tuple[int, list[int]]] = []
        self._read_tribute(deal["tribute"], plan)
        self._known: list[list[str]] = []
        self._rooms: list[int] = []
        self._read_hands(deal["hands"], sizes)
        filled = self._filled(deal["result"])
        self.puts: list[str] = filled.slots
        self.dealt: list[list[str]] = self._as_dealt(filled)

    # --- cards and seats --------------------------------------------------------------------

    def _card(self, code: str, at: str, place: int = -1) -> str:
        """Takes a card out of what is left of the pack; empty for a hidden one, which a state may not have.

        ``at`` is its pointer, or that of the list in which it has this ``place``: pointers are made only for a fault.
        """
        left = self._left.get(code, -1)
        if left > 0:
            self._left[code] = left - 1
            return code
        if place >= 0:
            at = f"{at}/{place}"
        if code == HIDDEN:
            if self.perspective is None:
                raise Inconsistent(at, "no card of a state is hidden")
            return ""
        if left < 0:
            raise Inconsistent(at, f"{code} is no card of this pack")
        raise Inconsistent(at, f"there are more {code} than the pack has")

    def _seat(self, seat: Any, at: str) -> int:
        if not isinstance(seat, int) or not 0 <= seat < SEATS:
            raise Inconsistent(at, "there is no such seat")
        return seat

    def _seat_or_none(self, seat: Any, at: str) -> int:
        return -1 if seat is None else self._seat(seat, at)

    def _read_played(self) -> None:
        for place, entry in enumerate(self.played):
            seat = entry.get("seat")
            if not isinstance(seat, int) or not 0 <= seat < SEATS:
                raise Inconsistent(f"/deal/played/{place}/seat", "there is no such seat")
            kind = entry.get("type")
            if kind == "pass":
                continue
            if kind != "play":
                raise Inconsistent(f"/deal/played/{place}/type", "must be play or pass")
            at = f"/deal/played/{place}/cards"
            cards: list[str] = entry.get("cards") or []
            if not cards:
                raise Inconsistent(at, "no card was played")
            gone = self._gone[seat]
            for number, code in enumerate(cards):
                card = self._card(code, at, number)
                if card == "":
                    raise Inconsistent(f"{at}/{number}", "a card that was played is not hidden")
                gone.append(card)

    def _read_crown(self, deal: Mapping[str, Any]) -> None:
        given: Sequence[int] = deal["crown"]
        called: str | None = deal["called"]
        if self.holder < 0 and (given or self.emperor >= 0):
            raise Inconsistent("/deal/holder", "somebody held the RJ* first")
        if len(given) > SEATS:
            raise Inconsistent(f"/deal/crown/{SEATS}", "the crown goes round once at most")
        for place, seat in enumerate(given):
            if seat != (self.holder - place) % SEATS:  # BH-3.1
                raise Inconsistent(f"/deal/crown/{place}", f"it was for seat {(self.holder - place) % SEATS} to pass")
            self.crown.append(seat)
        if self.emperor >= 0 and self.emperor != self.crown_seat():
            raise Inconsistent("/deal/emperor", f"the crown was with seat {self.crown_seat()}")
        if called is None:
            if self.calls and self.emperor >= 0:
                raise Inconsistent("/deal/called", "the emperor has called a card")  # BH-3.5
        elif not self.calls or self.emperor < 0:
            raise Inconsistent("/deal/called", "no card has been called")
        elif called not in self._left or called[0] not in RANK_ORDER:
            raise Inconsistent("/deal/called", f"{called} cannot be called")
        else:
            self.called = called

    def crown_seat(self) -> int:
        """Who has been given the ``RJ*`` last; -1 while nobody knows who has it."""
        return -1 if self.holder < 0 else (self.holder - len(self.crown)) % SEATS

    def _read_declared(self) -> None:
        if self.declared and self.emperor < 0:
            raise Inconsistent("/deal/declared/0", "there is no emperor yet")
        if len(self.declared) > SEATS:
            raise Inconsistent(f"/deal/declared/{SEATS}", "each seat is asked once")
        for place, act in enumerate(self.declared):
            at = f"/deal/declared/{place}"
            if act.get("seat") != (self.emperor + place) % SEATS:  # BH-4.1
                raise Inconsistent(at + "/seat", f"it was seat {(self.emperor + place) % SEATS} that was asked")
            if act.get("type") == "declare":
                if act.get("as") not in ROLES:
                    raise Inconsistent(at + "/as", "must be one of " + ", ".join(ROLES))
            elif act.get("type") != "stay_silent":
                raise Inconsistent(at + "/type", "must be declare or stay_silent")
        if self.played and len(self.declared) < SEATS:
            raise Inconsistent("/deal/played/0", "not all seats have been asked yet")

    def _read_tribute(self, tribute: Mapping[str, Any] | None, plan: TributePlan) -> None:
        if tribute is None:
            if plan.takers:
                raise Inconsistent("/deal/tribute", "tribute is due in this deal")  # BH-2.1
            return
        if not plan.takers:
            raise Inconsistent("/deal/tribute", "no tribute is due in this deal")
        givers = [seat for seat in range(SEATS) for _ in range(plan.owed[seat])]
        put: Sequence[Mapping[str, Any]] = tribute["put"]
        taken: Sequence[Mapping[str, Any]] = tribute["taken"]
        if len(put) != len(givers):
            raise Inconsistent("/deal/tribute/put", f"there are {len(givers)} slots")
        owners = [-1] * len(givers)
        if len(taken) > len(plan.takers):
            raise Inconsistent(f"/deal/tribute/taken/{len(plan.takers)}", "nobody else takes tribute")
        for place, act in enumerate(taken):
            at = f"/deal/tribute/taken/{place}"
            if act["seat"] != plan.takers[place]:
                raise Inconsistent(at + "/seat", f"it was for seat {plan.takers[place]} to take")  # BH-2.2
            slots: list[int] = list(act["slots"])
            if len(slots) != plan.numbers[place] or slots != sorted(set(slots)):
                raise Inconsistent(at + "/slots", f"must be {plan.numbers[place]} slots in order")
            for number, slot in enumerate(slots):
                if not 0 <= slot < len(owners) or owners[slot] >= 0:
                    raise Inconsistent(f"{at}/slots/{number}", "this slot was not in the pool")
                owners[slot] = plan.takers[place]
            self.takes.append((plan.takers[place], slots))
        if (len(taken) < len(plan.takers)) != (self.holder < 0):
            raise Inconsistent("/deal/holder", "the crown is offered when all tribute has been taken")  # BH-2.3
        for number, entry in enumerate(put):
            self._read_put(number, entry, givers[number], owners[number])

    def _read_put(self, number: int, entry: Mapping[str, Any], giver: int, owner: int) -> None:
        at = f"/deal/tribute/put/{number}"
        if entry["seat"] != giver:
            raise Inconsistent(at + "/seat", f"this is a slot of seat {giver}")
        code: str = entry["card"]
        if code == HIDDEN:
            if self.perspective is None:
                raise Inconsistent(at + "/card", "no card of a state is hidden")
            code = ""
        elif owner < 0:
            self._card(code, at + "/card")
        if code != "" and (code not in self._left or code[0] not in RANK_ORDER or len(code) != 2):
            raise Inconsistent(at + "/card", f"{code} is no card of a tribute")
        self.slots.append(Slot(giver, owner, code))

    def _read_hands(self, hands: Sequence[Sequence[str]], sizes: Sequence[int]) -> None:
        if len(hands) != SEATS:
            raise Inconsistent("/deal/hands", f"there must be {SEATS} hands, one a seat")
        for seat, hand in enumerate(hands):
            due = sizes[seat] - len(self._gone[seat])
            due -= len([slot for slot in self.slots if slot.giver == seat])
            due += len([slot for slot in self.slots if slot.taker == seat])
            if self.holder >= 0:
                due += (1 if seat == self.crown_seat() else 0) - (1 if seat == self.holder else 0)
            if len(hand) != due:
                raise Inconsistent(f"/deal/hands/{seat}", f"there must be {due} cards")
            known: list[str] = []
            at = f"/deal/hands/{seat}"
            for place, code in enumerate(hand):
                card = self._card(code, at, place)
                if card != "":
                    known.append(card)
                elif self.perspective == seat:
                    raise Inconsistent(f"{at}/{place}", "a seat knows its own cards")
            self._known.append(known)
            self._rooms.append(len(hand) - len(known))

    # --- filling in -------------------------------------------------------------------------

    def puzzle(self, result: Mapping[str, Any] | None) -> Puzzle:
        """What is known and what is not."""
        puzzle = Puzzle()
        puzzle.unknown = [code for code, number in self._left.items() for _ in range(number)]
        puzzle.rooms = list(self._rooms)
        puzzle.known = [known + gone for known, gone in zip(self._known, self._gone, strict=True)]
        puzzle.slots = self.slots
        puzzle.crown_seat = self.crown_seat()
        if self.emperor >= 0:
            puzzle.guard_code = guard_card(self.called)
            puzzle.guards = self._guards(result)
        elif self.calls and len(self.crown) == SEATS:
            puzzle.caller = self.holder
        if self.options["lowest_last"]:
            puzzle.lowest = self._lowest
            puzzle.lowest_only = [
                seat for seat in range(SEATS) if any(code[0] == self._lowest for code in self._gone[seat])
            ]
        return puzzle

    def _guards(self, result: Mapping[str, Any] | None) -> list[int]:
        """The seats that can be the guard (the emperor's own: he plays alone), by what was declared and who is out."""
        seats = [seat for seat in range(SEATS) if not (self.calls and seat == self.emperor)]
        for act in self.declared:
            if act["type"] == "declare":
                if act["as"] == "opposition":
                    seats = [seat for seat in seats if seat != act["seat"]]
                else:
                    seats = [seat for seat in seats if seat == act["seat"]]
        if result is not None:
            outcome = result.get("outcome")
            guard = outcome.get("guard") if isinstance(outcome, dict) else None
            return [seat for seat in seats if seat == (self.emperor if guard is None else guard)]
        out = [seat for seat in range(SEATS) if self._rooms[seat] + len(self._known[seat]) == 0]
        return [seat for seat in seats if not is_over(out, self.emperor, seat)]  # BH-7.1

    def _filled(self, result: Mapping[str, Any] | None) -> Filled:
        if self.perspective is None:
            if any(self._left.values()):
                raise Inconsistent("/deal/hands", "cards of the pack are missing")
            return Filled([[] for _ in range(SEATS)], [slot.code for slot in self.slots])
        filled = fill(self.puzzle(result))
        if filled is None:
            raise Inconsistent("/deal/hands", "no deal fits what was seen")
        return filled

    def _as_dealt(self, filled: Filled) -> list[list[str]]:
        """The hands before tribute and crown: what is held now and what has left them."""
        had = [[*known, *more, *gone] for known, more, gone in zip(self._known, filled.hands, self._gone, strict=True)]
        for number, slot in enumerate(self.slots):
            code = filled.slots[number]
            if slot.taker >= 0:
                if code not in had[slot.taker]:
                    raise Inconsistent(f"/deal/tribute/put/{number}/card", f"seat {slot.taker} has not had {code}")
                had[slot.taker] = taken_out(had[slot.taker], [code])
        for number, slot in enumerate(self.slots):
            had[slot.giver].append(filled.slots[number])
        if self.holder >= 0:
            now = self.crown_seat()
            if EMPEROR_CODE not in had[now]:
                raise Inconsistent(f"/deal/hands/{now}", "the RJ* was there")
            had[now] = taken_out(had[now], [EMPEROR_CODE])
            had[self.holder].append(EMPEROR_CODE)
        return had
