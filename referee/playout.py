"""Playouts: deals played on at random, in one compiled loop."""

from referee.chance import Chance
from referee.ints import i64
from referee.position import Position


def playout(position: Position, chance: Chance) -> i64:
    """Plays a deal on to its end, every legal play equally likely, and returns the number of decisions made.

    The position is changed: afterwards nobody is to act (the deal is over, or has to be dealt anew). A deal has some
    hundred decisions, so a caller that watches a clock can do so between two playouts.
    """
    decisions: i64 = 0
    while position.to_act >= 0:
        position.move_at_random(chance)
        decisions += 1
    return decisions
