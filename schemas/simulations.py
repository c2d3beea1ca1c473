"""The shapes of simulations: what asks for one, and what it comes to."""

from typing import Final

from referee.shuffle import sound_seed
from referee.simulation import LONGEST_SEED, MOST_DEALS
from schemas.body import Body, body
from schemas.jobs import BOT, BOT_NAME
from schemas.parts import Parts
from schemas.shapes import Either, Flag, ListOf, Maybe, Number, Object, OneOf, Shape, Text, Whole


def _sound(seed: str) -> bool:
    return sound_seed(seed) and len(seed.encode("utf-8")) <= LONGEST_SEED


SEED: Final = Text(
    f"a string of 1 to {LONGEST_SEED} bytes in UTF-8 without NUL", _sound, minLength=1, maxLength=LONGEST_SEED
)


MEASURED: Final[dict[str, Shape]] = {
    "mean": Number(),
    "standard_error": Maybe(Number()),
    "interval": Maybe(ListOf(Number(), 2, 2)).told("The 95 % interval of the mean."),
}
DISTRIBUTION: Final = ListOf(Object({"count": Whole(1), "value": Whole()}).named("Counted"))
_MEASURE: Final = Object(MEASURED).named(
    "Measured",
    "A mean with its standard error and 95 % interval, for which each deal in which there is a value is one "
    "observation, however often it is played. Both are null after one such deal, and where all came to the same: then "
    "nothing has been seen of how they differ. An error of 0 is told only where the rules make the mean certain.",
)
_SPREAD: Final = Object({**MEASURED, "distribution": DISTRIBUTION}).named(
    "MeasuredValues", "A mean, as in Measured, and how often each value came, the lowest first."
)


def simulations(parts: Parts) -> Body:
    """The body of ``simulations``."""
    bots = Either(BOT_NAME, ListOf(BOT_NAME, parts.seat_count.least, parts.most_seats))
    shape = Object(
        {"deals": Whole(1, MOST_DEALS).told("How many deals are dealt.")},
        {
            "options": parts.options,
            "bots": bots.told(f"A bot for all seats, or a list of one a seat; {BOT} unless said."),
            "seed": Maybe(SEED).told(
                "From which all cards and all chance of the bots come; made by the service unless said."
            ),
            "duplicate": Flag().told(
                "Each deal is played as often as there are seats, the bots moving on by one seat each time: each bot "
                "has all the cards once, which takes the luck of the cards out of the comparison."
            ),
        },
    )
    return body(f"{parts.title}Simulations", shape)


def simulated(parts: Parts) -> Object:
    """What a simulation comes to."""
    seat = _group(parts, "Seat", {"seat": parts.seat})
    bot = _group(parts, "Bot", {"bot": BOT_NAME})
    by_role = ListOf(seat, 0, 0)
    if parts.game.roles:
        by_role = ListOf(_group(parts, "Role", {"role": OneOf(*parts.game.roles)}))
    return Object(
        {
            "game": OneOf(parts.game.name),
            "options": parts.options,
            "seed": SEED,
            "bots": parts.by_seat(BOT_NAME).told("One a seat."),
            "duplicate": Flag(),
            "deals": Whole(1).told("How many were dealt."),
            "plays": Whole(1).told("How many were played: with `duplicate` each deal several times."),
            "redeals": Whole(0).told("How often a deal was thrown in and dealt again."),
            "length": Object({**MEASURED, "distribution": DISTRIBUTION}).named(
                "SimulatedLength", "How many moves a deal has, those of its deals that were thrown in included."
            ),
            "by_seat": ListOf(seat).told("By seat."),
            "by_role": by_role.told("By role, of those that came up; empty in a game without roles."),
            "by_bot": ListOf(bot).told("By bot."),
            "timing": Object({"seconds": Number(), "plays_per_second": Maybe(Number())}).named(
                "SimulationTiming",
                "How long the workers' processes were at it, all together, and how many plays of a deal one process "
                "makes in a second. This is measured, and is the only part of a result that is not the same whenever "
                "the same simulation is done again.",
            ),
        }
    ).named(f"{parts.title}Simulated", "What a simulation comes to, or has come to so far.")


def _group(parts: Parts, what: str, named: dict[str, Shape]) -> Object:
    return Object(
        {
            **named,
            "deals": Whole(1).told("In how many deals it came up: so many observations its figures rest on."),
            "count": Whole(1).told("How many scores it had."),
            "score": _SPREAD,
            "wins": _MEASURE.told(
                "The share of its scores that were more than the average of the table. Its interval is Wilson's, "
                "within 0 and 1, and is there also where all deals came to the same."
            ),
            "place": _SPREAD.told(
                "In the order of going out, those that are left sharing the place after the last; in a game without "
                "going out, in the order of scores, equal ones sharing the better place. The interval stays among the "
                "places that there are."
            ),
        }
    ).named(f"{parts.title}SimulatedBy{what}")
