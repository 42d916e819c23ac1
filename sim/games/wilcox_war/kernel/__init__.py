"""Wilcox War, compiled."""
