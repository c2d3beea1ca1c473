"""Simulations: many deals played by bots, each a function of the seed and its number alone, and exact counts of them.

Deal ``number`` (from 1) of a simulation with a seed is the first deal of the match whose seed is `deal_seed`, dealt by
(or drawn first by) the seat that `first_of` names: so it can be dealt and played again at a table. In play ``turn`` of
it the bot of place ``(seat + turn) % seats`` among the bots sits at a seat, and draws its chance from `play_seed`, move
by move as `referee.bots.bot.stream_label` says.

What is counted are whole numbers, in plain data that `merged` adds up: the order and the grouping in which counts are
added cannot be seen in the sum. `summary` makes the figures of it, each rounded once.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from referee.bots.bot import Bot, PositionBot, decide
from referee.bots.greedy import GREEDY
from referee.bots.random import RANDOM
from referee.game import Game, Table
from referee.match import Match
from referee.position import Position
from referee.shuffle import SEED_BYTES, Stream, deal_label, first_seat, shuffled

MOST_DEALS: Final = 1_000_000
LONGEST_SEED: Final = SEED_BYTES - len(f"/{MOST_DEALS}/9")
"""The most bytes that the seed of a simulation may have: the seeds made of it must be sound (SH-1)."""

OWN: Final = (RANDOM, GREEDY)
"""The bots that play on bare positions: they are known to look at no more than their seat knows (X-2)."""

SCORE: Final = 0
WINS: Final = 1
PLACE: Final = 2
"""What is counted of each seat in each deal, by its place among the sums."""

Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
T: Final[list[float]] = [
    *(12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139),
    *(2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963),
]
"""The same of Student's t distribution with 1 to 20 degrees of freedom."""


def deal_seed(seed: str, number: int) -> str:
    """The seed of the match whose first deal is this deal: ``seed/17``."""
    return f"{seed}/{number}"


def play_seed(seed: str, number: int, turn: int) -> str:
    """The seed from which the bots draw in this deal: ``seed/17/0``."""
    return f"{seed}/{number}/{turn}"


def first_of(seed: str, number: int, seats: int) -> int:
    """The dealer or first drawer of a deal: drawn for the first one (SH-6), and from then on seat after seat."""
    return (first_seat(seed, seats) + number - 1) % seats


class Played:
    """A deal that was played: ``scores``, ``roles`` (none in a game without) and ``places`` by seat, how many ``moves``
    were made, and how often it was thrown in before (``redeals``)."""

    def __init__(self, scores: list[int], roles: list[str], places: list[int], moves: int, redeals: int) -> None:
        self.scores = scores
        self.roles = roles
        self.places = places
        self.moves = moves
        self.redeals = redeals


def places_of(outcome: Mapping[str, Any], scores: Sequence[int]) -> list[int]:
    """The place of each seat, from 1.

    In a game where seats go out it is the order of that; seats that are left at the end share the place after the last
    that went out. In another game it is the order of the scores, and equal scores share the better place.
    """
    if "out" not in outcome:
        return [1 + sum([other > score for other in scores]) for score in scores]
    out: list[int] = outcome["out"]
    places = [len(out) + 1] * len(scores)
    for place, seat in enumerate(out):
        places[seat] = place + 1
    return places


class Simulation:
    """The deals of a simulation.

    ``options`` are resolved; ``bots`` are as many as there are seats. With ``duplicate`` each deal is played as often
    as there are seats, the bots moving on by one seat each time: then each of them has had all the cards.
    """

    def __init__(
        self, game: Game, options: dict[str, Any], bots: Sequence[Bot], seed: str, duplicate: bool = False
    ) -> None:
        self.game = game
        self.options = options
        self.bots: list[Bot] = list(bots)
        self.seed = seed
        self.seats: int = game.seats(options)
        self.turns: int = self.seats if duplicate else 1
        if len(self.bots) != self.seats:
            raise ValueError(f"there are {self.seats} seats, and {len(self.bots)} bots")
        self._pack: list[str] = game.full_pack(options)
        self._bare: bool = all([any([bot is own for own in OWN]) for bot in self.bots])

    def seated(self, turn: int) -> list[Bot]:
        """The bots by seat in one play of a deal."""
        return [self.bots[(seat + turn) % self.seats] for seat in range(self.seats)]

    def play(self, number: int, turn: int, pause: Callable[[], None]) -> Played:
        """Plays a deal once. ``pause`` is called now and then, after each move where moves may take long; what it
        raises ends the play. Raises `referee.bots.bot.BadChoice` for a bot that breaks the rules.
        """
        if self._bare:
            return self.play_bare(number, turn, pause)
        return self.play_at_table(number, turn, pause)

    def play_bare(self, number: int, turn: int, pause: Callable[[], None]) -> Played:
        """Plays a deal on bare positions. All bots must be `OWN`."""
        bots: list[PositionBot] = []
        heads: list[str] = []
        for bot in self.seated(turn):
            assert isinstance(bot, PositionBot)
            bots.append(bot)
            heads.append(f"bot:{bot.name}:")
        cards_from = deal_seed(self.seed, number)
        chance_from = play_seed(self.seed, number, turn)
        game = self.game
        # Without a seed the table keeps no digests, which nobody would see.
        table = game.table(self.options, Match(None, self.seats, self.options["match"]), None)
        table.start = first_of(self.seed, number, self.seats)
        moves = 0
        while True:
            pack = shuffled(self._pack, cards_from, deal_label(1, table.redeals))
            table.lay(game.distribute(self.options, pack, table.start, None))
            position: Position = table.position()
            seat = position.to_act
            while seat >= 0:
                stream = Stream(chance_from, f"{heads[seat]}{moves}:{int(seat)}")
                cards, what = bots[seat].pick(game, position, stream)
                position.apply(cards, what)
                moves += 1
                seat = position.to_act
            pause()
            if not table.redeal_due():
                break
            table.start = table.redeal_start()
            table.redeals += 1
        return self._played(table, position.scores(), table.outcome(), moves, table.redeals)

    def play_at_table(self, number: int, turn: int, pause: Callable[[], None]) -> Played:
        """Plays a deal at a table, each bot choosing from the view of its seat; the result is that of `play_bare`."""
        bots = self.seated(turn)
        chance_from = play_seed(self.seed, number, turn)
        first = first_of(self.seed, number, self.seats)
        table = self.game.deal(self.options, None, deal_seed(self.seed, number), first)
        while table.result is None:
            seat = int(table.position().to_act)
            choice = decide(bots[seat], self.game, table.view(seat), chance_from)
            assert choice.move is not None
            table.apply(table.rule_on(choice.move))
            pause()
        result: dict[str, Any] = table.result
        return self._played(table, result["scores"], result["outcome"], table.sequence, table.redeals)

    def _played(self, table: Table, scores: list[int], outcome: Mapping[str, Any], moves: int, redeals: int) -> Played:
        return Played(scores, self.game.roles_in(outcome), places_of(outcome, scores), moves, redeals)

    def tally(self, number: int, pause: Callable[[], None]) -> dict[str, Any]:
        """The counts of one deal, as often as it is played; see `merged`."""
        plays = [self.play(number, turn, pause) for turn in range(self.turns)]
        return counted(plays, [[bot.name for bot in self.seated(turn)] for turn in range(self.turns)])


def counted(plays: Sequence[Played], bots: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The counts of one deal that was played so often, with these bots by seat.

    ``deals`` 1, ``plays``, ``redeals``, ``moves`` (``sums``, and ``counts`` of each length), and ``groups``: of each
    seat, role and bot (``seat:0``, ``role:guard``, ``bot:greedy``) how often each score and place came (``scores``,
    ``places``), and ``sums``: 1 (for a deal in which it came up), of the number m of its scores in the deal m and m²,
    then of `SCORE`, `WINS` and `PLACE`, with x its sum over these, x, x² and x·m of each. A deal is one observation,
    however often it is played and however many seats have the role: what happens within one deal is not independent.
    """
    groups: dict[str, dict[str, Any]] = {}
    moves = 0
    redeals = 0
    lengths: dict[str, int] = {}
    totals: dict[str, list[int]] = {}
    for place, play in enumerate(plays):
        moves += play.moves
        redeals += play.redeals
        add_one(lengths, play.moves)
        everything = sum(play.scores)
        seats = len(play.scores)
        for seat, score in enumerate(play.scores):
            names = [f"seat:{seat}", f"bot:{bots[place][seat]}"]
            if play.roles:
                names.append(f"role:{play.roles[seat]}")
            won = 1 if score * seats > everything else 0
            for name in names:
                if name not in totals:
                    totals[name] = [0, 0, 0, 0]
                    groups[name] = {"scores": {}, "places": {}}
                total = totals[name]
                total[0] += 1
                total[1] += score
                total[2] += won
                total[3] += play.places[seat]
                add_one(groups[name]["scores"], score)
                add_one(groups[name]["places"], play.places[seat])
    for name, total in totals.items():
        groups[name]["sums"] = moments(total)
    return {
        "deals": 1,
        "plays": len(plays),
        "redeals": redeals,
        "moves": {"sums": moments([len(plays), moves]), "counts": lengths},
        "groups": groups,
    }


def add_one(counts: dict[str, int], value: int) -> None:
    """Counts a value once more."""
    name = str(value)
    counts[name] = counts.get(name, 0) + 1


def moments(total: Sequence[int]) -> list[int]:
    """Of a number m and sums x in one deal: 1, m and m², then x, x² and x·m of each."""
    number = total[0]
    found = [1, number, number * number]
    for value in total[1:]:
        found.append(value)
        found.append(value * value)
        found.append(value * number)
    return found


def merged(one: dict[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two counts as one: ``one``, to which ``other`` was added.

    What has the same name is added, numbers as numbers, lists number by number; the rest is taken over.
    """
    for name, value in other.items():
        mine = one.get(name)
        if mine is None:
            one[name] = copied(value)
        elif isinstance(value, dict):
            merged(mine, value)
        elif isinstance(value, list):
            one[name] = [left + right for left, right in zip(mine, value, strict=True)]
        else:
            one[name] = mine + value
    return one


def copied(value: Any) -> Any:
    """Counts that nobody else has."""
    if isinstance(value, dict):
        return {name: copied(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, list) else value


def summary(
    counts: Mapping[str, Any], seats: int, roles: Sequence[str], bots: Sequence[str], total: int | None
) -> dict[str, Any]:
    """The figures of some counts: ``deals``, ``plays``, ``redeals``, ``length`` (of deals, in moves), ``by_seat``,
    ``by_role`` and ``by_bot``. ``total`` is that of the game.

    Groups stand in the order of the seats, of ``roles`` and of ``bots``; those that never came up are left out.
    """
    groups: Mapping[str, Any] = counts["groups"]
    plays: int = counts["plays"]
    alike = -1 if total is None else plays * seats

    def listed(kind: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        return [
            group({kind: value}, groups[f"{kind}:{value}"], seats, alike)
            for value in values
            if f"{kind}:{value}" in groups
        ]

    return {
        "deals": counts["deals"],
        "plays": plays,
        "redeals": counts["redeals"],
        "length": {
            **figures(counts["moves"]["sums"], 0, False),
            "distribution": distribution(counts["moves"]["counts"]),
        },
        "by_seat": listed("seat", range(seats)),
        "by_role": listed("role", roles),
        "by_bot": listed("bot", list(dict.fromkeys(bots))),
    }


def group(named: Mapping[str, Any], counts: Mapping[str, Any], seats: int, alike: int) -> dict[str, Any]:
    """The figures of one seat, role or bot: ``deals`` (in which it came up), ``count`` (of its scores), ``score``,
    ``wins`` and ``place`` (from 1 to ``seats``, and so is its interval). To a group of ``alike`` scores belong all of
    each deal, and by the rules they add up to the same.
    """
    sums: list[int] = counts["sums"]
    score = figures(sums, SCORE, sums[1] == alike)
    place = figures(sums, PLACE, False)
    interval: list[float] | None = place["interval"]
    if interval is not None:
        place["interval"] = [max(1.0, interval[0]), min(float(seats), interval[1])]
    return {
        **named,
        "deals": sums[0],
        "count": sums[1],
        "score": {**score, "distribution": distribution(counts["scores"])},
        "wins": share(sums, WINS),
        "place": {**place, "distribution": distribution(counts["places"])},
    }


def figures(sums: Sequence[int], place: int, certain: bool) -> dict[str, Any]:
    """``mean``, ``standard_error`` and 95 % ``interval`` of the measure at this place of the sums.

    Standard error and interval are null after one deal, and where all deals came to the same although they need not
    have (they are not ``certain``): then nothing has been seen of how they differ.
    """
    mean, error = ratio(sums, place)
    if error is None or (error == 0.0 and not certain):
        return {"mean": mean, "standard_error": None, "interval": None}
    reach = quantile(sums[0] - 1) * error
    return {"mean": mean, "standard_error": error, "interval": [mean - reach, mean + reach]}


def share(sums: Sequence[int], place: int) -> dict[str, Any]:
    """The same of a measure that is 0 or 1 at each score: its interval stays between these, and is not a point when
    there was nothing but one of them.

    It is that of E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (Journal of the
    American Statistical Association 22, 1927), with as many observations as would have this standard error if they were
    independent, p(1−p) / error² (the effective sample size, as C. Franco and others recommend: "Comparative study of
    confidence intervals for proportions in complex sample surveys", 2019, PMC6690503), or with one a deal where all
    deals came to the same; and with Student's t for the normal distribution, as elsewhere.
    """
    told = figures(sums, place, False)
    deals = sums[0]
    if deals < 2:
        return told
    mean: float = told["mean"]
    error: float | None = told["standard_error"]
    variance = mean * (1.0 - mean) / deals if error is None else error * error
    observations = float(deals) if error is None else mean * (1.0 - mean) / variance
    point = quantile(deals - 1)
    weight = point * point / observations
    middle = (mean + weight / 2) / (1 + weight)
    reach = point * sqrt(variance + weight / (4 * observations)) / (1 + weight)
    # Where the share is 0 or 1 it is an end itself, which rounding may miss.
    told["interval"] = [min(mean, max(0.0, middle - reach)), max(mean, min(1.0, middle + reach))]
    return told


def ratio(sums: Sequence[int], place: int) -> tuple[float, float | None]:
    """The mean of all values of the measure at this place of the sums, Σx / Σm, and its standard error.

    That is the error of a ratio of two sums over independent deals, in the linear approximation (W. G. Cochran,
    *Sampling Techniques*, 3rd ed., section 6.4): with r the mean, the root of k/(k−1) · Σ(x − r·m)² / (Σm)². The k
    deals are those in which there was a value: the others tell nothing of it, and would make the error of what is rare
    too small. Where m is the same in every deal that is the usual error. It is worked out in fractions, and rounded at
    the end. There is none after one deal.
    """
    deals, number, squares = sums[0], sums[1], sums[2]
    at = 3 + 3 * place
    total, total_squares, products = sums[at], sums[at + 1], sums[at + 2]
    mean = Fraction(total, number)
    if deals < 2:
        return float(mean), None
    spread = total_squares - 2 * mean * products + mean * mean * squares
    return float(mean), sqrt(float(spread * Fraction(deals, deals - 1) / (number * number)))


def quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution with so many degrees of freedom, to five digits.

    Above twenty by the expansion about the normal distribution (Abramowitz and Stegun, 26.7.5).
    """
    if freedom <= len(T):
        return T[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def distribution(counts: Mapping[str, int]) -> list[dict[str, int]]:
    """How often each value came, the lowest first: ``{"count", "value"}``."""
    found: list[tuple[int, int]] = []
    for name, count in counts.items():
        found.append((int(name), count))
    found.sort()
    return [{"count": count, "value": value} for value, count in found]
