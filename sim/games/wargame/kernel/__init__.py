"""Wargame: thirteen battles, compiled."""
