"""Given deals: cards that the user chose, checked, with the layout of their packets."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE
from sim.contract.dealing import Deals, Layout
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.deals.texts import Packets, read_deal
from sim.engine.playing import deals_of
from sim.errors import UserError, reported_at, shown
from sim.limits import is_whole
from sim.words import count_words

A_DEAL = 'a row of cards, [2, 3, 14, 13], or a text, "2 3 A K" or "2 A / 3 K"'
"""The description of a deal in messages."""


@dataclass(frozen=True)
class GivenDeals:
    """Successive given deals whose packets lie in the same places of their rows.

    Attributes
    ----------
    rows
        uint8 (games, cards).
    layout
        The layout of the packets.
    """

    rows: NDArray[np.uint8]
    layout: Layout


def given_deal(game: Game, rules: GameRules, deal: object) -> GivenDeals:
    """One given deal, checked.

    Parameters
    ----------
    game, rules
        What is played.
    deal
        A row of whole numbers, or a text.

    Raises
    ------
    UserError
        If the game has no deals, or the deal cannot be read or played.
    """
    with reported_at("deal"):
        deals_of(game, cure="leave it out")
        return _of_one_layout(game, rules, [_packets_of(game, rules, deal)])


def given_deals(game: Game, rules: GameRules, deals: object) -> list[GivenDeals]:
    """Given deals, checked, in groups of one layout.

    Parameters
    ----------
    game, rules
        What is played.
    deals
        A table of whole numbers (games, cards), or a list of rows and texts.

    Raises
    ------
    UserError
        If the game has no deals, or a deal cannot be read or played.
    """
    dealing = deals_of(game, cure="leave deals out").dealing
    table = _integers(deals, 2)
    if table is not None:
        rows = dealing.check_deals(rules, table)
        return [GivenDeals(rows, dealing.layout(rules, rows.shape[1]))]
    read = []
    listed = _listed(deals)
    for number, given in enumerate(listed):
        text = f", {shown(given)}" if isinstance(given, str) else ""
        place = f"deals: deal {number}{text}" if len(listed) > 1 else "deals"
        with reported_at(place):
            read.append(_packets_of(game, rules, given))
    groups = groupby(read, lambda packets: tuple(map(len, packets)))
    return [_of_one_layout(game, rules, list(group)) for _, group in groups]


def _listed(deals: object) -> list[object] | tuple[object, ...]:
    """The deals of a list that is no table of whole numbers."""
    listed = deals.tolist() if isinstance(deals, np.ndarray) else deals
    if not isinstance(listed, list | tuple) or all(map(is_whole, listed)):
        raise UserError(
            f"{shown(deals)} is not a list of deals",
            where="deals",
            cure=f"give a list; a deal is {A_DEAL}",
        )
    return listed


def _integers(given: object, axes: int) -> NDArray[np.integer] | None:
    """The given object as an array of whole numbers; None if it is none."""
    try:
        numbers = np.asarray(given)
    except ValueError:  # rows of different lengths
        return None
    whole = numbers.ndim == axes and numbers.dtype.kind in "ui"
    return numbers if whole else None


def _of_one_layout(game: Game, rules: GameRules, deals: list[Packets]) -> GivenDeals:
    """Deals whose packets have the same sizes."""
    dealing = deals_of(game).dealing
    cards = [[card for packet in packets for card in packet] for packets in deals]
    rows = dealing.check_deals(rules, np.array(cards))
    sizes = [len(packet) for packet in deals[0]]
    if len(sizes) == 1:
        return GivenDeals(rows, dealing.layout(rules, rows.shape[1]))
    return GivenDeals(rows, Layout.of_packets(sizes))


def _packets_of(game: Game, rules: GameRules, given: object) -> Packets:
    """The packets of a deal; a row is one packet."""
    start = deals_of(game)
    if not isinstance(given, str):
        row = _integers(given, 1)
        if row is None:
            raise UserError(f"{shown(given)} is not a deal", cure=f"give {A_DEAL}")
        return (tuple(row.tolist()),)
    known = _written_cards(game, start, rules)
    packets = read_deal(given, known, one_sign=start.number_card is not None)
    if len(packets) == 1:
        return packets
    if start.packets_given == "none":
        raise UserError(
            f"{len(packets)} packets, but the deal of {game.name} is one row",
            cure="leave the separators out",
        )
    if len(packets) != rules.seats:
        raise UserError(
            f"{count_words(len(packets), 'packet')} for {rules.seats} players",
            cure=f"give as many as there are players, or set players = {len(packets)}"
            if "players" in rules.as_dict()
            else f"the game has {rules.seats} players",
        )
    sizes = [len(packet) for packet in packets]
    if start.packets_given == "equal" and len(set(sizes)) > 1:
        raise UserError(
            f"packets of {' and '.join(map(str, sizes))} cards",
            cure="they are played once, card against card: give both as many",
        )
    return packets


def _written_cards(
    game: Game, start: Deals[Any], rules: GameRules
) -> Mapping[str, int]:
    """The cards by the texts that the game itself prints: an ace may be low."""
    codes = range(1, HIGHEST_CODE + 1)
    known = {game.cards_text([code]).upper(): code for code in codes}
    card = start.number_card(rules) if start.number_card is not None else None
    return known if card is None else known | dict.fromkeys("-.0", card)
