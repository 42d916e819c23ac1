"""How games are dealt: a deck and its packets, nothing at all, and which variants share their deals."""
