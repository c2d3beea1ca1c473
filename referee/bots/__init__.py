"""Bots: each makes a choice from what one seat can see."""
