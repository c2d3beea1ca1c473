"""Zheng Fen (ZF): climbing play for the points in the tricks won."""
