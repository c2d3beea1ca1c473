"""Bao Huang (Protect the Emperor)."""
