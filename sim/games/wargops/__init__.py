"""WarGops: its rules, its rulebook, and its kernel."""
