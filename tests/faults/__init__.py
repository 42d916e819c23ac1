"""Faults: files damaged and processes killed at random; whatever happens, no number changes in silence."""
