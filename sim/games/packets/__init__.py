"""What the games of packets share: their columns, their events, and compiled pieces."""
