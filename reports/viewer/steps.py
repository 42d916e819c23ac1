"""A replay as steps: small plain values for the script of a page, of any game."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.labels import phrase, policy_words
from reports.words import by_seat, capital, join
from sim.contract.events import Outcome, Settled
from sim.contract.policy import seats_under
from sim.contract.tabletop import Tabletop
from sim.contract.vocabulary import seat_word
from sim.engine.replaying import Replay

SHORT = 3
"""A game of no more steps has no picture of its course."""


def story(replay: Replay) -> dict[str, Any]:
    """A replay for the viewer.

    Returns
    -------
    dict
        ``title``, ``rules``, ``policies``, ``players`` and ``row``, in words;
        ``counts``, what the players' numbers are; ``suits``; ``steps``, as
        :func:`steps` gives them; and the picture of the course, in a square of 100
        units: ``lines``, the path of each player's numbers, ``most``, what its top
        stands for, and ``ties``.
    """
    game = replay.game
    changed = join(
        [phrase(game, name, value) for name, value in replay.rules.changed().items()]
    )
    number = (
        "a given deal"
        if replay.given
        else f"game {replay.number} of seed {replay.seed}"
    )
    players = _players(replay)
    story_steps = steps(replay)
    return {
        "title": f"{game.title}: {number}",
        "rules": changed or "the defaults",
        "policies": _policies(replay, players),
        "players": players,
        "counts": game.vocabulary.counts,
        "suits": list(game.vocabulary.suits) if len(players) == 2 else [],
        "row": ", ".join(f"{name} {value}" for name, value in replay.row.items()),
        "steps": story_steps,
        **course(story_steps),
    }


def course(steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The picture of a game's course; without lines if it is too short for one.

    >>> course([{"t": "", "s": [2, 2]}, {"t": "", "w": 1}, {"t": "", "s": [4, 0]}])
    {'lines': [], 'most': 4, 'ties': 'M50 0V100'}
    """
    last = max(len(steps) - 1, 1)
    sizes = [(place, step["s"]) for place, step in enumerate(steps) if "s" in step]
    most = max((max(size) for _, size in sizes if size), default=1)
    seats = max((len(size) for _, size in sizes), default=0)
    lines = []
    for seat in range(seats if len(steps) > SHORT else 0):
        path = ""
        for place, size in sizes:
            value = size[seat] if seat < len(size) else 0
            across = 100 * place / last
            down = 100 - 100 * value / max(most, 1)
            path += f"H{across:.5g}V{down:.4g}" if path else f"M{across:.5g} {down:.4g}"
        lines.append(f"{path}H100")
    ties = [
        f"M{100 * place / last:.5g} 0V100"
        for place, step in enumerate(steps)
        if "w" in step
    ]
    return {"lines": lines, "most": most, "ties": "".join(ties)}


def steps(replay: Replay) -> list[dict[str, Any]]:
    """The steps of a replay.

    The position after a round belongs to the step that ends the round; the position
    after the deal is a separate step.

    Returns
    -------
    list of dict
        Each has ``t``, its words, and of what follows only what it changes: ``c``, each
        player's cards on the table; ``m``, the cards in the middle; ``h``, the players'
        hands; ``s``, their numbers. Cards are texts with spaces between them, "~"
        before one that lies face down. ``w`` marks a tie, ``x`` is the player who takes
        what lies there, and ``end`` the end.
    """
    table = Tabletop(len(_players(replay)), lambda card: replay.game.cards_text([card]))
    made: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for event in replay.events:
        table.begin_step()
        event.show(table)
        now: dict[str, Any] = {
            "c": [" ".join(card or "." for card in cards) for cards in table.laid],
            "m": " ".join(table.middle),
            "h": [" ".join(hand) for hand in table.hands],
            "s": list(table.sizes),
        }
        step = {key: value for key, value in now.items() if before.get(key) != value}
        before |= now
        sentence = by_seat(str(event).strip())
        if isinstance(event, Settled) and len(made) > 1:
            made[-1] = {**made[-1], **step, "t": f"{made[-1]['t']}; {sentence}"}
            continue
        if table.war:
            step["w"] = 1
        if table.taker is not None:
            step["x"] = table.taker
        if isinstance(event, Outcome):
            step["end"] = 1
        made.append({"t": sentence[:1].upper() + sentence[1:], **step})
    return made


def _players(replay: Replay) -> list[str]:
    named = replay.game.vocabulary.players
    return [*named] or [seat_word(seat) for seat in range(replay.rules.seats)]


def _policies(replay: Replay, players: Sequence[str]) -> str:
    """How each player plays, in a sentence; nothing in a game without choices."""
    if replay.game.policies is None:
        return ""
    seats = seats_under(replay.game.policies, replay.rules)
    words = [
        f"the {player} plays by “{policy_words(replay.game, seat)}”"
        for player, seat in zip(players, seats, strict=True)
    ]
    return f"{capital(join(words))}."
