"""The network that is learned from searches: its positions, the learning, and what it is measured by."""
