"""The page Edit board, which sets up a position to play, review or race."""
