"""A trick of a climbing game: who acts next, when a trick is over, who is out (T-1 … T-4)."""

from referee.cards import bit
from referee.ints import i64
from referee.position import Position


class ClimbingPosition(Position):
    """What the three climbing games share: turns, passes, tricks and the order of going out.

    ``active`` and ``passed`` are masks of seats; ``leader`` led the trick; ``last`` made its last
    play, -1 while there is none; ``out`` is the order in which seats went out.
    """

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.active: i64 = bit(seats) - 1
        self.passed: i64 = 0
        self.leader: i64 = -1
        self.last: i64 = -1
        self.out: list[i64] = []
        self.trick: i64 = 0

    def copy_turns(self, other: "ClimbingPosition") -> None:
        """Takes over everything that this class keeps from another position of the same game."""
        self.to_act = other.to_act
        self.active = other.active
        self.passed = other.passed
        self.leader = other.leader
        self.last = other.last
        self.out = other.out.copy()
        self.trick = other.trick

    def is_active(self, seat: i64) -> bool:
        """Whether a seat still holds cards (T-4)."""
        return (self.active >> seat) & 1 == 1

    def next_active(self, seat: i64) -> i64:
        """The next seat after ``seat`` that still holds cards; ``seat`` itself if it is the only one."""
        at = seat
        while True:
            at = at + 1
            if at == self.seats:
                at = 0
            if (self.active >> at) & 1 == 1 or at == seat:
                return at

    def lead(self, seat: i64) -> None:
        """Opens a trick that ``seat`` leads (T-1)."""
        self.leader = seat
        self.to_act = seat
        self.last = -1
        self.passed = 0

    def turn_played(self, goes_out: bool) -> bool:
        """Notes a play by the seat to act; ``goes_out`` when it was its last card (T-4).

        Returns whether the trick is over, as nobody is left to beat it (T-3). Else the turn has gone on.
        """
        self.last = self.to_act
        self.passed = 0
        if goes_out:
            self.active = self.active & ~bit(self.to_act)
            self.out.append(self.to_act)
        return self._go_on()

    def turn_passed(self) -> bool:
        """Notes a pass by the seat to act. Returns whether the trick is over (T-3)."""
        self.passed = self.passed | bit(self.to_act)
        return self._go_on()

    def _go_on(self) -> bool:
        if self.active & ~self.passed & ~bit(self.last) == 0:
            return True
        self.to_act = self.next_active(self.to_act)
        return False
