"""GOPS solved exactly."""
