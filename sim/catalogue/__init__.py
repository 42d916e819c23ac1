"""The catalogue: statistics of War under many rule sets, kept, to look a published figure up in."""
