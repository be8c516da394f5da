"""The page Review: shows a game after it was played, with a judgement of every move."""
