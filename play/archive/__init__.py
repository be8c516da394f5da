"""An archive of games in WTHOR, GGF and SGF, and an index in which any position is found at once."""
