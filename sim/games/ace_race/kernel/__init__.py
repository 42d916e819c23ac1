"""Ace race: the war is a race to turn an ace, compiled."""
