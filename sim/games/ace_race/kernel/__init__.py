"""Ace race, compiled: a tie is settled by a race to turn an ace."""
