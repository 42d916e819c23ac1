"""Queries of ``warlab play``: what is asked of the games, read from its words and checked."""

import re
from dataclasses import replace

from sim.commands.requests import PlayRequest
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.declarations import declared
from sim.counts.queries import Kind, Query, by_groups, check_query, seconds_of
from sim.errors import UserError, unknown


def lengths_of(game: Game, text: str) -> list[int]:
    """The lengths of ``--lasted``, in order."""
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,11}", word) for word in words):
        raise UserError(
            f"{text!r} is no list of lengths",
            where="--lasted",
            cure="write it as 0,100,300",
        )
    if not declared(game).lengths():
        raise UserError(
            f"{game.name} has no length", where="--lasted", cure="leave it out"
        )
    return sorted({int(word) for word in words})


def queries_of(
    game: Game, rules: GameRules, asked: PlayRequest, pace: tuple[float, float]
) -> list[Query]:
    """What is asked besides the game's own statistics, checked and named by what it asks."""
    seconds = seconds_of(game, *pace)
    given = asked.given or ""
    columns = game.columns_under(rules)
    by = asked.by or ""
    queries: list[Query] = []
    for kind in Kind:
        for text in getattr(asked, kind) or []:
            amount, share = _quantile(text) if kind is Kind.QUANTILE else (text, 0.5)
            query = Query("", kind, amount, given, seconds, share)
            check_query(query, game, columns, f"--{kind}")
            queries += by_groups(query, by, game, rules, "--by")
    for where, word in (("--given", asked.given), ("--by", asked.by)):
        if word == "":
            raise UserError("it is empty", where=where, cure="leave it out")
        if word and not queries:
            raise UserError(
                "nothing is asked",
                where=where,
                cure="ask for a chance, a mean or a quantile too",
            )
    named = (
        replace(query, name=f"{query.measure_words} of {query.words}")
        for query in queries
    )
    return list(dict.fromkeys(named))


def _quantile(text: str) -> tuple[str, float]:
    """The amount and the share of a quantile, by default the median."""
    match = re.fullmatch(r"\s*(.*[\w)\"])\s+(\d*\.?\d+)\s*(%?)\s*", text)
    if match is None:
        return text, 0.5
    share = float(match[2]) / (100 if match[3] else 1)
    if not 0 < share < 1:
        raise UserError(
            f"{match[2]} {match[3]}".strip() + " is no quantile",
            where="--quantile",
            cure='write it as "rounds 90 %"',
        )
    return match[1], share


def pair_of(game: Game, rules: GameRules, text: str) -> tuple[str, str]:
    """The two columns of a correlation."""
    columns = {
        column.name: column
        for column in game.columns_under(rules)
        if column.is_measured
    }
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise UserError(
            f"{text!r} is not two columns",
            where="--correlate",
            cure="write it as rounds,wars",
        )
    for name in names:
        if name not in columns:
            raise unknown("column that counts", name, columns, where="--correlate")
    return names[0], names[1]
