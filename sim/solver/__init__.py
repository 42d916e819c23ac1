"""Games of choice solved backwards: layers of positions, matrix games, best responses, kept layers."""
