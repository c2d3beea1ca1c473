"""The rules of Bao Huang as data: violations, score lines, what decides by each other rule, and names."""

from typing import Final

from referee.rulings import Breach

BREACHES: Final[dict[str, Breach]] = {
    "wrong-start": Breach(
        "choice-not-offered",
        "BH-1.3",
        "Deal {deal} is dealt by seat {seat}, on the right of the last dealer, not by {given}.",
    ),
    "turn-tribute": Breach(
        "not-your-turn", "BH-2.2", "Seat {seat} may not act now: seat {turn} is to take its tribute."
    ),
    "slots-number": Breach("wrong-size", "BH-2.2", "Seat {seat} takes {wanted} from the pool, not {count}."),
    "slot-not-there": Breach("choice-not-offered", "BH-2.2", "The pool has no such slot: {slots}."),
    "turn-crown": Breach("not-your-turn", "BH-3.1", "Seat {seat} may not act now: seat {turn} holds the RJ*."),
    "call-needed": Breach("malformed-move", "BH-3.5", "To accept the crown, name a card to call."),
    "call-not-wanted": Breach("malformed-move", "BH-3.5", "No card is called here: the BJ* makes the guard."),
    "call-joker": Breach("choice-not-offered", "BH-3.5", "A joker cannot be called, so {call} cannot."),
    "call-not-three": Breach(
        "choice-not-offered",
        "BH-3.5",
        "Seat {seat} cannot call {call}: it holds {count} of four copies, not three.",
    ),
    "must-accept": Breach(
        "choice-not-offered", "BH-3.5", "The crown has come back to seat {seat}, which must accept it and call a card."
    ),
    "turn-declaration": Breach(
        "not-your-turn", "BH-4.1", "Seat {seat} may not act now: seat {turn} is asked whether it declares."
    ),
    "nothing-to-declare": Breach(
        "choice-not-offered",
        "BH-4.1",
        "Seat {seat} has nothing to declare: an emperor with a guard stays silent.",
    ),
    "turn-first-lead": Breach(
        "not-your-turn", "BH-5.1", "Seat {seat} may not act now: seat {turn} is emperor and leads."
    ),
    "not-your-turn": Breach("not-your-turn", "BH-5.1", "Seat {seat} may not act now: it is seat {turn}'s turn."),
    "must-lead": Breach("must-lead", "BH-5.1", "Seat {seat} leads and must play: a leader cannot pass."),
    "no-combination": Breach(
        "not-a-combination", "BH-5.2", "{cards} is no combination: besides jokers, all cards must be of one rank."
    ),
    "other-size": Breach(
        "does-not-beat",
        "BH-5.3",
        "{cards} does not beat {to_beat}: the number of cards must be {wanted}, not {count}.",
    ),
    "red-stands": Breach(
        "does-not-beat", "BH-5.3", "{cards} does not beat {to_beat}: nothing beats what contains a red joker."
    ),
    "other-kind": Breach(
        "does-not-beat",
        "BH-5.3",
        "{cards} does not beat {to_beat}: a {kind} is no {wanted}, and kinds must be equal.",
    ),
    "too-low": Breach(
        "does-not-beat",
        "BH-5.3",
        "{cards} does not beat {to_beat}: card by card from the highest down, {low} does not outrank {high}.",
    ),
    "lowest-too-soon": Breach(
        "choice-not-offered", "BH-6.1", "{cards} can be played only when nothing but {rank}s is left in the hand."
    ),
    "lowest-with-jokers": Breach(
        "not-a-combination", "BH-6.2", "{cards} is no combination: cards of rank {rank} never go together with jokers."
    ),
}
"""What can be wrong with a move, by key."""

SCORES: Final[dict[str, tuple[str, str]]] = {
    "places": (
        "BH-7.2",
        "Emperor {emperor} and guard {guard} have places worth {value} together; the emperor gets that twice.",
    ),
    "alone": ("BH-7.3", "Emperor {emperor}, alone, took place {place}: {value} for him."),
    "declared": ("BH-7.4", "Seats {declared} declared: all scores are multiplied by {factor}."),
}
"""How a deal is scored: code to (rule, sentence)."""

CHOICES: Final[dict[str, str]] = {
    "BH-1.1": "referee.games.bao_huang.readings.full_pack",
    "BH-1.2": "referee.games.bao_huang.readings.written",
    "BH-1.4": "referee.games.bao_huang.seats.draw_seats",
    "BH-2.1": "referee.games.bao_huang.position.BaoHuangPosition.begin",
    "BH-2.3": "referee.games.bao_huang.table.BaoHuangTable.lay",
    "BH-3.2": "referee.games.bao_huang.position.BaoHuangPosition.apply",
    "BH-3.3": "referee.games.bao_huang.table.BaoHuangTable.deal_fields",
    "BH-3.4": "referee.games.bao_huang.position.BaoHuangPosition.may_declare",
    "BH-4.2": "referee.games.bao_huang.table.BaoHuangTable.play",
    "BH-4.3": "referee.games.bao_huang.scoring.factor",
    "BH-5.4": "referee.games.bao_huang.position.BaoHuangPosition.apply",
    "BH-7.1": "referee.games.bao_huang.scoring.is_over",
    "BH-7.5": "referee.games.bao_huang.scoring.tribute_after",
    "BH-8.1": "referee.games.bao_huang.options.OPTIONS",
    "BH-8.2": "referee.games.bao_huang.options.OPTIONS",
}
"""Rules that no violation and no score line carries, and what decides by each."""

NAMES: Final[dict[str, str]] = {"en": "Bao Huang", "zh": "保皇", "fa": "بائو هوانگ", "id": "Bao Huang"}

TERMS: Final[dict[str, dict[str, str]]] = {
    "tribute": {"en": "tribute", "zh": "进贡", "fa": "خراج", "id": "upeti"},
    "crown": {"en": "crown", "zh": "皇位", "fa": "تاج", "id": "takhta"},
    "declaration": {"en": "declarations", "zh": "亮牌", "fa": "اعلام", "id": "pernyataan"},
    "play": {"en": "play", "zh": "出牌", "fa": "بازی کردن", "id": "main kartu"},
    "deal_over": {"en": "deal over", "zh": "本副结束", "fa": "پایان دست", "id": "pembagian selesai"},
    "take_tribute": {"en": "take tribute", "zh": "收贡", "fa": "گرفتن خراج", "id": "ambil upeti"},
    "accept_crown": {"en": "accept the crown", "zh": "登基", "fa": "پذیرفتن تاج", "id": "terima takhta"},
    "pass_crown": {"en": "pass the crown on", "zh": "让位", "fa": "رد کردن تاج", "id": "lepas takhta"},
    "declare": {"en": "declare", "zh": "明保", "fa": "اعلام کردن", "id": "menyatakan diri"},
    "stay_silent": {"en": "stay silent", "zh": "暗保", "fa": "سکوت", "id": "diam"},
    "pass": {"en": "pass", "zh": "不要", "fa": "عبور", "id": "lewat"},
    "single": {"en": "single card", "zh": "单张", "fa": "تک کارت", "id": "kartu tunggal"},
    "set": {"en": "set of one rank", "zh": "同点牌", "fa": "چند کارت هم‌ارزش", "id": "kartu kembar"},
    "set_with_jokers": {
        "en": "set with jokers",
        "zh": "带王的同点牌",
        "fa": "کارت‌های هم‌ارزش با جوکر",
        "id": "kartu kembar dengan joker",
    },
    "jokers": {"en": "jokers", "zh": "王牌组", "fa": "جوکرها", "id": "joker"},
    "emperor": {"en": "emperor", "zh": "皇帝", "fa": "امپراطور", "id": "kaisar"},
    "guard": {"en": "guard", "zh": "侍卫", "fa": "محافظ امپراطور", "id": "pengawal"},
    "people": {"en": "the people", "zh": "平民", "fa": "مردم", "id": "rakyat"},
    "alone": {"en": "alone against four", "zh": "独保", "fa": "تنها", "id": "sendirian"},
    "loyalty": {"en": "loyalty", "zh": "明保", "fa": "وفاداری", "id": "kesetiaan"},
    "opposition": {"en": "opposition", "zh": "造反", "fa": "مخالفت", "id": "perlawanan"},
    "dealer": {"en": "dealer", "zh": "发牌人", "fa": "پخش‌کننده", "id": "bandar"},
    "leader": {"en": "leader", "zh": "领出者", "fa": "رهبر دست", "id": "pemimpin trik"},
    "out": {"en": "out", "zh": "出完牌", "fa": "تمام کرده", "id": "habis kartu"},
    "trick": {"en": "trick", "zh": "轮", "fa": "دست وسط", "id": "trik"},
    "joker": {"en": "joker", "zh": "王", "fa": "جوکر", "id": "joker"},
}
"""Names of phases, types of move, combinations and roles by language."""
