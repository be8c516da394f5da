"""The page Practice: mistakes come back, endgames are solved, openings are played from memory."""
