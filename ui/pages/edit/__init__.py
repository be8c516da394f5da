"""The page Edit board: a position is set up, to be played, reviewed or raced."""
