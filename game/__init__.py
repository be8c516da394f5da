"""Othello in plain Python, from the standard library alone: the oracle of everything compiled."""
