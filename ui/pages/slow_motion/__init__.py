"""The page Slow motion: one small search, or two beside each other, step by step."""
