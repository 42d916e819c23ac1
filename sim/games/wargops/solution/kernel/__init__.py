"""The compiled part of the solver of WarGops."""
