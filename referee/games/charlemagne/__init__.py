"""Charlemagne: bidding, a trump suit, eight tricks; four players in two partnerships."""
