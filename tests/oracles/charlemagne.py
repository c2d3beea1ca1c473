"""A slow and obvious referee of Charlemagne, by card codes, written from the rules alone."""

from itertools import combinations

SUITS = "SHDC"
RANKS = "AKQJT987"
WRITTEN = ["BJ", "RJ"] + [rank + suit for rank in RANKS for suit in SUITS]
PARTNER_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
CONTRACTS = ["5", "6", "7", "8", "mulot", "charlemagne", "gros_mulot", "gros_charlemagne"]
VALUES = {
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "mulot": 7,
    "charlemagne": 8,
    "gros_mulot": 15,
    "gros_charlemagne": 16,
}
MULOTS = ["mulot", "gros_mulot"]
CHARLEMAGNES = ["charlemagne", "gros_charlemagne"]
LONE = MULOTS + CHARLEMAGNES


def written(cards):
    return sorted(cards, key=WRITTEN.index)


def trumps(trump):
    """The trump suit, highest first; in a mulot (None) the jokers alone."""
    if trump is None:
        return ["BJ", "RJ"]
    little = "J" + PARTNER_COLOUR[trump]
    return ["BJ", "RJ", "J" + trump, little] + [rank + trump for rank in "AKQT987"]


def belongs(card, suit, trump):
    """Whether a card is of this suit."""
    if card in trumps(trump):
        return suit == trump and trump is not None
    return card[1] == suit


def suit_led(card, trump):
    """The suit that a led card asks for; "joker" when a joker is led in a mulot."""
    for suit in SUITS:
        if belongs(card, suit, trump):
            return suit
    return "joker"


def may_play(hand, led, trump):
    """The cards of a hand that may be played when ``led`` was led, None for a lead."""
    if led is None:
        return written(hand)
    jokers = [card for card in hand if card in ("BJ", "RJ")]
    suit = suit_led(led, trump)
    if suit == "joker":
        return jokers or written(hand)
    following = [card for card in hand if belongs(card, suit, trump)]
    if following:
        return written(following)
    if trump is None and jokers:
        return written(jokers)
    return written(hand)


def winner(cards, trump):
    """The place of the card that wins a trick."""
    high = [card for card in trumps(trump) if card in cards]
    if high:
        return cards.index(high[0])
    suit = suit_led(cards[0], trump)
    best = [rank + suit for rank in RANKS if rank + suit in cards]
    return cards.index(best[0])


def scores(bidder, contract, tricks):
    """The scores by seat; ``tricks`` of the bidder's side, or of a lone bidder."""
    if contract in MULOTS:
        made = tricks == 0
    elif contract in CHARLEMAGNES:
        made = tricks == 8
    else:
        made = tricks >= int(contract)
    ours = (bidder, (bidder + 2) % 4)
    return [VALUES[contract] if (seat in ours) == made else 0 for seat in range(4)]


class Deal:
    """A deal in play, as one would keep it at a table."""

    def __init__(self, dealer, hands, kitty, special_lead="bidder", all_pass="redeal"):
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.kitty = list(kitty)
        self.special_lead = special_lead
        self.all_pass = all_pass
        self.calls = []
        self.contract = self.bidder = self.take = self.given = self.trump = None
        self.aside = []
        self.tricks = []
        self.trick = None
        self.leader = None

    def phase(self):
        if len(self.calls) < 4:
            return "auction"
        if self.contract is None:
            return "thrown in"
        if self.over():
            return "deal_over"
        if self.leader is not None:
            return "play"
        if self.contract == "gros_charlemagne" and self.take is None:
            return "choose"
        if self.given is None and (self.contract == "charlemagne" or self.take == "partner_card"):
            return "give"
        return "trump" if self.aside else "discard"

    def over(self):
        ours = [seat for seat, _ in self.tricks].count(self.bidder)
        if self.contract in MULOTS and ours > 0:
            return True
        if self.contract in CHARLEMAGNES and ours < len(self.tricks):
            return True
        return len(self.tricks) == 8

    def to_act(self):
        phase = self.phase()
        if phase == "auction":
            return (self.dealer + 1 + len(self.calls)) % 4
        if phase == "give":
            return (self.bidder + 2) % 4
        if phase == "play":
            return self.order()[len(self.trick)]
        return self.bidder

    def order(self):
        seats = [(self.leader + step) % 4 for step in range(4)]
        if self.contract in LONE:
            seats.remove((self.bidder + 2) % 4)
        return seats

    def legal(self):
        """The legal moves, in order, as (type, what)."""
        phase = self.phase()
        if phase == "auction":
            last = [contract for _, contract in self.calls if contract is not None]
            higher = CONTRACTS[CONTRACTS.index(last[-1]) + 1 :] if last else CONTRACTS
            forced = self.all_pass == "dealer_bids" and len(self.calls) == 3 and not last
            return ([] if forced else [("pass", None)]) + [("bid", contract) for contract in higher]
        if phase == "choose":
            return [("choose", "kitty"), ("choose", "partner_card")]
        hand = written(self.hands[self.to_act()])
        if phase == "give":
            return [("give", card) for card in hand]
        if phase == "discard":
            return [("discard", list(cards)) for cards in combinations(hand, len(hand) - 8)]
        if phase == "trump":
            return [("trump", suit) for suit in SUITS]
        led = self.trick[0][1] if self.trick else None
        return [("play", [card]) for card in may_play(hand, led, self.trump)]

    def make(self, kind, what):
        seat = self.to_act()
        if kind in ("pass", "bid"):
            self.calls.append((seat, what))
            if what is not None:
                self.bidder, self.contract = seat, what
            if len(self.calls) == 4 and self.contract is not None:
                if self.contract in MULOTS:
                    self.start_play()
                elif self.contract not in CHARLEMAGNES:
                    self.pick_up()
        elif kind == "choose":
            self.take = what
            if what == "kitty":
                self.pick_up()
        elif kind == "give":
            self.hands[seat].remove(what)
            self.hands[self.bidder].append(what)
            self.given = what
            if self.contract == "charlemagne":
                self.pick_up()
        elif kind == "discard":
            self.aside = what
            self.hands[seat] = [card for card in self.hands[seat] if card not in what]
        elif kind == "trump":
            self.trump = what
            self.start_play()
        else:
            self.hands[seat].remove(what[0])
            self.trick.append((seat, what[0]))
            if len(self.trick) == len(self.order()):
                won = self.trick[winner([card for _, card in self.trick], self.trump)][0]
                self.tricks.append((won, self.trick))
                self.leader, self.trick = won, []

    def pick_up(self):
        self.hands[self.bidder] += self.kitty
        self.kitty = []

    def start_play(self):
        lone_lead = self.contract in LONE and self.special_lead == "bidder"
        self.leader = self.bidder if lone_lead else (self.bidder + 1) % 4
        self.trick = []

    def tricks_won(self):
        return [[seat for seat, _ in self.tricks].count(seat) for seat in range(4)]

    def outcome(self):
        won = self.tricks_won()
        taken = won[self.bidder] if self.contract in LONE else won[self.bidder] + won[(self.bidder + 2) % 4]
        return {"bidder": self.bidder, "contract": self.contract, "tricks_won": taken}
