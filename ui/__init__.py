"""What a person or another program sees: the window, the command line. Only this floor imports pygame."""
