"""Sections that only one game has."""
