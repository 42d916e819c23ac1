"""War, the classic game: its rules, its rulebook, and its kernel."""
