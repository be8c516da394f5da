"""Makes what is given away: a bundle for each system, and the wheel. Never loaded in play."""
