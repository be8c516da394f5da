"""Practice: what went wrong comes back, endgames are solved, openings are played from memory."""
