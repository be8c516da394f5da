"""The cards of the page Review."""
