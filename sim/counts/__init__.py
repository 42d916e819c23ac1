"""Exact counts of played games: taking them, reading them, and the numbers with their intervals."""
