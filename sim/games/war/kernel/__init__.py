"""War, the classic game, compiled."""
