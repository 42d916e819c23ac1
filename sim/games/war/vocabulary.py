"""War's options, columns and endings in the words of reports.

A value has a phrase and a sentence.
"""

from typing import Any

from sim.cards import JOKER, card_text
from sim.contract.vocabulary import (
    OF_A_DECK,
    Vocabulary,
    Wording,
    amount,
    either,
    number_word,
    one_of,
    seat_word,
    template,
)
from sim.games.packets.vocabulary import (
    COLUMNS,
    ENDINGS,
    PICKUPS,
    PLAYERS,
    picked_up,
    undecided,
)
from sim.games.war.rules import WarRules

_DOWN, _UP = (
    amount("card face down", "cards face down"),
    amount("card face up", "cards face up"),
)


def _face_down(rules: WarRules) -> str:
    if rules.face_down == "rank":
        high = " or joker" if rules.deck.top_rank == JOKER else ""
        return (
            "In a war each player lays as many cards face down as the tied rank says "
            "(10 for J, Q and K, "
            f"11 for an ace{high}), then one face up."
        )
    up = f"{number_word(rules.cards_up)} face up"
    down = (
        f"{_DOWN(rules.face_down)}, then {up}"
        if rules.face_down
        else f"{_UP(rules.cards_up)} at once"
    )
    return f"In a war each player lays {down}; another tie is another war."


def _low_beats_high(rules: WarRules) -> str:
    if not rules.low_beats_high:
        return ""
    low = card_text(rules.deck.lowest)
    high = card_text(rules.deck.highest)
    return f"The lowest rank beats the highest: {low} takes {high} when both are played in the same battle."


def _end(rules: WarRules) -> str:
    if rules.seats == 2:
        over = "The game is over when one player has all the cards"
        can_fail = rules.run_out in ("lose", "all-in", "draw")
        return f"{over}{', or when a player cannot finish a war' * can_fail}."
    if rules.end == "last-standing":
        return "A player with no cards left is out; the last player with cards wins."
    return "The game ends with the round in which somebody runs out of cards; the player with the most cards wins."


def _fighters(rules: WarRules) -> str:
    if rules.seats == 2:
        return ""
    if rules.fighters == "tied":
        return "Only the players who tied fight on in a war."
    return "All players fight in a war, not only the players who tied."


def _pickup_phrase(value: Any) -> str:
    return " against ".join(
        PICKUPS[pickup][0] for pickup in ([value] if isinstance(value, str) else value)
    )


def _pickup(rules: WarRules) -> str:
    if rules.captured != "bottom" or rules.draw == "random":
        return ""
    if isinstance(rules.pickup, str):
        return picked_up(rules)
    ways = (
        f"{seat_word(seat)}: {PICKUPS[pickup][0]}"
        for seat, pickup in enumerate(rules.pickup)
    )
    return f"The pot goes under the winner's packet, in each player's own way: {'; '.join(ways)}."


def _cards_up(rules: WarRules) -> str:
    if rules.cards_up == 1:
        return ""
    return (
        f"In every battle each player turns up {number_word(rules.cards_up)} cards, "
        f"and the higher {rules.compare} of "
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
    rounds = (
        "a round"
        if rules.wars_to_win == 1
        else f"{number_word(rules.wars_to_win)} rounds"
    )
    return f"The first player to win {rounds} with a war wins the game."


def _max_rounds(rules: WarRules) -> str:
    if rules.stop_after and rules.stop_after <= rules.max_rounds:
        return ""
    return undecided(rules, "rounds", rules.proves_cycles)


_RUN_OUT = {
    "lose": "running short loses",
    "last-card": "last card stands",
    "all-in": "all cards in, last one up",
    "fewest": "all lay as few as the poorest",
    "draw": "running short draws the game",
}
_COMPARED = {name: f"their {name} counts" for name in ("sum", "product", "difference")}
_FIGHTERS = one_of({"all": "everyone fights", "tied": "only the tied fight"})
_CAPTURED = one_of(
    {"bottom": "won cards under the packet", "pile-shuffled": "won cards on a pile"}
)
_LOW = either("the lowest rank beats the highest", "the lowest rank beats no other")
_LAST = one_of(
    {
        "last-standing": "to the last player standing",
        "first-out": "until one player is out",
    }
)
_OVER = template(
    "over after {} rounds", {0: "played to the end", 1: "over after 1 round"}
)
_WARS = amount("war wins", "wars win", {0: "wars are not counted"})
_LAID = amount(
    "card down", "cards down", {"rank": "as many cards down as the tied rank"}
)
_DRAWN = one_of({"top": "the top card is laid", "random": "a random card is laid"})

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "face_down": Wording("the cards laid face down in a war", _LAID, _face_down),
        "run_out": Wording("running out of cards in a war", one_of(_RUN_OUT)),
        "pickup": Wording(
            "the order in which won cards are picked up", _pickup_phrase, _pickup
        ),
        "fighters": Wording("who fights in a war", _FIGHTERS, _fighters),
        "captured": Wording("where won cards go", _CAPTURED),
        "low_beats_high": Wording(
            "the lowest rank against the highest", _LOW, _low_beats_high
        ),
        "end": Wording("the end of the game", _LAST, _end),
        "max_rounds": Wording(
            "when a game is stopped",
            template("stopped after {} rounds", {1: "stopped after 1 round"}),
            _max_rounds,
        ),
        "cards_up": Wording("the cards turned up in a battle", _UP, _cards_up),
        "compare": Wording("what several cards are worth", one_of(_COMPARED)),
        "draw": Wording("which card is laid", _DRAWN),
        "stop_after": Wording("when the game is over in any case", _OVER, _stop_after),
        "wars_to_win": Wording("the wars that win the game", _WARS, _wars_to_win),
    },
    sentences={
        "run_out lose": "A player with too few cards for a war loses. If nobody has "
        "enough, the player with most cards wins the war; if several have equally "
        "many, the game is a draw.",
        "run_out last-card": "A player short of cards in a war turns up their last "
        "card, which counts in every "
        "further battle of that war.",
        "run_out all-in": "A player short of cards in a war lays all their cards, the "
        "last one face up. A "
        "player who ties again with no cards left loses.",
        "run_out fewest": "In a war all players lay only as many cards as the player "
        "with the fewest can. A "
        "player with no cards left loses.",
        "run_out draw": "If a player has too few cards for a war, the game is a draw.",
        "captured pile-shuffled": "Captured cards go to a separate pile, which is "
        "shuffled and becomes the new packet "
        "when the packet is used up, even in the middle of a war.",
        "draw random": "Every card laid is a random one of the player's packet.",
    },
    columns=COLUMNS,
    endings={
        **ENDINGS,
        "wars": "won by the number of wars",
        "stopped": "stopped after its rounds",
    },
)
