"""Casino War, compiled."""
