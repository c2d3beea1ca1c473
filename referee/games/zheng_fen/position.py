"""Zheng Fen as a position: hands as masks, the play to beat, the cards won (ZF-2 … ZF-6)."""

from typing import Final

from referee.cards import popcount
from referee.chance import Chance
from referee.climbing import ClimbingPosition
from referee.games.zheng_fen.combinations import (
    FULL_HOUSE,
    MIXED_FIVE_TEN_KING,
    PAIR_SEQUENCE,
    PASS,
    QUADRUPLE,
    Walk,
    beats,
    family_count,
    family_members,
    family_nth,
    points_of,
)
from referee.ints import i64

LEGAL: Final = 0
DEAL_IS_OVER: Final = 1
NOT_HELD: Final = 2
MUST_LEAD: Final = 3
NO_COMBINATION: Final = 4
OTHER_KIND: Final = 5
RANK_TOO_LOW: Final = 6
SEQUENCE_TOO_LOW: Final = 7
SPECIAL_TOO_LOW: Final = 8
SAME_SPECIAL: Final = 9


def shortfall(what: i64, beat: i64) -> i64:
    """Why the reading ``what`` does not beat ``beat``: ``OTHER_KIND`` … ``SAME_SPECIAL``, or ``LEGAL`` when it does."""
    if beats(what, beat):
        return LEGAL
    kind = what >> 12
    beaten = beat >> 12
    if beaten >= MIXED_FIVE_TEN_KING:
        return SAME_SPECIAL if kind == beaten else SPECIAL_TOO_LOW
    if kind != beaten:
        return OTHER_KIND
    return SEQUENCE_TOO_LOW if kind >= PAIR_SEQUENCE and kind != FULL_HOUSE else RANK_TOO_LOW


class ZhengFenPosition(ClimbingPosition):
    """One deal in play.

    ``hands`` and ``won`` are masks by seat (see `combinations`), ``pile`` the cards of the trick in progress,
    ``beat`` the reading to beat, ``PASS`` at a lead. ``quadruple`` is the option (ZF-3.4).
    """

    def __init__(self, hands: list[i64], leader: i64, quadruple: bool) -> None:
        super().__init__(len(hands))
        self.hands: list[i64] = hands.copy()
        self.won: list[i64] = [0] * len(hands)
        self.pile: i64 = 0
        self.beat: i64 = PASS
        self.quadruple: bool = quadruple
        self.lead(leader)

    def last_chance(self) -> bool:
        """Whether the last seat is asked to beat the play that put the last opponent out (ZF-6.1)."""
        return self.to_act >= 0 and self.active & (self.active - 1) == 0

    def last_seat(self) -> i64:
        """The seat that is left when all others are out (ZF-6.1); -1 before."""
        return self.next_active(0) if self.active & (self.active - 1) == 0 else -1

    def families(self) -> list[tuple[i64, i64]]:
        """The families of legal plays, as (``what``, number of members)."""
        walk = self._walk(-1, True)
        return walk.families

    def members(self, what: i64) -> list[i64]:
        """The cards of every legal play of one family, in written order."""
        if what == PASS:
            return [0]
        return family_members(self.hands[self.to_act], what)

    def count(self) -> i64:
        """The exact number of legal plays; 0 when the deal is over."""
        if self.to_act < 0:
            return 0
        return self._walk(-1, False).total

    def nth(self, n: i64) -> tuple[i64, i64]:
        """Legal play number ``n``, as (``cards``, ``what``)."""
        if n == 0 and self.beat != PASS:
            return 0, PASS
        walk = self._walk(n, False)
        return family_nth(self.hands[self.to_act], walk.what, walk.left), walk.what

    def move_at_random(self, chance: Chance) -> None:
        """Draws one legal play of the seat to act, each exactly as likely, and makes it."""
        if self.to_act < 0:
            raise ValueError("nobody is to act")
        hand = self.hands[self.to_act]
        walk = Walk(-1, False)  # one object counts and then seeks
        walk.run(hand, self.beat, self.quadruple)
        at = chance.below(walk.total + (1 if self.beat != PASS else 0))
        if self.beat != PASS:
            if at == 0:  # pass is the first play, and often the only one: no second walk for it
                self.apply(0, PASS)
                return
            at -= 1
        walk.seek(at)
        walk.run(hand, self.beat, self.quadruple)
        self.apply(family_nth(hand, walk.what, walk.left), walk.what)

    def _walk(self, target: i64, listing: bool) -> Walk:
        walk = Walk(target, listing)
        if self.to_act >= 0 and not (self.beat != PASS and walk.take(PASS, 1)):  # T-1, T-2
            walk.run(self.hands[self.to_act], self.beat, self.quadruple)
        return walk

    def judge(self, cards: i64, what: i64) -> i64:
        """``LEGAL``, or the number of what is wrong with the play."""
        if self.to_act < 0:
            return DEAL_IS_OVER
        if cards & ~self.hands[self.to_act] != 0:
            return NOT_HELD
        if what == PASS:
            if cards != 0:
                return NO_COMBINATION
            return MUST_LEAD if self.beat == PASS else LEGAL  # T-1
        if what < PASS or (what >> 6) & 63 != popcount(cards) or family_count(cards, what) == 0:
            return NO_COMBINATION
        if what >> 12 == QUADRUPLE and not self.quadruple:  # ZF-3.4
            return NO_COMBINATION
        return shortfall(what, self.beat)

    def apply(self, cards: i64, what: i64) -> None:
        """Makes a legal play."""
        if what == PASS:
            over = self.turn_passed()
        else:
            hand = self.hands[self.to_act] & ~cards
            self.hands[self.to_act] = hand
            self.pile = self.pile | cards
            self.beat = what
            # ZF-6.1: the last seat stays the last even if its last chance empties its hand
            over = self.turn_played(hand == 0 and not self.last_chance())
        if over:
            self._end_trick()

    def _end_trick(self) -> None:
        self.won[self.last] = self.won[self.last] | self.pile  # ZF-2.4
        self.pile = 0
        self.beat = PASS
        if self.active & (self.active - 1) == 0:
            self.to_act = -1  # ZF-6.1
            return
        self.trick += 1
        self.lead(self.last if self.is_active(self.last) else self.next_active(self.last))  # ZF-2.4

    def copy(self) -> "ZhengFenPosition":
        """An independent copy."""
        other = ZhengFenPosition(self.hands, self.leader, self.quadruple)
        other.copy_turns(self)
        other.won = self.won.copy()
        other.pile = self.pile
        other.beat = self.beat
        return other

    def scores(self) -> list[int]:
        """The deal's score by seat (ZF-6.2, ZF-6.3), once it is over."""
        scores = [int(points_of(cards)) for cards in self.won]
        last = self.last_seat()
        first = self.out[0]
        scores[first] += scores[last] + int(points_of(self.hands[last]))
        scores[last] = 0
        return scores
