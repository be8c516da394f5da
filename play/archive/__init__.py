"""An archive of games in WTHOR, GGF, SGF and PGN, and an index that finds any position at once."""
