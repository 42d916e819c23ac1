"""Syrian War, compiled."""
