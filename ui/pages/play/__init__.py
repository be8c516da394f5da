"""The Play page: play a game and watch the search."""
