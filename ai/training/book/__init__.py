"""The opening book: which openings are searched, and what comes of it."""
