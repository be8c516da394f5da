"""An archive of games in WTHOR, GGF, SGF and PGN, and an index in which any position is found at once."""
