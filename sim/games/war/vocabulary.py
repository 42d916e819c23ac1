"""War's options, columns and endings in the words of reports: each value as a phrase and as a sentence."""

from typing import Any

from sim.cards import JOKER, card_text
from sim.contract.vocabulary import (
    OF_A_DECK,
    Said,
    Vocabulary,
    amount,
    choice,
    either,
    number_word,
    one_of,
    seat_word,
    template,
)
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, MAX_ROUNDS, PICKUP, PICKUPS, PLAYERS
from sim.games.war.rules import WarRules

_DOWN, _UP = amount("card face down", "cards face down"), amount("card face up", "cards face up")


def _face_down(rules: WarRules) -> str:
    if rules.face_down == "rank":
        high = " or joker" if rules.deck.top_rank == JOKER else ""
        return (
            "In a war each player lays as many cards face down as the tied rank says (10 for J, Q and K, "
            f"11 for an ace{high}), then one face up."
        )
    up = f"{number_word(rules.cards_up)} face up"
    down = f"{_DOWN(rules.face_down)}, then {up}" if rules.face_down else f"{_UP(rules.cards_up)} at once"
    return f"In a war each player lays {down}; another tie is another war."


def _low_beats_high(rules: WarRules) -> str:
    if not rules.low_beats_high:
        return ""
    low, high = card_text(rules.deck.lowest), card_text(rules.deck.highest)
    return f"The lowest rank beats the highest: {low} takes {high} when both are played in the same battle."


def _end(rules: WarRules) -> str:
    return _ENDS[rules.end][1] if rules.seats > 2 else "The game is over when one player has all the cards."


def _pickup_phrase(value: Any) -> str:
    return " against ".join(PICKUPS[pickup][0] for pickup in ([value] if isinstance(value, str) else value))


def _pickup(rules: WarRules) -> str:
    if rules.captured != "bottom" or rules.draw == "random":
        return ""
    if isinstance(rules.pickup, str):
        return PICKUPS[rules.pickup][1]
    own = (f"{seat_word(seat)}: {PICKUPS[pickup][0]}" for seat, pickup in enumerate(rules.pickup))
    return f"The pot goes under the winner's packet, in each player's own way: {'; '.join(own)}."


def _cards_up(rules: WarRules) -> str:
    if rules.cards_up == 1:
        return ""
    return (
        f"In every battle each player turns up {number_word(rules.cards_up)} cards, and the higher {rules.compare} of "
        "their ranks wins (J 11, Q 12, K 13, A 14). A player with too few cards for a battle loses."
    )


def _stop_after(rules: WarRules) -> str:
    if not rules.stop_after:
        return ""
    rounds = "round" if rules.stop_after == 1 else f"{rules.stop_after:,} rounds"
    return f"After {rounds} the player with the most cards wins; if several have as many, the game is a draw."


def _wars_to_win(rules: WarRules) -> str:
    if not rules.wars_to_win:
        return ""
    rounds = "a round" if rules.wars_to_win == 1 else f"{number_word(rules.wars_to_win)} rounds"
    return f"The first player to win {rounds} with a war wins the game."


def _max_rounds(rules: WarRules) -> str:
    if rules.stop_after and rules.stop_after <= rules.max_rounds:
        return ""
    cycle = "A game that returns to an earlier position would go on for ever and is stopped as a cycle; any other game"
    game = cycle if rules.proves_cycles else "A game"
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
        "pickup": Said(PICKUP.subject, _pickup_phrase, _pickup),
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
        "cards_up": Said("the cards turned up in a battle", _UP, _cards_up),
        "compare": Said(
            "what several cards are worth",
            one_of(
                {
                    "sum": "their sum counts",
                    "product": "their product counts",
                    "difference": "their difference counts",
                }
            ),
            lambda rules: "",
        ),
        "draw": choice(
            "draw",
            "which card is laid",
            {
                "top": ("the top card is laid", ""),
                "random": (
                    "a random card is laid",
                    "Every card laid is a random one of the player's packet.",
                ),
            },
        ),
        "stop_after": Said(
            "when the game is over in any case",
            template("over after {} rounds", {0: "played to the end"}),
            _stop_after,
        ),
        "wars_to_win": Said(
            "the wars that win the game",
            amount("war wins", "wars win", {0: "wars are not counted"}),
            _wars_to_win,
        ),
    },
    columns=COLUMNS,
    endings={
        **ENDINGS,
        "wars": "won by the number of wars",
        "stopped": "stopped after its rounds",
    },
)
