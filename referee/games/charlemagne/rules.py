"""The rules of Charlemagne as data: violations, score lines, what decides by each other rule, and names."""

from typing import Final

from referee.rulings import Breach

BREACHES: Final[dict[str, Breach]] = {
    "wrong-start": Breach("choice-not-offered", "CH-1.2", "Deal {deal} is dealt by seat {seat}, not by seat {given}."),
    "turn-auction": Breach("not-your-turn", "CH-2.1", "Seat {seat} may not speak now: it is for seat {turn}."),
    "bid-too-low": Breach("bid-too-low", "CH-2.2", "A bid of {contract} is not higher than the last bid, {high}."),
    "dealer-must-bid": Breach(
        "choice-not-offered", "CH-2.5", "All others have passed: the dealer, seat {seat}, must bid."
    ),
    "turn-contract": Breach(
        "not-your-turn", "CH-3.1", "Seat {seat} may not act now: the bidder, seat {turn}, prepares the contract."
    ),
    "discard-contract": Breach(
        "wrong-size", "CH-3.1", "In a contract of {contract} the bidder puts {wanted} cards aside, not {count}."
    ),
    "no-kitty-no-trumps": Breach(
        "wrong-phase", "CH-3.2", "In a {contract} there is neither kitty nor trumps, so no move of the type {type}."
    ),
    "turn-give": Breach("not-your-turn", "CH-3.3", "Seat {seat} may not act now: seat {turn} gives a card."),
    "turn-charlemagne": Breach(
        "not-your-turn", "CH-3.3", "Seat {seat} may not act now: the bidder, seat {turn}, prepares the charlemagne."
    ),
    "discard-charlemagne": Breach(
        "wrong-size", "CH-3.3", "In a charlemagne the bidder puts {wanted} cards aside, not {count}."
    ),
    "turn-gros": Breach(
        "not-your-turn", "CH-3.4", "Seat {seat} may not act now: seat {turn} prepares the gros charlemagne."
    ),
    "discard-gros": Breach("wrong-size", "CH-3.4", "After taking {took} the bidder puts {wanted} aside, not {count}."),
    "turn-partner": Breach("not-your-turn", "CH-4.1", "Seat {seat} is out of the play: seat {bidder} plays alone."),
    "one-card": Breach("wrong-size", "CH-4.1", "A seat plays one card to a trick, not {count}."),
    "turn-first-lead": Breach("not-your-turn", "CH-4.2", "Seat {seat} may not play now: seat {turn} leads first."),
    "must-follow-suit": Breach(
        "must-follow-suit", "CH-4.3", "{card} does not follow the suit led ({led}): the hand holds {may_play}."
    ),
    "turn-lead": Breach(
        "not-your-turn", "CH-4.3", "Seat {seat} may not play now: seat {turn} won the last trick and leads."
    ),
    "other-joker": Breach(
        "must-play-joker", "CH-4.4", "A joker was led: the holder of {may_play} must play it, not {card}."
    ),
    "joker-for-suit": Breach(
        "must-play-joker",
        "CH-4.4",
        "The hand cannot follow the suit led ({led}) and holds {may_play}: a joker must be played, not {card}.",
    ),
    "turn-play": Breach("not-your-turn", "S-1", "Seat {seat} may not play now: it is seat {turn}'s turn."),
    "not-in-hand": Breach("cards-not-held", "V-1", "The hand does not hold {cards}."),
}
"""What can be wrong with a move, by key."""

SCORES: Final[dict[str, tuple[str, str]]] = {
    "made": ("CH-6.1", "Seat {bidder} bid {contract}; tricks taken: {tricks_won}. Made: {value} for seats {seats}."),
    "lost": ("CH-6.2", "Seat {bidder} bid {contract}; tricks taken: {tricks_won}. Lost: {value} for seats {seats}."),
}
"""How a deal is scored: code to (rule, sentence)."""

CHOICES: Final[dict[str, str]] = {
    "CH-1.1": "referee.games.charlemagne.tricks.PACK",
    "CH-1.3": "referee.games.charlemagne.tricks.power_in",
    "CH-1.4": "referee.games.charlemagne.tricks.suit_in",
    "CH-1.5": "referee.games.charlemagne.tricks.CODES",
    "CH-2.3": "referee.games.charlemagne.position.CharlemagnePosition",
    "CH-2.4": "referee.games.charlemagne.scoring.VALUES",
    "CH-3.5": "referee.games.charlemagne.table.CharlemagneTable",
    "CH-4.5": "referee.games.charlemagne.table.lies_open",
    "CH-5.1": "referee.games.charlemagne.scoring.made",
    "CH-5.2": "referee.games.charlemagne.scoring.broken",
    "CH-6.3": "referee.games.charlemagne.options.OPTIONS",
}
"""Rules that no violation and no score line carries, and what decides by each."""

NAMES: Final[dict[str, str]] = {"en": "Charlemagne", "zh": "查理曼", "fa": "شارلمانی", "id": "Charlemagne"}

TERMS: Final[dict[str, dict[str, str]]] = {
    "auction": {"en": "auction", "zh": "叫牌", "fa": "مزایده", "id": "lelang"},
    "choose": {"en": "choose", "zh": "选择", "fa": "انتخاب", "id": "memilih"},
    "give": {"en": "give a card", "zh": "给牌", "fa": "دادن کارت", "id": "memberi kartu"},
    "discard": {"en": "put aside", "zh": "弃牌", "fa": "کنار گذاشتن", "id": "menyisihkan kartu"},
    "trump": {"en": "trumps", "zh": "主牌", "fa": "ترامپ", "id": "truf"},
    "play": {"en": "play", "zh": "出牌", "fa": "بازی کردن", "id": "main kartu"},
    "deal_over": {"en": "deal over", "zh": "本副结束", "fa": "پایان دست", "id": "pembagian selesai"},
    "bid": {"en": "bid", "zh": "叫牌", "fa": "پیشنهاد", "id": "tawaran"},
    "pass": {"en": "pass", "zh": "不叫", "fa": "پاس", "id": "lewat"},
    "5": {"en": "five", "zh": "五墩", "fa": "پنج", "id": "lima"},
    "6": {"en": "six", "zh": "六墩", "fa": "شش", "id": "enam"},
    "7": {"en": "seven", "zh": "七墩", "fa": "هفت", "id": "tujuh"},
    "8": {"en": "eight", "zh": "八墩", "fa": "هشت", "id": "delapan"},
    "mulot": {"en": "mulot", "zh": "小鼠", "fa": "مولوت", "id": "mulot"},
    "charlemagne": {"en": "charlemagne", "zh": "查理曼", "fa": "شارلمانی", "id": "charlemagne"},
    "gros_mulot": {"en": "gros mulot", "zh": "大鼠", "fa": "گراس مولوت", "id": "gros mulot"},
    "gros_charlemagne": {"en": "gros charlemagne", "zh": "大查理曼", "fa": "گراس شارلمانی", "id": "gros charlemagne"},
    "dealer": {"en": "dealer", "zh": "发牌人", "fa": "دیلر", "id": "bandar"},
    "bidder": {"en": "bidder", "zh": "庄家", "fa": "برنده مزایده", "id": "pemenang lelang"},
    "partner": {"en": "partner", "zh": "同伴", "fa": "همتیمی", "id": "rekan"},
    "opponent": {"en": "opponent", "zh": "对手", "fa": "حریف", "id": "lawan"},
    "kitty": {"en": "kitty", "zh": "底牌", "fa": "کیتی", "id": "kitty"},
    "partner_card": {"en": "a card of the partner's", "zh": "同伴的牌", "fa": "کارت همتیمی", "id": "kartu rekan"},
    "aside": {"en": "cards put aside", "zh": "扣下的牌", "fa": "کارتهای کنار گذاشته", "id": "kartu yang disisihkan"},
    "trick": {"en": "trick", "zh": "墩", "fa": "تریک", "id": "trik"},
}
"""Names of phases, types of move, contracts and roles by language."""
