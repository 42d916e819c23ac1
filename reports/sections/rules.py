"""The rules that were played, in words."""

import re
from collections.abc import Iterator, Sequence

from reports.documents import document
from reports.facts import Facts
from reports.labels import policy_words
from reports.numbers import whole
from reports.sections.positions import positions
from reports.words import capital, counted, join, quoted
from sim.cards import card_text, cards_text
from sim.contract.answer import Block, Bullets, Paragraph, Section
from sim.contract.deck_rules import NEW, PLAYED, SHUFFLED, DeckRules
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.contract.vocabulary import OF_A_DECK, number_word, seat_word
from sim.deals.hands import read_hand
from sim.options import Option
from sim.words import games_words

POSITIONS = (
    "under the others the first player gets as many cards and aces as the table says, "
    "the other cards at random, and the second player gets all the rest."
)
"""How variants differ that start from different positions."""

STOPS = ("max_rounds", "max_turns")
"""The options that say when a game without an end is stopped."""


def rules(facts: Facts) -> Section:
    """The section on the rules: those of the first variant, and what the others change."""
    first, *others = facts.variants
    if facts.run.scenario.tournament:
        # All matches of a tournament are played by the same rules; the players are
        # listed elsewhere.
        played = facts.game.rules.of(facts.rules[first].as_dict())
        return Section("The rules played", (Bullets((*_sentences(facts, played),)),))
    usual = _sentences(facts, facts.rules[first])
    blocks: list[Block] = [Bullets(tuple(usual))]
    if positions(facts.rules):
        told = f"These are the rules under {quoted(first)}; {POSITIONS}"
        blocks.append(Paragraph(told))
    elif others:
        changed = tuple(_changes(facts, usual, others))
        told = f"These are the rules under {quoted(first)}; the others change:"
        blocks += [Paragraph(told), Bullets(changed)] if changed else []
    return Section("The rules played", tuple(blocks))


def _sentences(facts: Facts, rules: GameRules) -> list[str]:
    """Rules in words; how a game is stopped only if one was."""
    return rules_in_words(facts.game, rules, stopped=facts.any_unfinished)


def _changes(
    facts: Facts, usual: Sequence[str], others: Sequence[str]
) -> Iterator[str]:
    """What variants change of the usual rules, each sentence once with its variants."""
    under: dict[str, list[str]] = {}
    for variant in others:
        for sentence in _sentences(facts, facts.rules[variant]):
            if sentence not in usual:
                under.setdefault(sentence, []).append(variant)
    together: dict[tuple[str, ...], list[str]] = {}
    for sentence, names in under.items():
        together.setdefault(tuple(names), []).append(sentence)
    for variants, sentences in together.items():
        every = len(variants) == len(others) > 1
        where = "all others" if every else join([*map(quoted, variants)])
        yield f"{capital(where)}: {' '.join(sentences)}"


def subtitle(facts: Facts) -> str:
    """What was played, in one line."""
    games = {facts.games(variant) for variant in facts.variants}
    entrants = facts.run.scenario.tournament
    if entrants:
        played = f"{whole(len(facts.variants))} matches of {games_words(max(games))}"
        return f"{capital(facts.game.title)}: each of {len(entrants)} ways to play against every other, {played}"
    least = min(games)
    most = max(games)
    played = (
        games_words(most) if least == most else f"{whole(least)} to {whole(most)} games"
    )
    sets = number_word(len(facts.variants))
    kind = "hands" if positions(facts.rules) else "sets of rules"
    per = "" if facts.single else f" for each of {sets} {kind}"
    return f"{capital(facts.game.title)}: {played}{per}"


def rules_in_words(game: Game, rules: GameRules, *, stopped: bool = True) -> list[str]:
    """The rules that were played, and how the players choose.

    Each subject has a sentence or two.

    Parameters
    ----------
    game
        The game.
    rules
        Its rules.
    stopped
        Whether to say when a game without an end is stopped.
    """
    options = [
        option for option in rules.options() if stopped or option.name not in STOPS
    ]
    sentences = []
    if isinstance(rules, DeckRules):
        sentences = _deck(rules)
        options = [
            option for option in options if option.name not in {"players", *OF_A_DECK}
        ]
    # The glossary says how each game is played.
    sentences += re.findall(
        rf"^- \*\*{re.escape(game.title)}\*\*: (.+)$",
        document("glossary.md"),
        re.MULTILINE,
    )
    sentences += [
        sentence for option in options if (sentence := _option(game, rules, option))
    ]
    return sentences + _players(game, rules)


def _option(game: Game, rules: GameRules, option: Option) -> str:
    """The sentence on an option; "" if it changes nothing under these rules."""
    wording = game.vocabulary.options.get(option.name)
    value = getattr(rules, option.name)
    if wording is None:
        return f"{option.name} = {setting(value)} ({option.meaning})."
    sentence = game.vocabulary.sentences.get(f"{option.name} {value}", wording.sentence)
    return (
        capital(sentence.format(wording.phrase(value)))
        if isinstance(sentence, str)
        else sentence(rules)
    )


def _players(game: Game, rules: GameRules) -> list[str]:
    """The sentence on how the players choose; nothing in games without choice."""
    seats = getattr(rules, "policies", ())
    if not seats:
        return []
    names = [quoted(policy_words(game, seat)) for seat in seats]
    if len(set(names)) == 1:
        return [f"All play {names[0]}."]
    told = (f"the {seat_word(seat)} plays {name}" for seat, name in enumerate(names))
    return [f"{capital(join([*told]))}."]


def setting(value: object) -> str:
    """An option's value as a rules sheet would write it."""
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
    of_a_rank = (
        f"{number_word(deck.copies)} of each rank"
        if deck.copies > 1
        else "one of each rank"
    )
    jokers = (
        f" and {counted(deck.jokers, 'joker')}, above every other card"
        if deck.jokers
        else ""
    )
    ranks = f"{card_text(deck.lowest)} to {card_text(deck.highest)}"
    pack = f"play with a pack of {deck.size} cards: {ranks}, {of_a_rank}{jokers}"
    if rules.hands is not None:
        rests = sum(read_hand(text).is_rest for text in rules.hands)
        rest = "an even share of the rest" if rests > 1 else "all the others"
        held = [
            f"the {seat_word(seat)} gets {_hand(text, rest)}"
            for seat, text in enumerate(rules.hands)
        ]
        return [
            f"{players} {pack}.",
            f"{capital(join(held))}; each packet is shuffled.",
        ]
    share, over = divmod(deck.size, rules.seats)
    left = (
        f"; {counted(over, 'card')} left over stay{'s' if over == 1 else ''} out of the game"
        if over
        else ""
    )
    dealt = f"dealt one at a time, {share} to each{left}."
    if rules.pack == SHUFFLED:
        sentences = [f"{players} {pack}.", f"The pack is shuffled and {dealt}"]
    else:
        order = _ORDERS[rules.pack].format(
            lowest=card_text(deck.lowest), highest=card_text(deck.highest)
        )
        times = {
            0: "not shuffled, and is",
            1: "riffled once and",
            2: "riffled twice and",
        }
        riffled = times.get(
            rules.riffles, f"riffled {number_word(rules.riffles)} times and"
        )
        sentences = [f"{players} {pack}.", f"{order}; it is {riffled} {dealt}"]
    if rules.bury_jokers and deck.jokers:
        sentences.append(
            "The jokers are dealt separately: one is put at a random place in each packet."
        )
    return sentences


_ORDERS = {
    NEW: "The pack is new, each suit from {lowest} to {highest}",
    PLAYED: "The pack lies as the last game of two has left it, the winner's cards on top",
}
"""How a pack lies before it is riffled."""


def _hand(text: str, rest: str) -> str:
    """In words what a named hand is made of."""
    hand = read_hand(text)
    if hand.is_rest:
        return rest
    if not hand.random:
        return _cards(hand.cards)
    barred = (
        f" (no {' and no '.join(map(card_text, sorted(hand.barred)))})"
        if hand.barred
        else ""
    )
    random = counted(hand.random, "random card") + barred
    return join([_cards(hand.cards), random]) if hand.cards else random


_NAMED = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def _cards(cards: Sequence[int]) -> str:
    """Cards as "four aces" if they are of one rank with a name, else one by one."""
    ranks = {int(card) for card in cards}
    name = _NAMED.get(min(ranks)) if len(ranks) == 1 else None
    return counted(len(cards), name) if name else cards_text(cards)
