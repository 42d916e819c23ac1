"""The page of one game as a file that needs nothing else.

It is made from a template, scripts and modules.

The scripts that count run in a worker, too, which the page makes of their text; and the
file carries its own policy, which names each of its scripts by its hash and lets
nothing be loaded.
"""

import base64
import gzip
import hashlib
import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from reports.page.layout import FIRST_REGION, described
from reports.page.tables import Answers, asked
from reports.templating import colours, markup, render, source
from sim.contract.browser import Answer, InBrowser, by_hand
from sim.contract.columns import ENDING, ENDLESS, STOPPED, WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.contract.vocabulary import seat_word
from sim.errors import UserError
from sim.games import GAMES
from sim.options import setting_text, toml_value

FOLDER = "page/assets"

PLAYING = ("engine.js", "counts.js", "player.js")
"""The scripts that run in the worker."""

SHOWING = (
    "stats.js",
    "curve.js",
    "view.js",
    "link.js",
    "match.js",
    "deal.js",
    "page.js",
)
"""The scripts that only the page has."""

STACK = FIRST_REGION - 64
"""The end of the stack; above it lie two results of each call that nobody reads."""


def playable() -> list[str]:
    """The names of the games that a page can play."""
    return [name for name, game in GAMES.items() if game.in_browser is not None]


def answers_of(game: Game, rules: GameRules) -> Answers:
    """The questions of a page that begins with some rules.

    Parameters
    ----------
    game
        The game.
    rules
        The rules that the page begins with.

    Returns
    -------
    Answers
        The questions and, where no question asks for an option, what it is fixed to.

    Raises
    ------
    UserError
        If the game has no kernels for a browser, or they do not play these rules.
    """
    if game.in_browser is None:
        raise UserError(
            f"{game.name} is not played in a browser",
            where="GAME",
            cure=f"choose {', '.join(playable())}",
        )
    game.in_browser.check(rules)
    return asked(game, game.in_browser.questions, rules.changed())


def document(answers: Answers, modules: Mapping[bool, bytes]) -> str:
    """The page as HTML.

    Parameters
    ----------
    answers
        The questions, as :func:`answers_of` gives them.
    modules
        The modules of the game, as :func:`sim.browser.building.modules` gives them.

    Returns
    -------
    str
        A page of one file; it contains every script and module that it runs.
    """
    scripts = {name: _scripts(files) for name, files in _PARTS.items()}
    sheet = colours() + source(f"{FOLDER}/page.css")
    known = json.dumps(
        content(answers, vectors=True in modules),
        separators=(",", ":"),
        ensure_ascii=False,
    )
    packed = {"data": _packed(known.encode()), "plain": _packed(modules[False])}
    if True in modules:
        packed["vectors"] = _packed(modules[True])
    policy = (
        "default-src 'none'; "
        f"script-src {' '.join(map(_digest, scripts.values()))} 'wasm-unsafe-eval'; "
        f"style-src {_digest(sheet)}; worker-src blob:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    text = render(
        "page/templates/page.html.j2",
        game=answers.game,
        policy=markup(policy),
        packed={name: markup(text) for name, text in packed.items()},
    )
    # Put in last: the policy holds for these texts to the letter.
    text = text.replace("<style></style>", f"<style>{sheet}</style>")
    for name, script in scripts.items():
        tag = f'<script id="{name}">'
        text = text.replace(f"{tag}</script>", f"{tag}{script}</script>")
    return text


_PARTS = {"playing": PLAYING, "showing": SHOWING}


def content(answers: Answers, *, vectors: bool) -> dict[str, Any]:
    """What the scripts know about a game, as plain data.

    Parameters
    ----------
    answers
        The questions.
    vectors
        Whether the page has the module with vectors.

    Returns
    -------
    dict
        What :func:`reports.page.layout.described` gives, and the words of the page.
    """
    game = answers.game
    in_browser = answers.in_browser
    known = described(answers, vectors=vectors)
    columns = {
        column.name: column
        for rules in answers.alone()
        for column in game.columns_under(rules)
    }
    # A kernel may have columns of players who never take part.
    known["columns"] = {
        name: {**column, "role": columns[name].role.name.lower()}
        for name, column in known["columns"].items()
        if name in columns
    }
    compared = in_browser.answer[0] or in_browser.length[0] or in_browser.means[0][0]
    endings = columns[ENDING].categories if ENDING in known["columns"] else ()
    return {
        **known,
        "match": _match(answers, known["match"]),
        "players": known["players"] if game.policies else None,
        "own_deal": in_browser.own_deal and asdict(in_browser.own_deal),
        "sizes": answers.sizes,
        "game": game.name,
        "title": game.title,
        "stack": STACK,
        "first": FIRST_REGION,
        "fixed": _typed(answers.fixed),
        "questions": [
            {
                "name": question.name,
                "text": question.text,
                "open": question.is_open,
                "seats": [question.seats.start, question.seats.stop],
                "answers": [
                    _answer(answer)
                    for answer in question.answers
                    if answer.policy is not by_hand
                ],
            }
            for question in answers.questions
        ],
        "length": in_browser.length[0],
        "unit": in_browser.length[1],
        "time": in_browser.time,
        "answer": in_browser.answer[1],
        "asks": _asks(in_browser),
        "compared": [compared, columns[compared].per],
        "dealt": in_browser.dealt,
        "means": [
            [name, words, columns[name].per]
            for name, words in in_browser.means
            if name in columns
        ],
        "endless": [
            endings.index(name) for name in (ENDLESS, STOPPED) if name in endings
        ],
        "shares": [
            [endings.index(name), words]
            for name, words in in_browser.endings
            if name in endings
        ],
        "seats": _seats(answers) if WINNER in known["columns"] else [],
    }


def _asks(own: InBrowser) -> str:
    """The question that a page answers first."""
    if own.answer[0]:
        return "How much is left at the end?"
    return "How long does a game take?" if own.length[0] else "Who wins?"


def _answer(answer: Answer) -> dict[str, Any]:
    """An answer as plain data: its words, its key in links, and how it is typed."""
    key = answer.policy or ";".join(_settings(answer.options))
    return {
        "label": answer.label,
        "key": key,
        "policy": answer.policy,
        **_typed(answer.options),
    }


def _match(answers: Answers, places: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the page shows of a match by hand; None without one.

    Also the answer by which the visitor plays.
    """
    shown = answers.in_browser.match
    if places is None or shown is None:
        return None
    [by] = [
        (at, place)
        for at, question in enumerate(answers.questions)
        for place, answer in enumerate(question.answers)
        if answer.policy is by_hand
    ]
    return {
        **places,
        **asdict(shown),
        "by": by,
    }


def _seats(answers: Answers) -> list[dict[str, Any]]:
    """The winners that the page counts, with the code of each in the column."""
    most = max(rules.seats for rules in answers.alone())
    names = [seat_word(seat) for seat in range(most)]
    players = [
        {"code": seat, "name": name, "words": f"{name} wins"}
        for seat, name in enumerate(names)
    ]
    return [*players, {"code": -1, "words": "nobody wins: a draw"}]


def _settings(options: Mapping[str, object]) -> list[str]:
    return [setting_text(name, value) for name, value in options.items()]


def _typed(options: Mapping[str, object]) -> dict[str, str]:
    """Options as they are typed on the command line, and as a scenario has them."""
    return {
        "typed": " ".join(f"-r {shlex.quote(text)}" for text in _settings(options)),
        "toml": "\n".join(
            f"{name} = {toml_value(value)}" for name, value in options.items()
        ),
    }


def _scripts(files: tuple[str, ...]) -> str:
    return "\n".join(source(f"{FOLDER}/{name}") for name in files)


def _packed(content: bytes) -> str:
    """Bytes as gzipped base64, the same for the same bytes."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _digest(text: str) -> str:
    """How a policy names a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
