"""The panels beside the board: each draws one frozen model, and only when that has changed."""
