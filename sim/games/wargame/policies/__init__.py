"""The policies of Wargame, and what a player sees."""
