"""WarGops solved exactly."""
