"""The rules that all games share, as data: each rule id and what decides by it.

A game's own ids stand in its ``rules.py``. The rule pages in ``docs/rules`` have the same ids as anchors.
"""

from typing import Final

CHOICES: Final[dict[str, str]] = {
    "C-1": "referee.cards.read_code",
    "C-2": "referee.cards.JOKERS",
    "C-3": "referee.cards.HIDDEN",
    "C-4": "referee.game.Game.written",
    "S-1": "referee.climbing.ClimbingPosition.next_active",
    "SH-1": "referee.shuffle.sound_seed",
    "SH-2": "referee.shuffle.Stream",
    "SH-3": "referee.shuffle.Stream.below",
    "SH-4": "referee.shuffle.shuffled",
    "SH-5": "referee.shuffle.ordered_pack",
    "SH-6": "referee.shuffle.deal_label",
    "X-1": "referee.game.Table.view",
    "X-2": "referee.bots.bot.seen_by",
    "X-3": "referee.game.Table.deal_fields",
    "X-4": "referee.game.Table.deal_fields",
    "T-1": "referee.climbing.ClimbingPosition.lead",
    "T-2": "referee.climbing.ClimbingPosition.turn_played",
    "T-3": "referee.climbing.ClimbingPosition.turn_passed",
    "T-4": "referee.climbing.ClimbingPosition.is_active",
    "V-1": "referee.game.Table.rule_on",
    "V-2": "referee.game.Table.normal_form",
}
