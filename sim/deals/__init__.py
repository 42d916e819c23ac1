"""Deals: decks, packets and named hands, and which variants share their deals."""
