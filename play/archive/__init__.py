"""An archive of tournament games in WTHOR, and an index in which any of their positions is found at once."""
