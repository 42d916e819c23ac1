"""Every deal of a small deck of War, played and counted."""
