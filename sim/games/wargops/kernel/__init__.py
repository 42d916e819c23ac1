"""WarGops, compiled."""
