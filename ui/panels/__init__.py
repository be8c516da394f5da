"""The parts of the window beside the board: each draws one frozen model, and only when it has changed."""
