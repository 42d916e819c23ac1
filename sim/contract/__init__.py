"""The interfaces of games, policies, seats and kernel columns, independent of any particular game."""
