"""How much stronger one player is than another: gauntlets of games from balanced openings, and their Elo."""
