"""The table of one game as a page draws it: what lies where after each step, in plain values.

A rulebook tells a game as events (:mod:`sim.contract.events`). Each event is a step with its own words; what it
changes on the table is said here, event by event. An event that changes nothing that can be seen is a step of words
alone. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sim.contract.events import Event

BACK = "~"
"""Before a card that lies face down."""

Text = Callable[[int], str]


class Table:
    """What lies on the table.

    Parameters
    ----------
    seats
        The number of players.
    text
        What a game calls a card: an ace can be high or low.

    Attributes
    ----------
    laid
        The cards each player has on the table, in the order laid.
    middle
        The cards that belong to nobody: a pile, a prize, a pot.
    hands
        The cards each player chooses from, in games of choice; else empty.
    sizes
        What each player has: cards, points, columns or money.
    taker
        The player who takes what lies on the table with this step.
    war
        Whether the step is a tie.
    """

    def __init__(self, seats: int, text: Text) -> None:
        self.text = text
        self.laid: list[list[str]] = [[] for _ in range(seats)]
        self.middle: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.sizes: list[float] = [0] * seats
        self.taker: int | None = None
        self.war = False
        self._fresh: set[int] = set()

    def show(self, event: Event) -> None:
        """Change the table as an event says."""
        self.taker, self.war = None, False
        change = CHANGES.get(name_of(event))
        if change is not None:
            change(self, event)

    def clear(self) -> None:
        """Take all cards off the table."""
        self.laid = [[] for _ in self.laid]
        self.middle = []
        self._fresh = set()

    def texts(self, cards: Iterable[int]) -> list[str]:
        """Return cards that lie face up."""
        return [self.text(card) for card in cards]

    def lay(self, player: int, cards: Iterable[int], *, up: int = 1) -> None:
        """Add cards of a player, the last ``up`` of them face up."""
        texts = self.texts(cards)
        down = max(len(texts) - up, 0)
        self.laid[player] += [f"{BACK}{card}" for card in texts[:down]] + texts[down:]
        if up:
            self._fresh.add(player)

    def keep(self, player: int) -> None:
        """Let the last card that a player laid count for the next battle too."""
        self._fresh.add(player)

    def turn(self, players: Iterable[int], cards: Iterable[int], *, first: bool) -> None:
        """Show the card that each player has face up; it may have been laid already."""
        if first:
            self.clear()
        for player, card in zip(players, cards, strict=True):
            if player not in self._fresh:
                self.lay(player, [card])
        self._fresh = set()


def name_of(event: Event) -> str:
    """Return the name of a kind of event, with the folder of its game.

    >>> from sim.games.packets.events import Taken
    >>> name_of(Taken(0, (2, 3)))
    'packets.Taken'
    """
    kind = type(event)
    return f"{kind.__module__.split('.')[2]}.{kind.__name__}"


def _dealt(table: Table, event: Any) -> None:
    table.sizes = [len(packet) for packet in event.packets]


def _settled(table: Table, event: Any) -> None:
    piles = event.piles or ((),) * len(event.packets)
    table.sizes = [len(packet) + len(pile) for packet, pile in zip(event.packets, piles, strict=True)]


def _on_one_pile(table: Table, event: Any) -> None:
    table.sizes = [len(packet) for packet in event.packets]


def _battle(table: Table, event: Any) -> None:
    table.turn(event.players, event.cards, first=event.battle == 1)


def _tie(table: Table, _: Any) -> None:
    table.war = True


def _laid(table: Table, event: Any) -> None:
    table.lay(event.player, event.cards)


def _stands(table: Table, event: Any) -> None:
    table.keep(event.player)


def _face_down(table: Table, event: Any) -> None:
    table.lay(event.player, event.cards, up=0)


def _taken(table: Table, event: Any) -> None:
    table.taker = event.player


def _raced(table: Table, event: Any) -> None:
    table.laid[event.player].append(table.text(event.card))


def _penalty(table: Table, event: Any) -> None:
    if event.place == 1:
        table.clear()
    table.middle.append(table.text(event.card))
    table.war = event.asks > 0


def _on_pile(table: Table, event: Any) -> None:
    if not event.top:
        table.clear()
    table.laid = [[] for _ in table.laid]
    table.middle.append(table.text(event.card))


def _rows(table: Table, event: Any) -> None:
    table.war = True
    for player, row in enumerate(event.rows):
        table.laid[player] += table.texts(row)


def _upcard(table: Table, event: Any) -> None:
    table.clear()
    table.middle = table.texts((*event.tied, event.card))


def _bids(table: Table, event: Any) -> None:
    table.hands = [table.texts(hand) for hand in event.hands]
    table.laid = [[table.text(card)] for card in event.cards]


def _points(table: Table, event: Any) -> None:
    table.sizes = [sum(pile) for pile in event.piles[:2]]


def _trick(table: Table, event: Any) -> None:
    table.clear()
    table.hands = [table.texts(hand) for hand in event.packets]
    table.middle = [card for pot in event.piles[2:] for card in table.texts(pot)]
    table.sizes = [len(hand) for hand in event.packets]


def _played(table: Table, event: Any) -> None:
    for player, card in event.cards.items():
        table.laid[player] = [*(f"{BACK}{one}" for one in table.laid[player]), table.text(card)]


def _begun(table: Table, event: Any) -> None:
    table.hands = [table.texts(sorted(hand)) for hand in event.hands]


def _chosen(table: Table, event: Any) -> None:
    if event.battle == 1:
        table.clear()
    table.hands = [table.texts(hand) for hand in event.hands]
    for player, card in enumerate(event.cards):
        table.laid[player].append(table.text(card))


def _hidden(table: Table, event: Any) -> None:
    for player, cards in enumerate(event.prizes):
        table.lay(player, cards, up=0)


def _won_so_far(table: Table, event: Any) -> None:
    table.sizes = [len(pile) for pile in event.piles]


def _dealer(table: Table, event: Any) -> None:
    table.clear()
    table.laid = [[table.text(event.player)], [table.text(event.house)]]


def _casino_war(table: Table, event: Any) -> None:
    table.war = True
    table.middle = [f"{BACK}{table.text(card)}" for card in event.burned]
    table.laid[0].append(table.text(event.player))
    table.laid[1].append(table.text(event.house))


def _money(table: Table, event: Any) -> None:
    table.sizes = [event.bankroll]


def _placed(table: Table, event: Any) -> None:
    for card, column in event.cards:
        line = table.laid[event.player]
        line += [""] * (column + 1 - len(line))
        line[column] = table.text(card)


def _lines(table: Table, event: Any) -> None:
    def mark(player: int, column: int) -> str:
        winner = event.winners[column]
        card = table.text(event.lines[player][column])
        return card if winner is None or winner == player else f"{BACK}{card}"

    table.laid = [[mark(player, column) for column in range(len(event.winners))] for player in (0, 1)]


def _columns(table: Table, event: Any) -> None:
    table.sizes = list(event.wins)


CHANGES: dict[str, Callable[[Table, Any], None]] = {
    "events.Settled": _settled,
    "packets.Dealt": _dealt,
    "packets.Battle": _battle,
    "packets.Tie": _tie,
    "packets.Laid": _laid,
    "packets.Stands": _stands,
    "packets.RanOut": _face_down,
    "packets.Taken": _taken,
    "ace_race.RaceBegins": _tie,
    "ace_race.Turned": _raced,
    "steal_war.LaidDown": _face_down,
    "steal_war.PotTaken": _taken,
    "beggar_my_neighbour.Laid": _penalty,
    "syrian_war.LaidOnPile": _on_pile,
    "syrian_war.Captured": _taken,
    "syrian_war.Rows": _rows,
    "syrian_war.TurnOver": _on_one_pile,
    "gops.Upcard": _upcard,
    "gops.Bids": _bids,
    "gops.Won": _taken,
    "gops.Tied": _tie,
    "gops.Counted": _points,
    "wargops.Position": _trick,
    "wargops.Played": _played,
    "wargops.TrickWon": _taken,
    "wargops.Tied": _tie,
    "wilcox_war.Begun": _begun,
    "wilcox_war.Chosen": _chosen,
    "wilcox_war.WarBegins": _tie,
    "wilcox_war.Hidden": _hidden,
    "wilcox_war.Counted": _won_so_far,
    "casino_war.Turned": _dealer,
    "casino_war.War": _casino_war,
    "casino_war.Surrendered": _tie,
    "casino_war.HandOver": _money,
    "wargame.Placed": _placed,
    "wargame.MatchUps": _columns,
    "wargame.Lines": _lines,
    "wargame.Won": _columns,
}
"""What each kind of event changes; the others are words alone."""
