"""What the ``deal`` of a state or a view tells, and a position that agrees with it.

The acts of a deal are judged again one by one, by the same position that judged them at the table. The hands as dealt
are put together from what is held, put aside and played. Of the bidder's cards nobody can say any more which came from
the kitty; it makes no difference to any act, so that any two of them stand for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN, SUITS, popcount
from referee.games.charlemagne.fill import LABEL, Filling, draw_below
from referee.games.charlemagne.options import ALL_PASS, SPECIAL_LEAD
from referee.games.charlemagne.position import (
    AUCTION,
    BID,
    CHOOSE,
    CHOOSING,
    DISCARD,
    DISCARDING,
    GIVE,
    GIVING,
    NAMING,
    PASS,
    PLAY,
    PLAYING,
    THROWN_IN,
    TRUMP,
    CharlemagnePosition,
)
from referee.games.charlemagne.scoring import number_of
from referee.games.charlemagne.tricks import CODES, PACK, lacking
from referee.ints import i64
from referee.rulings import Inconsistent
from referee.shuffle import Stream

TAKES: Final = ("kitty", "partner_card")
"""What a bidder of gros charlemagne can take, by number less 1 (CH-3.4)."""

KITTY_PLACE: Final = 4
ASIDE_PLACE: Final = 5
PLACES: Final = 6


def new_position(options: Mapping[str, Any], dealer: int, hands: Sequence[int], kitty: int) -> CharlemagnePosition:
    """A position before the auction; ``hands`` and ``kitty`` are masks."""
    held: list[i64] = [hand for hand in hands]
    return CharlemagnePosition(
        dealer,
        held,
        kitty,
        options["all_pass"] == ALL_PASS.values[1],
        options["special_lead"] == SPECIAL_LEAD.values[1],
    )


class Account:
    """The account that a state or view gives of a deal, checked as far as it can be without knowing every card.

    ``deal`` is plain data of the right shape; ``whole`` says that it comes from a state, where no card is hidden.
    Raises Inconsistent, with the pointer from the state's root.
    """

    def __init__(self, options: Mapping[str, Any], dealer: int, deal: Mapping[str, Any], whole: bool) -> None:
        self.options: dict[str, Any] = dict(options)
        self.dealer = dealer
        self.whole = whole
        self.bids: list[tuple[int, int]] = []
        """The auction as (seat, play)."""
        self.plays: list[tuple[int, int, int]] = []
        """What was played as (seat, card, trick)."""
        self._seen: int = 0
        self._given_code: str | None = None
        # The acts are made on some deal, whichever: its phases and numbers of cards are those of every other.
        hands_in_order = [PACK.mask(CODES[8 * seat : 8 * seat + 8]) for seat in range(4)]
        self._guide: CharlemagnePosition = new_position(options, dealer, hands_in_order, PACK.mask(CODES[32:]))
        self._read_bids(deal["bids"])
        self._read_preparation(deal)
        sizes = [int(popcount(hand)) for hand in self._guide.hands]
        self._barred: list[int] = [0] * PLACES
        self._played_by: list[int] = [0, 0, 0, 0]
        self._read_played(deal["played"], sizes)
        self._known: list[int] = [0] * PLACES
        self._rooms: list[int] = [0] * PLACES
        hands: Sequence[Sequence[str]] = deal["hands"]
        if len(hands) != 4:
            raise Inconsistent("/deal/hands", "there must be 4 hands, one a seat")
        for seat in range(4):
            self._read_place(seat, hands[seat], sizes[seat], f"/deal/hands/{seat}")
        self._read_place(KITTY_PLACE, deal["kitty"], int(popcount(self._guide.kitty)), "/deal/kitty")
        self._read_place(ASIDE_PLACE, deal["aside"], int(popcount(self._guide.aside)), "/deal/aside")
        self._given: int = 0
        if self._guide.given != 0:
            self._read_given()
        self._filling: Filling = Filling(PACK.all & ~self._seen, self._rooms, self._barred)
        if self._filling.count == 0:
            raise Inconsistent("/deal/hands", "no deal fits what was seen")

    def position(self, seed: str | None = None) -> CharlemagnePosition:
        """The position after every act told, each judged again, in a deal that fits what is known.

        Without a seed it is a fixed one of the fitting deals. With a seed it is drawn by it, every fitting way in which
        the unknown cards can lie (hands, kitty, cards put aside, and which card the partner gave) being equally likely:
        exactly uniform, and no thought is given to what a player would have bid or played. There is always one. Raises
        Inconsistent for an act that was illegal.
        """
        stream = None if seed is None else Stream(seed, LABEL)
        laid = self._filling.nth(0 if stream is None else draw_below(stream, self._filling.count))
        places = [known | filled for known, filled in zip(self._known, laid, strict=True)]
        dealt = [places[seat] | self._played_by[seat] for seat in range(4)]
        kitty = places[KITTY_PLACE]
        aside = places[ASIDE_PLACE]
        given = 0
        bidder = int(self._guide.bidder)
        if bidder >= 0:
            dealt[bidder] |= aside
            if self._guide.given != 0:
                given = self._given
                if given == 0:
                    cards = PACK.write(dealt[bidder])
                    given = PACK.bit_of(cards[0 if stream is None else stream.below(len(cards))])
                dealt[bidder] ^= given
                dealt[(bidder + 2) % 4] |= given
            while int(popcount(dealt[bidder])) > 8:
                card = dealt[bidder] & -dealt[bidder]
                dealt[bidder] ^= card
                kitty |= card
        return self._replayed(new_position(self.options, self.dealer, dealt, kitty), given, aside)

    def _replayed(self, position: CharlemagnePosition, given: int, aside: int) -> CharlemagnePosition:
        guide = self._guide
        for _, what in self.bids:
            position.apply(0, what)
        if guide.choice != 0:
            position.apply(0, CHOOSE + guide.choice)
        if given != 0:
            position.apply(given, GIVE)
        if aside != 0:
            position.apply(aside, DISCARD)
        if self._trump >= 0:
            position.apply(0, TRUMP + self._trump)
        for place, (_, card, _trick) in enumerate(self.plays):
            if position.judge(card, PLAY) != 0:
                code = PACK.write(card)[0]
                raise Inconsistent(f"/deal/played/{place}", f"{code} could not be played there from this hand")
            position.apply(card, PLAY)
        return position

    # --- the acts ---------------------------------------------------------------------------

    def _read_bids(self, bids: Sequence[Mapping[str, Any]]) -> None:
        guide = self._guide
        for place, act in enumerate(bids):
            at = f"/deal/bids/{place}"
            if guide.phase != AUCTION:
                raise Inconsistent(at, "the auction was over")
            seat = int(guide.to_act)
            if act["seat"] != seat:
                raise Inconsistent(at + "/seat", f"it was for seat {seat} to speak")
            what = PASS
            if act["type"] == "bid":
                contract = number_of(act.get("contract") or "")
                if contract == 0:
                    raise Inconsistent(at + "/contract", "there is no such contract")
                what = BID + contract
            elif act["type"] != "pass":
                raise Inconsistent(at + "/type", "must be bid or pass")
            if guide.judge(0, what) != 0:
                raise Inconsistent(at, "could not be said there")
            guide.apply(0, what)
            self.bids.append((seat, what))
        if guide.phase == THROWN_IN:
            raise Inconsistent("/deal/bids/3", "a deal in which all have passed is dealt again")

    def _read_preparation(self, deal: Mapping[str, Any]) -> None:
        """Follows what was chosen, given, put aside and named, as far as it is told."""
        guide = self._guide
        self._trump: int = -1
        if guide.phase == CHOOSING:
            choice: str | None = deal["choice"]
            if choice is None:
                return
            if choice not in TAKES:
                raise Inconsistent("/deal/choice", "must be one of " + ", ".join(TAKES))
            guide.apply(0, CHOOSE + 1 + TAKES.index(choice))
        if guide.phase == GIVING:
            self._given_code = deal["given"]
            if self._given_code is None:
                return
            guide.apply(*guide.nth(0))
        if guide.phase == DISCARDING:
            if len(deal["aside"]) == 0:
                return
            guide.apply(*guide.nth(0))
        if guide.phase == NAMING:
            trump: str | None = deal["trump"]
            if trump is None:
                return
            if len(trump) != 1 or trump not in SUITS:
                raise Inconsistent("/deal/trump", "must be one of " + ", ".join(SUITS))
            self._trump = SUITS.index(trump)
            guide.apply(0, TRUMP + self._trump)

    def _read_played(self, played: Sequence[Mapping[str, Any]], sizes: list[int]) -> None:
        """Follows turns and tricks; who leads next follows from the cards played alone."""
        guide = self._guide
        for place, act in enumerate(played):
            at = f"/deal/played/{place}"
            if guide.phase != PLAYING:
                raise Inconsistent(at, "nothing could be played there")
            seat = int(guide.to_act)
            trick = int(guide.trick)
            if act["type"] != "play":
                raise Inconsistent(at + "/type", "must be play")
            if act["seat"] != seat:
                raise Inconsistent(at + "/seat", f"it was the turn of seat {seat}")
            if act["trick"] != trick:
                raise Inconsistent(at + "/trick", f"it was trick {trick}")
            cards: Sequence[str] | None = act.get("cards")
            if cards is None or len(cards) != 1:
                raise Inconsistent(at + "/cards", "must be one card")
            card = self._card(cards[0], at + "/cards", 0)
            if card == 0:
                raise Inconsistent(at + "/cards/0", "a card that was played is not hidden")
            self._barred[seat] |= int(lacking(card, guide.led, guide.trump))
            guide.apply(card, PLAY)
            self.plays.append((seat, card, trick))
            self._played_by[seat] |= card
            sizes[seat] -= 1

    # --- the cards --------------------------------------------------------------------------

    def _card(self, code: str, at: str, place: int) -> int:
        """The bit of a card that has not been met yet, 0 for a hidden one; its pointer is made only for a fault."""
        if code == HIDDEN:
            if self.whole:
                raise Inconsistent(f"{at}/{place}", "no card of a state is hidden")
            return 0
        if not PACK.has(code):
            raise Inconsistent(f"{at}/{place}", f"{code} is no card of this game")
        card = PACK.bit_of(code)
        if card & self._seen:
            raise Inconsistent(f"{at}/{place}", f"{code} lies in two places")
        self._seen |= card
        return card

    def _read_place(self, place: int, codes: Sequence[str], size: int, at: str) -> None:
        if len(codes) != size:
            raise Inconsistent(at, f"must hold {size} cards, not {len(codes)}")
        for number, code in enumerate(codes):
            card = self._card(code, at, number)
            self._known[place] |= card
            if card == 0:
                self._rooms[place] += 1

    def _read_given(self) -> None:
        """The card that the partner gave: the bidder holds it, has put it aside or has played it (CH-3.3)."""
        code = self._given_code
        bidder = int(self._guide.bidder)
        if code is None or code == HIDDEN:
            if self.whole:
                raise Inconsistent("/deal/given", "no card of a state is hidden")
            return
        if not PACK.has(code):
            raise Inconsistent("/deal/given", f"{code} is no card of this game")
        given = PACK.bit_of(code)
        self._given = given
        if given & self._seen == 0:
            for place in range(PLACES):
                if place != bidder and place != ASIDE_PLACE:
                    self._barred[place] |= given
        elif given & (self._known[bidder] | self._known[ASIDE_PLACE] | self._played_by[bidder]) == 0:
            raise Inconsistent("/deal/given", f"the bidder has not had {code}")
