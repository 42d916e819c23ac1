"""Ace race: the war is a race to turn an ace: its rules, its rulebook, and its kernel."""
