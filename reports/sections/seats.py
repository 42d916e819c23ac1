"""Seats: equal chances where the rules treat them alike, and otherwise which seat is favoured."""

from reports.facts import Facts
from reports.sections.cells import number_phrase, share_phrase
from reports.words import by_seat, join, quoted
from sim.contract.answer import Block, Paragraph
from sim.contract.columns import WINNER
from sim.contract.vocabulary import seat_word
from sim.stats import equal_chance, mcnemar


def alike(facts: Facts, variant: str) -> bool:
    """Return whether the rules of a variant treat all seats alike."""
    return facts.game.seats_alike(facts.rules[variant])


def seats(facts: Facts) -> list[Block]:
    """Return what is known of the seats: equal chances where they are alike, else which of two is favoured."""
    if facts.watched:
        # These intervals hold for one look at a fixed number of games.
        return []
    told = (
        [_equal(facts)]
        if any(alike(facts, variant) for variant in facts.variants)
        else []
    )
    unlike: dict[str, list[tuple[str, str]]] = {}
    for variant in facts.variants:
        # They may be unlike for another reason than the deal or policies named.
        rules = facts.rules[variant]
        named = not getattr(rules, "even_deal", True) or facts.game.policies is not None
        if rules.seats == 2 and not named and not alike(facts, variant):
            what, by = _favoured(facts, variant)
            unlike.setdefault(what, []).append((quoted(variant), by))
    for place, (what, found) in enumerate(unlike.items()):
        where = (
            ""
            if len(found) == len(facts.variants)
            else f" under {join([name for name, _ in found])}"
        )
        each = join(
            [
                by if len(found) == 1 else f"{by} under {name}"
                for name, by in found
                if by
            ]
        )
        start = "Nor do they" if place else "These rules do not treat the seats alike"
        told.append(f"{start}{where}{what}{f', by {each}' * bool(each)}.")
    return [Paragraph(" ".join(told))] if told else []


def _equal(facts: Facts) -> str:
    same = [variant for variant in facts.variants if alike(facts, variant)]
    players = {facts.rules[variant].seats for variant in same}
    who = "both players" if players == {2} else "all players"
    how = (
        "Swapping the two players"
        if players == {2}
        else "Moving all players on by a seat"
    )
    where = (
        ""
        if len(same) == len(facts.variants)
        else f" under {join([quoted(variant) for variant in same])}"
    )
    by_phrase: dict[str, list[str]] = {}
    for variant in same:
        nobody = facts.histogram(variant, WINNER).count_at_most(-1)
        chance = equal_chance(
            nobody, facts.games(variant), facts.rules[variant].seats, facts.level
        )
        # Where every game had a winner, an equal part needs no number.
        if chance.high != chance.value:
            by_phrase.setdefault(share_phrase(chance), []).append(quoted(variant))
    each = "; ".join(
        phrase if len(names) == len(facts.variants) else f"{phrase} under {join(names)}"
        for phrase, names in by_phrase.items()
    )
    of_all = (
        f": of all games, those without a winner included, each wins {each}"
        if each
        else ""
    )
    mirrored = f"{how} turns the game{where} into its own mirror image, so {who} win equally often"
    return f"{mirrored}{of_all}. That the shares counted above differ is chance."


def _favoured(facts: Facts, variant: str) -> tuple[str, str]:
    """Return why the seats of a variant differ and which is favoured, to end a sentence on it, and by how much."""
    hist, games = facts.histogram(variant, WINNER), facts.games(variant)
    first_wins, second_wins = (
        hist.count_at_most(seat) - hist.count_at_most(seat - 1) for seat in (0, 1)
    )
    test = mcnemar(first_wins, second_wins, games, facts.level)
    # In the words of a game, player 0 begins.
    first = f"player {getattr(facts.rules[variant], 'starter', 0)}"
    why = by_seat(facts.game.seats_differ.replace("player 0", first))
    begin = f": {why}." if why else "."
    share = test.interval
    if (
        share.value is None
        or share.low is None
        or share.high is None
        or share.low <= 0 <= share.high
    ):
        return f"{begin} These games do not show which of the two is favoured", ""
    ahead = share if share.value > 0 else share.scaled(-1)
    first, second = (
        seat_word(seat) for seat in ((0, 1) if share.value > 0 else (1, 0))
    )
    by = number_phrase(ahead, "percentage points", 100)
    return (
        f"{begin} The {first} is favoured, and wins more of all games than the {second}",
        by,
    )
