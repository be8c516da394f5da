"""The board: what is on it, and its discs in motion."""
