"""Step by step: one small search, or two beside each other, step by step."""
