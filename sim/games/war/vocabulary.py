"""War's options, columns and endings in the words of reports: each value as a phrase and as a sentence."""

from __future__ import annotations

from sim.cards import JOKER, card_text
from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary, amount, choice, either
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, MAX_ROUNDS, PICKUP, PICKUPS, PLAYERS
from sim.games.war.rules import WarRules

_DOWN = amount("card face down", "cards face down")


def _face_down(rules: WarRules) -> str:
    if rules.face_down == "rank":
        high = " or joker" if rules.deck.top_rank == JOKER else ""
        return (
            "In a war each player lays as many cards face down as the tied rank says (10 for J, Q and K, "
            f"11 for an ace{high}), then one face up."
        )
    down = f"{_DOWN(rules.face_down)}, then one face up" if rules.face_down else "one card face up at once"
    return f"In a war each player lays {down}; another tie is another war."


def _low_beats_high(rules: WarRules) -> str:
    if not rules.low_beats_high:
        return ""
    low, high = card_text(rules.deck.lowest), card_text(rules.deck.highest)
    return f"The lowest rank beats the highest: {low} takes {high} when both are played in the same battle."


def _end(rules: WarRules) -> str:
    return _ENDS[rules.end][1] if rules.seats > 2 else "The game is over when one player has all the cards."


def _max_rounds(rules: WarRules) -> str:
    cycle = "A game that returns to an earlier position would go on for ever and is stopped as a cycle; any other game"
    game = cycle if rules.deterministic else "A game"
    return f"{game} still undecided after {rules.max_rounds:,} rounds is stopped and counted as unfinished."


_ENDS = {
    "last-standing": (
        "to the last player standing",
        "A player with no cards left is out; the last player with cards wins.",
    ),
    "first-out": (
        "until one player is out",
        "The game ends with the round in which the first player is out; the player with the most cards wins.",
    ),
}

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "face_down": Said(
            "the cards laid face down in a war",
            amount("card down", "cards down", {"rank": "as many cards down as the tied rank"}),
            _face_down,
        ),
        "run_out": choice(
            "run_out",
            "running out of cards in a war",
            {
                "lose": (
                    "running short loses",
                    (
                        "A player with too few cards for a war loses. If both have too few, the player with"
                        " fewer loses; if they have equally many, the game is a draw."
                    ),
                ),
                "last-card": (
                    "last card stands",
                    (
                        "A player short of cards in a war turns up their last card, which counts in every "
                        "further battle of that war."
                    ),
                ),
                "all-in": (
                    "all cards in, last one up",
                    (
                        "A player short of cards in a war lays all their cards, the last one face up. A "
                        "player who ties again with no cards left loses."
                    ),
                ),
                "fewest": (
                    "all lay as few as the poorest",
                    (
                        "In a war all players lay only as many cards as the player with the fewest can. A "
                        "player with no cards left loses."
                    ),
                ),
            },
        ),
        "pickup": choice("pickup", PICKUP.subject, PICKUPS, lambda rules: rules.captured == "bottom"),
        "fighters": choice(
            "fighters",
            "who fights in a war",
            {
                "all": ("everyone fights", "All players fight in a war, not only the players who tied."),
                "tied": ("only the tied fight", "Only the players who tied fight on in a war."),
            },
            lambda rules: rules.seats > 2,
        ),
        "captured": choice(
            "captured",
            "where won cards go",
            {
                "bottom": ("won cards under the packet", ""),
                "pile-shuffled": (
                    "won cards on a pile",
                    (
                        "Captured cards go to a separate pile, which is shuffled and becomes the new packet"
                        " when the packet is used up, even in the middle of a war."
                    ),
                ),
            },
        ),
        "low_beats_high": Said(
            "the lowest rank against the highest",
            either("the lowest rank beats the highest", "the lowest rank is just low"),
            _low_beats_high,
        ),
        "end": Said("the end of the game", lambda value: _ENDS[value][0], _end),
        "max_rounds": Said(MAX_ROUNDS.subject, MAX_ROUNDS.phrase, _max_rounds),
    },
    columns=COLUMNS,
    endings=ENDINGS,
)
