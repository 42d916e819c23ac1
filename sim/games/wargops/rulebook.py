"""WarGops, a cross between War and GOPS: the source, and the outcome of a game.

The text is Dave Barber's page "WarGops card game" (version of 21 April 2012);
``SOURCE`` quotes the sentences that matter. The play itself is in
:mod:`sim.games.wargops.table`, with what was decided where the text is silent.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sim.cards import low_ace_texts
from sim.contract.dealing import DrawnKernel, NoDeals
from sim.contract.events import NOBODY, Event, Outcome
from sim.contract.game import GameOf
from sim.games.wargops.browser import IN_BROWSER
from sim.games.wargops.events import NextGame
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import MOST_PLAYERS, WarGopsRules, _points_column, columns
from sim.games.wargops.table import Table
from sim.games.wargops.vocabulary import VOCABULARY
from sim.policies.players import players

SOURCE = """\
The cards
  "The cards are not shuffled. Rather, each player receives one (or a larger number if
  agreed) card of each rank."
    copies = 1, ranks = 13; nothing is dealt
  "An ace counts 1 point, jack 11, queen 12, king 13; and the number cards count
  whatever number they bear. Thus a player begins each game holding 91 points."
    a card counts its rank in points, the ace 1
A trick
  "Each player selects a card from his hand and places it face down on the table. All
  the players can do this more or less simultaneously."
  "Whoever played the highest-valued card wins the trick"
  "A player may not pass; if he has a card he must participate in a trick."
  "Because of a card going into the trash pile at every trick, the active pack
  inexorably shrinks, and some players will inevitably run out of cards. High-ranking
  cards are removed faster than low-ranking."
    the winning card goes to the trash, the other cards of the trick to the winner's
    hand
The end
  "When a player runs out of cards, he retires from the game; but those who still have
  cards continue playing tricks until only one player has cards left. That player's
  score for the game is the sum of the points of the cards still in his hand, other
  players receiving nothing."
    points_0 ..., survivor
  "Occasionally, all remaining players run out of cards simultaneously; then nobody
  scores."
    survivor = -1, ending none
  "A session is a series of games, and is won by whoever totals the most points
  throughout all the games."
    session = 1
Ties
  "The principle is that the cards of a tied trick are ultimately awarded to whichever
  player, of those involved in the tie, has the best card in a subsequent trick."
    ties = "award-later"
  "One of the equal cards (it does not matter which) goes to the trash pile, and the
  remaining cards are awarded to the player who wins the next trick."
    one card of every trick goes to the trash, however many tie
  "A player who runs out of cards (signified by X) before the tie is resolved is out of
  luck."
  "If the last trick of a game is an entire tie, it is orphaned, and nobody wins it"
    orphaned; if one player survives, last_pot decides
  "One of the high cards goes to trash, and the remaining cards are awarded to the tied
  player who has the higher card on the next trick."
  "The cards of a partial tie are orphaned when all its eligible winners run out of
  cards simultaneously; this can happen even when other players still have cards and are
  continuing to play other tricks."
    orphaned
  "All the cards tied for highest are turned face down, but not moved to the trash.
  Non-highest cards remain where they are, face up."
  "Each high-tied player selects a replacement card from his hand and places it face
  down on the table. All the high-tied players can do this more or less simultaneously.
  Other players do nothing."
  "A fresh determination is made of who might have won the trick. All face-up cards are
  considered, and all face-down cards ignored. Thus players who had been tied for high
  have no advantage in winning the trick."
  "As always, a player who runs out of cards while a tied trick is being resolved cannot
  win it."
    ties = "replace"
How to choose
  "It is difficult to establish a winning strategy for this game, because at the
  beginning all players are in an equal position. Indeed, if all players adopt the same
  strategy and it does not involve randomness, a stalemate is assured."
    policies: the players see everything but the cards now being played
"""


def tell(
    rules: WarGopsRules, packets: Sequence[Sequence[int]], seed: int, number: int
) -> Iterator[Event]:
    """Play a game of WarGops, or a session, and yield its events."""
    seated = players(POLICIES, rules, seed, number)
    points = [0] * rules.players
    tricks = ties = orphaned = 0
    survivor = NOBODY
    for game in range(rules.session):
        if rules.session > 1:
            yield NextGame(game + 1, rules.session, tuple(points))
        hands = packets or [rules.full_hand] * rules.players
        table = Table(rules, hands, seated, tuple(points), rules.session - 1 - game)
        yield from table.play()
        survivor = table.survivor
        if survivor != NOBODY:
            points[survivor] += sum(table.hands[survivor])
        tricks += table.tricks
        ties += table.ties
        orphaned += len(table.orphaned)
    most = max(points)
    winner = points.index(most) if points.count(most) == 1 else NOBODY
    row: dict[str, Any] = {
        "winner": winner,
        "ending": "none" if survivor == NOBODY else "survivor",
        **{f"points_{player}": scored for player, scored in enumerate(points)},
        "survivor": survivor,
        "tricks": tricks,
        "ties": ties,
        "orphaned": orphaned,
    }
    who = "nobody" if winner == NOBODY else f"player {winner}"
    yield Outcome(row, f"{who} wins, {' : '.join(map(str, points))}")


_POINTS = tuple(_points_column(player) for player in range(MOST_PLAYERS))


def _kernel() -> DrawnKernel[WarGopsRules]:
    from sim.games.wargops.kernel import block

    return block


GAME = GameOf[WarGopsRules](
    name="wargops",
    title="WarGops",
    summary="War and GOPS crossed, two to eight players; a game of choice, solved for "
    "two (`warlab solve wargops`)",
    rules=WarGopsRules,
    own_columns=columns,
    more_columns=_POINTS[2:],
    tell=tell,
    deals=NoDeals(
        "nothing is shuffled: all players begin with the same cards", _kernel
    ),
    cards_text=low_ace_texts,
    policies=POLICIES,
    in_browser=IN_BROWSER,
    source=SOURCE,
    histograms=(*(column.name for column in _POINTS), "tricks", "ties", "orphaned"),
    tables=(("winner", "ending"), ("winner", "tricks"), ("survivor", "winner")),
    paired=("points_0", "points_1", "tricks", "ties"),
    seats_alike=lambda rules: rules.one_policy,
    vocabulary=VOCABULARY,
)
"""WarGops, as the registry lists it."""
