"""The rules that were played, in words.

Pure functions to text. The sentences on wars and on rounds at a casino are for the games whose options they describe;
any other option is described in the words of its own declaration, so a new game needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.casino_rules import CASINO_SENTENCES
from reports.labels import phrase, seats_in_words
from reports.numbers import whole
from reports.words import by_seat, capital, counted, join
from sim.cards import JOKER, card_text, cards_text
from sim.contract.game import Game
from sim.contract.rules import DeckRules, GameRules
from sim.contract.vocabulary import number_word, seat_word
from sim.deals.hands import read_hand
from sim.games.casino_war.rules import CasinoWarRules
from sim.games.war.rules import WarRules

if TYPE_CHECKING:
    from sim.options import Option, Rules


def rules_in_words(rules: Rules, *, only: Sequence[str] | None = None, game: Game | None = None) -> list[str]:
    """Return the rules that were played, in a sentence or two for each subject."""
    sentences: list[str] = []
    told: set[str] = set()
    if isinstance(rules, DeckRules):
        deck = {"players", "lowest", "highest", "copies", "jokers", "bury_jokers", "hands"}
        told |= deck
        if only is None or deck & set(only):
            sentences += _deck(rules)
    known = _sentences(rules)
    for option in rules.options():
        if option.name in told or (only is not None and option.name not in only):
            continue
        tell = known.get(option.name)
        sentence = tell(rules) if tell else _declared(option, rules, game)
        if sentence:
            sentences.append(sentence)
    return sentences


def _sentences(rules: Rules) -> Mapping[str, Callable[[Any], str]]:
    """Return the sentences that the options of a game have, by their names."""
    if isinstance(rules, WarRules):
        return _WAR_SENTENCES
    return CASINO_SENTENCES if isinstance(rules, CasinoWarRules) else {}


def players_in_words(game: Game, rules: GameRules) -> list[str]:
    """Return the sentence on how the players choose; nothing in games without choice."""
    seats = getattr(rules, "policies", ())
    if not seats:
        return []
    said = seats_in_words(game, seats)
    if len(set(said)) == 1:
        return [f"All players: {said[0]}."]
    return [f"{capital(join([f'the {seat_word(seat)}: {name}' for seat, name in enumerate(said)]))}."]


def _declared(option: Option, rules: Rules, game: Game | None) -> str:
    value = getattr(rules, option.name)
    if game is not None and option.name in game.vocabulary.options:
        said = capital(phrase(game, option.name, value))
        return f"{said}." if value is False else f"{said} ({by_seat(option.meaning)})."
    if option.kind == "flag":
        return f"{option.name}: {'yes' if value else 'no'} ({option.meaning})."
    return f"{option.name} = {setting(value)} ({option.meaning})."


def setting(value: object) -> str:
    """Return an option's value as a rules sheet would write it.

    >>> setting(True), setting(("A A", "*rest")), setting(100000), setting(None)
    ('yes', 'A A | *rest', '100,000', 'not set')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "not set"
    if isinstance(value, int):
        return whole(value)
    if isinstance(value, list | tuple):
        return " | ".join(str(part) for part in value)
    return str(value)


def _deck(rules: DeckRules) -> list[str]:
    deck = rules.deck
    players = capital(counted(rules.seats, "player"))
    each = f"{number_word(deck.copies)} of each rank" if deck.copies > 1 else "one of each rank"
    jokers = f" and {counted(deck.jokers, 'joker')}, above every other card" if deck.jokers else ""
    pack = (
        f"a pack of {deck.size} cards: {card_text(deck.lowest)} to {card_text(deck.highest)}, {each}{jokers}"
    )
    if rules.hands is not None:
        held = [f"the {seat_word(seat)} gets {_hand(text)}" for seat, text in enumerate(rules.hands)]
        return [f"{players}, {pack}. {capital(join(held))}, each packet in random order."]
    share, over = divmod(deck.size, rules.seats)
    left = (
        f"; {counted(over, 'card')} left over stay{'s' if over == 1 else ''} out of the game" if over else ""
    )
    sentences = [f"{players}, {pack}, shuffled and dealt one at a time, {share} to each{left}."]
    if rules.bury_jokers and deck.jokers:
        sentences.append("The jokers are dealt separately: one is put at a random place in each packet.")
    return sentences


def _hand(text: str) -> str:
    """Return in words what a named hand is made of."""
    hand = read_hand(text)
    if hand.is_rest:
        return "an even share of the rest"
    if not hand.random:
        return text.strip()
    barred = f" (no {' and no '.join(map(card_text, sorted(hand.barred)))})" if hand.barred else ""
    random = counted(hand.random, "random card") + barred
    return join([cards_text(hand.cards), random]) if hand.cards else random


def _face_down(rules: Any) -> str:
    if rules.face_down == "rank":
        high = " or joker" if rules.deck.top_rank == JOKER else ""
        return (
            "In a war each player lays as many cards face down as the tied rank says (10 for J, Q and K, "
            f"11 for an ace{high}), then one face up."
        )
    down = (
        f"{counted(rules.face_down, 'card')} face down, then one face up"
        if rules.face_down
        else "one card face up at once"
    )
    return f"In a war each player lays {down}; another tie is another war."


_RUN_OUT = {
    "lose": (
        "A player with too few cards for a war loses. If both have too few, the player with fewer loses; if they "
        "have equally many, the game is a draw."
    ),
    "last-card": (
        "A player short of cards in a war turns up their last card, which counts in every further battle of "
        "that war."
    ),
    "all-in": (
        "A player short of cards in a war lays all their cards, the last one face up. A player who ties again "
        "with no cards left loses."
    ),
    "fewest": (
        "In a war all players lay only as many cards as the player with the fewest can. A player with no cards "
        "left loses."
    ),
}

_PICKUP = {
    "winner-first": (
        "The pot goes under the winner's packet: the winner's cards first, then the others' in seat order."
    ),
    "loser-first": "The pot goes under the winner's packet: the others' cards first, then the winner's.",
    "latest-first": (
        "The pot goes under the winner's packet from the last cards played to the first, the winner's "
        "card of each play first."
    ),
    "seat": (
        "The pot goes under the winner's packet in the order played, the first player's card of each play first, "
        "whichever player won."
    ),
    "shuffled": "The pot goes under the winner's packet in random order.",
}

_CAPTURED = {
    "bottom": "",
    "pile-shuffled": (
        "Captured cards go to a separate pile, which is shuffled and becomes the new packet when the packet is "
        "used up, even in the middle of a war."
    ),
}

_FIGHTERS = {
    "all": "All players fight in a war, not only the players who tied.",
    "tied": "Only the players who tied fight on in a war.",
}

_END = {
    "last-standing": "A player with no cards left is out; the last player with cards wins.",
    "first-out": (
        "The game ends with the round in which the first player is out; the player with the most cards wins."
    ),
}


def _low_beats_high(rules: Any) -> str:
    if not rules.low_beats_high:
        return ""
    low, high = card_text(rules.deck.lowest), card_text(rules.deck.highest)
    return f"The lowest rank beats the highest: {low} takes {high} when both are played in the same battle."


def _max_rounds(rules: Any) -> str:
    fixed = rules.pickup != "shuffled" and rules.captured == "bottom"
    cycle = (
        "A game that returns to an earlier position would go on for ever and is stopped as a "
        "cycle; any other game"
        if fixed
        else "A game"
    )
    return (
        f"{cycle} still undecided after {whole(rules.max_rounds)} rounds is stopped and counted as "
        "unfinished."
    )


_WAR_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "face_down": _face_down,
    "run_out": lambda rules: _RUN_OUT[rules.run_out],
    "pickup": lambda rules: "" if rules.captured == "pile-shuffled" else _PICKUP[rules.pickup],
    "captured": lambda rules: _CAPTURED[rules.captured],
    "fighters": lambda rules: _FIGHTERS[rules.fighters] if rules.seats > 2 else "",
    "end": lambda rules: (
        _END[rules.end] if rules.seats > 2 else "The game is over when one player has all the cards."
    ),
    "low_beats_high": _low_beats_high,
    "max_rounds": _max_rounds,
}
