"""Beggar-My-Neighbour: its rules, its rulebook, and its kernel."""
