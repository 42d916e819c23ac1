"""How the players of Wargame can choose."""
