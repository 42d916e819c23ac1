"""GOPS, the Game of Pure Strategy: its rules, its rulebook, and its kernel."""
