"""The page Review: a game is looked at after it was played, and every move judged."""
