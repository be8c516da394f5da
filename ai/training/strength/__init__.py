"""Openings for games that measure strength."""
