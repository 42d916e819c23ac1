"""Steal War, compiled."""
