"""Wargame: thirteen battles: its rules, its rulebook, and its kernel."""
