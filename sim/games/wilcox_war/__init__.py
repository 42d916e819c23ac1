"""Wilcox War: its rules, its rulebook, and its kernel."""
