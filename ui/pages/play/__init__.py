"""The page Play: a game is played, and the search can be watched."""
