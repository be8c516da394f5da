"""Practice: mistakes that come back, endgames to solve, and openings to play from memory."""
