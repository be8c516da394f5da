"""The cards of the page Practice."""
