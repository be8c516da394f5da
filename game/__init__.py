"""What Othello is: plain Python, standard library only, and the oracle of everything compiled."""
