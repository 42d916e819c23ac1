"""What a game, a policy, a seat and the columns of a kernel promise; no game itself comes in here."""
