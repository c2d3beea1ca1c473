"""The rules of Zheng Fen as data: violations, score lines, what decides by each other rule, and names."""

from typing import Final

from referee.rulings import Breach

BREACHES: Final[dict[str, Breach]] = {
    "wrong-start": Breach(
        "choice-not-offered",
        "ZF-2.3",
        "Deal {deal} is dealt by seat {seat}, the last of the deal before, not by {given}.",
    ),
    "turn-first-lead": Breach(
        "not-your-turn", "ZF-2.2", "Seat {seat} may not act now: seat {turn} holds the 3H and leads first."
    ),
    "turn-later-lead": Breach(
        "not-your-turn", "ZF-2.3", "Seat {seat} may not act now: seat {turn} went out first last time and leads first."
    ),
    "not-your-turn": Breach("not-your-turn", "ZF-2.4", "Seat {seat} may not act now: it is seat {turn}'s turn."),
    "turn-last-chance": Breach(
        "not-your-turn", "ZF-6.1", "Seat {seat} is out: only seat {turn} may still beat the last play."
    ),
    "must-lead": Breach("must-lead", "ZF-2.4", "Seat {seat} leads and must play: a leader cannot pass."),
    "wraps": Breach("not-a-combination", "ZF-1.2", "{cards} is no sequence: a 2 is the highest, and no 3 follows it."),
    "no-pair": Breach("not-a-combination", "ZF-3.2", "{cards} is no combination: two cards must be of one rank."),
    "no-triple": Breach(
        "not-a-combination",
        "ZF-3.3",
        "{cards} is no combination: three cards are three of one rank, or a 5, a T and a K.",
    ),
    "no-quadruple": Breach("not-a-combination", "ZF-3.4", "{cards} is no combination: four cards must be of one rank."),
    "quadruple-off": Breach(
        "not-a-combination", "ZF-3.4", "{cards} is no combination here: four of one rank are not played."
    ),
    "no-pair-sequence": Breach(
        "not-a-combination",
        "ZF-3.5",
        "{cards} is no sequence of three or more consecutive pairs, nor any other combination.",
    ),
    "no-triple-sequence": Breach(
        "not-a-combination",
        "ZF-3.6",
        "{cards} is no sequence of three or more consecutive triples, nor any other combination.",
    ),
    "no-quadruple-sequence": Breach(
        "not-a-combination",
        "ZF-3.7",
        "{cards} is no sequence of three or more consecutive quadruples, nor any other combination.",
    ),
    "no-full-house": Breach(
        "not-a-combination",
        "ZF-3.8",
        "{cards} is no full house: with a triple go a pair, neighbours of one suit, a 3 and any card, or two of 5 T K.",
    ),
    "no-suit-sequence": Breach(
        "not-a-combination", "ZF-3.9", "{cards} is no sequence of five or more consecutive cards of one suit."
    ),
    "joker-in-special": Breach(
        "not-a-combination", "ZF-5.1", "{cards} is no combination: 5, T and K must be real, no joker stands for one."
    ),
    "as-unbearable": Breach("not-a-combination", "ZF-5.3", "{cards} cannot be read as {asked}."),
    "other-kind": Breach(
        "does-not-beat", "ZF-3", "A {played} does not beat a {to_beat}: only the same kind or a special does."
    ),
    "special-too-low": Breach(
        "does-not-beat", "ZF-3.10", "A {played} does not beat a {to_beat}: a higher special does."
    ),
    "rank-too-low": Breach("does-not-beat", "ZF-4.1", "A {played} does not beat a {to_beat}: it must rank higher."),
    "sequence-too-low": Breach(
        "does-not-beat",
        "ZF-4.2",
        "A {played} does not beat a {to_beat}: its highest rank must be higher, or the same and the sequence longer.",
    ),
    "same-special": Breach(
        "does-not-beat", "ZF-4.3", "A {played} does not beat another {to_beat}: all of one tier are equal."
    ),
    "as-too-low": Breach(
        "does-not-beat", "ZF-5.3", "Read as asked, a {played} does not beat a {to_beat}; {cards} can be read otherwise."
    ),
}
"""What can be wrong with a move, by key."""

SCORES: Final[dict[str, tuple[str, str]]] = {
    "tricks": ("ZF-6.3", "Points in the tricks won, by seat: {points}."),
    "last_hand": ("ZF-6.2", "Seat {first} was out first and gets the {value} points left in the hand of seat {last}."),
    "last_tricks": ("ZF-6.2", "Seat {last} was last: the {value} points in its tricks go to seat {first}."),
}
"""How a deal is scored: code to (rule, sentence)."""

CHOICES: Final[dict[str, str]] = {
    "ZF-1.1": "referee.games.zheng_fen.readings.PACK",
    "ZF-1.3": "referee.games.zheng_fen.combinations.points_of",
    "ZF-2.1": "referee.games.zheng_fen.table.ZhengFen.distribute",
    "ZF-3.1": "referee.games.zheng_fen.combinations.Walk.run",
    "ZF-5.2": "referee.games.zheng_fen.table.ZhengFenTable.judge",
}
"""Rules that no violation and no score line carries, and what decides by each."""

NAMES: Final[dict[str, str]] = {"en": "Zheng Fen", "zh": "争分", "fa": "ژنگ فن", "id": "Zheng Fen"}

TERMS: Final[dict[str, dict[str, str]]] = {
    "play": {"en": "play", "zh": "出牌", "fa": "بازی کردن", "id": "main kartu"},
    "deal_over": {"en": "deal over", "zh": "本副结束", "fa": "پایان دست", "id": "pembagian selesai"},
    "pass": {"en": "pass", "zh": "不要", "fa": "عبور", "id": "lewat"},
    "single": {"en": "single card", "zh": "单张", "fa": "تک کارت", "id": "kartu tunggal"},
    "pair": {"en": "pair", "zh": "对子", "fa": "جفت کارت", "id": "pasangan"},
    "triple": {"en": "triple", "zh": "三张", "fa": "سه‌تایی", "id": "tiga sama"},
    "quadruple": {"en": "quadruple", "zh": "四张", "fa": "چهارتایی", "id": "empat sama"},
    "pair_sequence": {"en": "sequence of pairs", "zh": "连对", "fa": "توالی جفت", "id": "urutan pasangan"},
    "triple_sequence": {"en": "sequence of triples", "zh": "三连张", "fa": "توالی سه‌تایی", "id": "urutan tiga sama"},
    "quadruple_sequence": {
        "en": "sequence of quadruples",
        "zh": "四连张",
        "fa": "توالی چهارتایی‌ها",
        "id": "urutan empat sama",
    },
    "full_house": {"en": "full house", "zh": "三带二", "fa": "فول هوس", "id": "full house"},
    "suit_sequence": {"en": "sequence of one suit", "zh": "同花顺", "fa": "دنباله‌ی خال", "id": "urutan satu jenis"},
    "mixed_five_ten_king": {
        "en": "mixed five-ten-king",
        "zh": "杂五十K",
        "fa": "۵ و ۱۰ و شاه با خال‌های ترکیبی",
        "id": "lima-sepuluh-raja campuran",
    },
    "suited_five_ten_king": {
        "en": "suited five-ten-king",
        "zh": "同花五十K",
        "fa": "۵ و ۱۰ و شاه با خال یکسان",
        "id": "lima-sepuluh-raja satu jenis",
    },
    "four_twos": {"en": "four twos", "zh": "四个二", "fa": "چهارتا ۲", "id": "empat kartu dua"},
    "dealer": {"en": "dealer", "zh": "发牌人", "fa": "پخش‌کننده", "id": "bandar"},
    "leader": {"en": "leader", "zh": "领出者", "fa": "رهبر دست", "id": "pemimpin trik"},
    "out": {"en": "out", "zh": "出完牌", "fa": "تمام کرده", "id": "habis kartu"},
    "won": {"en": "cards won", "zh": "赢得的牌", "fa": "کارت‌های برده", "id": "kartu yang dimenangkan"},
    "trick": {"en": "trick", "zh": "轮", "fa": "دست وسط", "id": "trik"},
    "joker": {"en": "joker", "zh": "王", "fa": "جوکر", "id": "joker"},
}
"""Names of phases, types of move, combinations and roles by language."""
