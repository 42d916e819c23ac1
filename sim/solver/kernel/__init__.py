"""Matrix games solved, compiled."""
