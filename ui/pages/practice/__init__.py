"""The Practice page: repeat mistakes, solve endgames and play openings from memory."""
