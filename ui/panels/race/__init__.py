"""What the page Race is made of."""
