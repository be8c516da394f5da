"""What the window says, in words and numbers."""
