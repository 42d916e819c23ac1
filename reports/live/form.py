"""The form of a game: its options and policies in words, for a page that asks for its rules."""

import math
from typing import Any

from reports.documents import summary
from reports.labels import phrase, subject
from reports.site.atlas.page import QUESTIONS, WON_CARDS
from sim.contract.game import Game
from sim.contract.vocabulary import OF_A_DECK
from sim.games import GAMES
from sim.options import Option, fields_of


def games_table() -> list[dict[str, str]]:
    """Return the games, with what sets each apart."""
    return [
        {"name": name, "title": game.title, "summary": summary(game.summary)}
        for name, game in GAMES.items()
    ]


def form(game: Game) -> dict[str, Any]:
    """Return what can be asked about a game."""
    # Returns ``name`` and ``title``; ``options``, each with its words, its default value and its legal ones;
    # ``policies``, None for a game without choices; ``seats``, the usual number of players.
    return {
        "name": game.name,
        "title": game.title,
        "options": [_option(game, option) for option in game.options],
        "policies": _policies(game),
        "seats": game.rules().seats,
    }


_NAMES = {question.name: question.text for question in QUESTIONS} | {
    "captured": "Won cards go",
    "pickup": "Won cards go back",
    "max_rounds": "Rounds until an undecided game is stopped",
    "stop_after": "Rounds until most cards win (0: no limit)",
    "wars_to_win": "Wars that win the game (0: not counted)",
}
"""What options are called on the page "Your rules", and so here."""


def _option(game: Game, option: Option) -> dict[str, Any]:
    limits = {
        "low": None if math.isinf(option.low) else option.low,
        "high": None if math.isinf(option.high) else option.high,
    }
    return {
        "name": option.name,
        "label": _NAMES.get(option.name, subject(game, option.name)),
        **fields_of(option, "meaning", "values", "kind"),
        "default": list(option.default)
        if isinstance(option.default, tuple)
        else option.default,
        "choices": [
            {
                "value": value,
                "label": phrase(game, option.name, value).removeprefix(WON_CARDS),
            }
            for value in ((False, True) if option.kind == "flag" else option.choices)
        ],
        "deck": option.name in OF_A_DECK,
        **limits,
    }


def _policies(game: Game) -> dict[str, Any] | None:
    if game.policies is None:
        return None
    words = game.vocabulary.policies
    return {
        "usual": game.policies.usual,
        "short": [
            {"value": name, "label": game.vocabulary.short.get(name, name)}
            for name in game.policies.short
        ],
        "parts": [
            {
                "name": part.name,
                "policies": [
                    {
                        "value": policy.name,
                        "label": words.get(part.name, {}).get(policy.name, policy.name),
                    }
                    for policy in part.policies
                ],
            }
            for part in game.policies.parts
        ],
    }
