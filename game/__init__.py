"""Othello in pure Python, with the standard library only: the oracle for all compiled code."""
