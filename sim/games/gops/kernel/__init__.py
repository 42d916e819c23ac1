"""GOPS, the Game of Pure Strategy, compiled."""
