"""The rules of Big A as data: violations, score lines, what decides by each other rule, and names."""

from typing import Final

from referee.rulings import Breach

BREACHES: Final[dict[str, Breach]] = {
    "wrong-start": Breach(
        "choice-not-offered", "BA-2.1", "In deal {deal} seat {seat} takes the first card, not {given}."
    ),
    "turn-draw": Breach("not-your-turn", "BA-2.4", "Seat {seat} may not draw now: the next card is for seat {turn}."),
    "turn-closing": Breach(
        "not-your-turn", "BA-2.5", "Seat {seat} may not act now: seat {turn} is asked whether it exposes an ace."
    ),
    "turn-reveal": Breach(
        "not-your-turn", "BA-2.8", "Seat {seat} may not act now: seat {turn} is asked whether it reveals a Big Ace."
    ),
    "turn-first-lead": Breach("not-your-turn", "BA-3.1", "Seat {seat} may not act now: seat {turn} leads first."),
    "turn-lead-after-out": Breach(
        "not-your-turn", "BA-3.4", "Seat {seat} may not act now: the lead of a seat that is out goes to seat {turn}."
    ),
    "not-your-turn": Breach("not-your-turn", "BA-3.2", "Seat {seat} may not act now: it is seat {turn}'s turn."),
    "out-already": Breach("not-your-turn", "BA-7.1", "Seat {seat} may not act: it is out."),
    "no-draw": Breach(
        "wrong-phase", "BA-2.4", "A move of the type {type} has no place here: all is drawn at the deal."
    ),
    "no-reveal": Breach(
        "wrong-phase", "BA-2.6", "There is no reveal: the declarer was made to expose the ace of hearts."
    ),
    "draws-too-many": Breach("wrong-size", "BA-2.4", "{count} cards cannot be drawn: {left} are left."),
    "draws-of-others": Breach("wrong-size", "BA-2.4", "There are {left} cards left to draw, not {max}."),
    "expose-size": Breach("wrong-size", "BA-2.2", "One or two aces can be exposed, not {count} cards."),
    "expose-no-ace": Breach("choice-not-offered", "BA-2.2", "{cards} cannot be exposed: only aces can."),
    "expose-unequal": Breach("choice-not-offered", "BA-2.3", "{cards} cannot be exposed: two aces must be equal."),
    "expose-single-late": Breach(
        "choice-not-offered", "BA-2.3", "{cards} cannot be exposed: over a single ace only a pair of aces can."
    ),
    "expose-other": Breach(
        "choice-not-offered",
        "BA-2.3",
        "{cards} cannot be exposed: the declarer may expose only the second ace of its own pair.",
    ),
    "expose-final": Breach(
        "choice-not-offered", "BA-2.3", "{cards} cannot be exposed: a pair lies exposed, and that is final."
    ),
    "no-big-ace": Breach("choice-not-offered", "BA-2.8", "Seat {seat} cannot reveal: it holds no other Big Ace."),
    "must-lead": Breach("must-lead", "BA-3.2", "Seat {seat} leads and must play: a leader cannot pass."),
    "joker-in-run": Breach("not-a-combination", "BA-1.3", "{cards} is no combination: no joker goes with other cards."),
    "ace-both-ways": Breach(
        "not-a-combination", "BA-1.3", "{cards} is no sequence: an ace is high or low in it, never within."
    ),
    "no-pair": Breach("not-a-combination", "BA-4.2", "{cards} is no combination: two cards must be of one rank."),
    "no-sequence": Breach(
        "not-a-combination", "BA-4.3", "{cards} is no sequence of three or more consecutive ranks, nor a set."
    ),
    "no-double-sequence": Breach(
        "not-a-combination", "BA-4.4", "{cards} is no sequence of three or more consecutive pairs, nor a set."
    ),
    "no-bomb": Breach("not-a-combination", "BA-5", "{cards} is no bomb, nor any other combination."),
    "not-on-the-ladder": Breach("not-a-combination", "BA-5.1", "{cards} is no combination on the {bombs} ladder."),
    "single-too-low": Breach("does-not-beat", "BA-4.1", "A {played} does not beat a {to_beat}: it must rank higher."),
    "pair-too-low": Breach("does-not-beat", "BA-4.2", "A {played} does not beat a {to_beat}: it must rank higher."),
    "sequence-too-low": Breach(
        "does-not-beat", "BA-4.3", "A {played} does not beat a {to_beat}: it must be as long, and higher."
    ),
    "double-sequence-too-low": Breach(
        "does-not-beat", "BA-4.4", "A {played} does not beat a {to_beat}: it must be as long, and higher."
    ),
    "bomb-excepted": Breach("does-not-beat", "BA-5", "A {played} is a bomb that does not beat a {to_beat}."),
    "bomb-too-low": Breach(
        "does-not-beat",
        "BA-5",
        "A {played} does not beat a {to_beat}: it must be of a higher class or higher in its own.",
    ),
    "bomb-too-low-extended": Breach(
        "does-not-beat",
        "BA-5.1",
        "A {played} does not beat a {to_beat}: it must be of a higher class of the extended ladder.",
    ),
    "other-kind": Breach("does-not-beat", "BA-5.3", "A {played} neither beats nor captures a {to_beat}."),
    "captures-not": Breach(
        "does-not-beat", "BA-6.1", "A {played} does not capture a {to_beat}: that takes one four less than its cards."
    ),
}
"""What can be wrong with a move, by key."""

SCORES: Final[dict[str, tuple[str, str]]] = {
    "places": (
        "BA-8",
        "Declarer {declarer} came in at place {declarer_place}, partner {partner} at place {partner_place}.",
    ),
    "both_last": ("BA-8.1", "Declarer {declarer} and partner {partner} were both still in: places 4 and 5."),
    "alone": (
        "BA-8.2",
        "Declarer {declarer} played alone, one Big Ace shown before play, and came in at place {place}.",
    ),
    "alone_shown": (
        "BA-8.2",
        "Declarer {declarer} played alone, both Big Aces shown before play, and came in at place {place}.",
    ),
    "revealed_shared": (
        "BA-8",
        "Partner {partner} was revealed before play: declarer {declarer} came in at place {declarer_place}, the "
        "partner at place {partner_place}, and both get the same.",
    ),
    "revealed_doubled": (
        "BA-8.3",
        "Partner {partner} was revealed before play, which doubles: declarer {declarer} came in at place "
        "{declarer_place}, the partner at place {partner_place}.",
    ),
}
"""How a deal is scored: code to (rule, sentence)."""

CHOICES: Final[dict[str, str]] = {
    "BA-1.1": "referee.games.big_a.readings.FULL_PACK",
    "BA-1.2": "referee.games.big_a.readings.write_order",
    "BA-2.7": "referee.games.big_a.position.BigAPosition",
    "BA-3.3": "referee.games.big_a.position.BigAPosition.has_shown",
    "BA-5.2": "referee.games.big_a.combinations.most_bigs",
    "BA-6.2": "referee.games.big_a.combinations.captures",
    "BA-6.3": "referee.games.big_a.position.BigAPosition.apply",
}
"""Rules that no violation and no score line carries, and what decides by each."""

NAMES: Final[dict[str, str]] = {"en": "Big A", "zh": "打大A", "fa": "بیگ آس", "id": "Big A"}

TERMS: Final[dict[str, dict[str, str]]] = {
    "draw": {"en": "draw", "zh": "摸牌", "fa": "کشیدن کارت", "id": "ambil kartu"},
    "closing": {
        "en": "last chance to expose",
        "zh": "亮牌询问",
        "fa": "فرصت آخر نشان دادن",
        "id": "kesempatan membuka",
    },
    "reveal": {"en": "reveal", "zh": "亮明", "fa": "آشکار کردن", "id": "mengungkap"},
    "play": {"en": "play", "zh": "出牌", "fa": "بازی کردن", "id": "main kartu"},
    "deal_over": {"en": "deal over", "zh": "本副结束", "fa": "پایان دست", "id": "pembagian selesai"},
    "expose": {"en": "expose", "zh": "亮A", "fa": "نشان دادن آس", "id": "membuka as"},
    "decline": {"en": "decline", "zh": "不亮", "fa": "نپذیرفتن", "id": "menolak"},
    "pass": {"en": "pass", "zh": "不要", "fa": "پاس", "id": "lewat"},
    "single": {"en": "single card", "zh": "单张", "fa": "تک کارت", "id": "kartu tunggal"},
    "pair": {"en": "pair", "zh": "对子", "fa": "جفت", "id": "pasangan"},
    "sequence": {"en": "sequence", "zh": "顺子", "fa": "دنباله", "id": "urutan"},
    "double_sequence": {"en": "double sequence", "zh": "连对", "fa": "دنباله‌ی دوبل", "id": "urutan ganda"},
    "triple": {"en": "triple (egg)", "zh": "三张(蛋)", "fa": "سه‌تایی", "id": "tiga sama"},
    "four": {"en": "four of a kind", "zh": "四张", "fa": "چهار کارت از یک نوع", "id": "empat sama"},
    "five": {"en": "five of a kind", "zh": "五张", "fa": "پنج کارت از یک نوع", "id": "lima sama"},
    "six": {"en": "six of a kind", "zh": "六张", "fa": "شش کارت از یک نوع", "id": "enam sama"},
    "two_jokers": {"en": "two jokers", "zh": "双王", "fa": "دو جوکر", "id": "dua joker"},
    "triple_sequence": {"en": "triple sequence", "zh": "三连蛋", "fa": "دنباله‌ی سه‌تایی", "id": "urutan tiga sama"},
    "fake_eight": {"en": "fake eight", "zh": "假八", "fa": "هشت قلابی", "id": "delapan palsu"},
    "seven": {"en": "seven of a kind", "zh": "七张", "fa": "هفت کارت از یک نوع", "id": "tujuh sama"},
    "three_jokers": {"en": "three jokers", "zh": "三王", "fa": "سه جوکر", "id": "tiga joker"},
    "four_triple_sequence": {
        "en": "sequence of four triples",
        "zh": "四连蛋",
        "fa": "دنباله‌ی چهار سه‌تایی",
        "id": "urutan empat tiga-sama",
    },
    "false_ten": {"en": "false ten", "zh": "假十", "fa": "ده قلابی", "id": "sepuluh palsu"},
    "true_eight": {"en": "true eight", "zh": "真八", "fa": "هشت واقعی", "id": "delapan asli"},
    "five_triple_sequence": {
        "en": "sequence of five triples",
        "zh": "五连蛋",
        "fa": "دنباله‌ی پنج سه‌تایی",
        "id": "urutan lima tiga-sama",
    },
    "false_twelve": {"en": "false twelve", "zh": "假十二", "fa": "دوازده قلابی", "id": "dua belas palsu"},
    "four_jokers": {"en": "four jokers", "zh": "四王", "fa": "چهار جوکر", "id": "empat joker"},
    "false_fourteen": {"en": "false fourteen", "zh": "假十四", "fa": "چهارده قلابی", "id": "empat belas palsu"},
    "big_ace_pair": {"en": "pair of Big Aces", "zh": "双大A", "fa": "دو بیگ آس", "id": "pasangan As Besar"},
    "first_drawer": {"en": "first drawer", "zh": "先摸牌者", "fa": "نخستین کشنده", "id": "pengambil pertama"},
    "declarer": {"en": "declarer", "zh": "大A方", "fa": "اعلام‌کننده", "id": "deklarator"},
    "partner": {"en": "partner", "zh": "同伴", "fa": "هم‌تیمی", "id": "mitra"},
    "alone": {"en": "alone", "zh": "独打", "fa": "تنها", "id": "sendirian"},
    "opponent": {"en": "opponent", "zh": "对手", "fa": "حریف", "id": "lawan"},
    "big_ace": {"en": "Big Ace", "zh": "大A", "fa": "آس بزرگ (بیگ آس)", "id": "As Besar"},
    "leader": {"en": "leader", "zh": "领出者", "fa": "شروع‌کننده", "id": "pemimpin trik"},
    "out": {"en": "out", "zh": "出完牌", "fa": "تمام کرده", "id": "habis kartu"},
    "capture": {"en": "capture", "zh": "收牌", "fa": "گرفتن", "id": "menangkap"},
    "face_down": {"en": "face-down card", "zh": "扣牌", "fa": "کارت رو به پایین", "id": "kartu tertutup"},
    "trick": {"en": "trick", "zh": "轮", "fa": "دست وسط", "id": "trik"},
    "joker": {"en": "joker", "zh": "王", "fa": "جوکر", "id": "joker"},
}
"""Names of phases, types of move, combinations and roles by language."""
