"""Labels of variants and policies: words, not the names of options.

A variant that a person named keeps its name; others are called by the rules that set
them apart.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sim.contract.game import Game
from sim.contract.policy import Choices
from sim.contract.rules import GameRules
from sim.options import plain_text, toml_value

_SETTINGS = re.compile(r"(?:^|, )([a-z_]+)=")


def variant_labels(
    game: Game, rules: Mapping[str, GameRules], given: Mapping[str, str]
) -> dict[str, str]:
    """What each variant is called: as ``given`` says, else by its own name or its rules.

    Returns the labels by public name, each different.
    """
    named = {
        option
        for name, variant_rules in rules.items()
        for option in factors(name, variant_rules)
    }
    varied = {
        option
        for option in named
        if len(
            {str(getattr(variant_rules, option)) for variant_rules in rules.values()}
        )
        > 1
    }
    labels = {
        name: given.get(name) or _label(game, name, variant_rules, varied)
        for name, variant_rules in rules.items()
    }
    # Two options can have a value in the same words; then the public name decides.
    times = Counter(labels.values())
    return {
        name: label if times[label] == 1 else f"{label} ({name})"
        for name, label in labels.items()
    }


def factors(name: str, rules: GameRules) -> tuple[str, ...]:
    """The options by which a variant of ``[vary]`` is named.

    None if a person chose the name.
    """
    options = tuple(_SETTINGS.findall(name))
    values = rules.as_dict()
    if not options or not set(options) <= values.keys():
        return ()
    given = [part.partition("=") for part in re.split(r", (?=[a-z_]+=)", name)]
    return (
        options
        if all(text in _written(values[option]) for option, _, text in given)
        else ()
    )


def phrase(game: Game, option: str, value: object) -> str:
    """The value of an option in words."""
    wording = game.vocabulary.options.get(option)
    return (
        wording.phrase(value)
        if wording
        else f"{option.replace('_', ' ')} {_written(value)[0]}"
    )


def rules_words(game: Game, changed: Mapping[str, object]) -> str:
    """Rules in words: what is changed, and what a game always names (its hook ``named``)."""
    rules = game.rules.of(changed)
    named = game.hooks.named(rules)
    return ", ".join(
        phrase(game, name, value)
        for name, value in rules.as_dict().items()
        if name in named or name in changed
    )


def policy_labels(
    game: Game, names: Sequence[str], given: Mapping[str, str]
) -> dict[str, str]:
    """What each policy is called.

    Policies of several parts are called by the parts that set them apart.
    """
    if game.policies is None:
        return {name: name for name in names}
    short = {**game.vocabulary.short, **given}
    long = {name: game.policies.read(name) for name in names if name not in short}
    apart = [
        place
        for place in range(len(game.policies.parts))
        if len({seat[place] for seat in long.values()}) > 1
    ]
    wanted = apart or range(len(game.policies.parts))
    labels = {
        name: short[name]
        if name not in long
        else policy_words(game, long[name], wanted)
        for name in names
    }
    called = list(labels.values())
    return {
        name: label if called.count(label) == 1 else f"{label} ({name})"
        for name, label in labels.items()
    }


def policy_words(
    game: Game, choices: Choices, places: Iterable[int] | None = None
) -> str:
    """What a policy is called, with all its parts or some of them."""
    assert game.policies is not None
    words = []
    for place in range(len(game.policies.parts)) if places is None else places:
        part = game.policies.parts[place]
        choice = str(choices[place])
        words.append(game.vocabulary.policies.get(part.name, {}).get(choice, choice))
    return ", ".join(words)


def _label(game: Game, name: str, rules: GameRules, varied: set[str]) -> str:
    named = factors(name, rules)
    if named:
        named = tuple(option for option in named if option in varied) or named
        return ", ".join(
            phrase(game, option, getattr(rules, option)) for option in named
        )
    if name != game.name:
        return name
    changed = [
        phrase(game, option, getattr(rules, option)) for option in rules.changed()
    ]
    return ", ".join(changed) or "the usual rules"


def _written(value: object) -> tuple[str, ...]:
    """The ways in which a value can stand in the name of a variant.

    A whole number also stands without a point.
    """
    if isinstance(value, bool):
        return (toml_value(value),)
    plain = plain_text(value)
    return (plain, f"{value:g}") if isinstance(value, float) else (plain,)
