"""Steal War, for two to four players: its options, with the source's words, and its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that decide and names the
option that each one became. The play itself is in :mod:`sim.games.steal_war.table`, what it tells in
:mod:`sim.games.steal_war.events`.

Decisions where the text is silent
----------------------------------
*When a pile is turned.* "As soon as a player's packet of face down cards runs out": at the moment its last
card is taken, looked at or laid, before anybody steals. Who has no pile then and gets one later, by a theft
or by the pot, turns it when he takes his next card; nobody can steal in between, so it is the same game.

*Waves.* All look at their cards first; then who steals is decided by the tops and the cards as they are
before the wave, and all piles of the wave move at once. Everybody wants one pile: of those that show his
rank and are not protected the largest, of equally large ones that of the next player in seat order after
him. Who is not the first after the victim keeps his card, also when another pile would have been free; in
the next wave he looks again.

*Always, when possible.* "... you may deliberately choose to play your card rather than stealing with it": here
nobody does, and nobody misses a chance.

*Robbed in the same wave.* A thief's own pile goes to his robber as it lay before the wave; what he stole and
his card on it are his new pile. Two who rob each other so exchange piles, and three may rob each other
round the table.

*Protection* (``protect = true``) holds while the card is in hand, also during the wave in which its owner
uses it for a theft; from then on it protects nothing. "If you play a card that matches your own pile" is so
read as: while you hold one, and a player may still steal another's pile with it. With ``protect = false``
a robbed player who still holds the rank finds it on top of the thief's pile; he takes it in the next wave
like anybody else, with no claim before others who hold that rank.

*A war* is fought by everybody still in the game, not only by the tied. Who holds fewer than four cards, packet
and pile together, cannot carry on: "A player who runs out of cards during a war loses immediately". He lays
his packet and his pile, as they lie, into the pot and is out. If one player is left, he takes the pot and
lays nothing more; if none is, the one with most cards lays his too, takes the pot and stays in; several
with equally many draw the game, and each takes back what he laid in the turn.

*The pot* is put on the pile stack by stack in seat order from player 0 on, each player's cards in the order
laid; then the card chosen for the top (the first of equal ones) changes places with the last. Only the top
matters for the play: a pile is shuffled before it is played.

*Counting.* A turn is a round. An exchange is two ``steals``; ``cards_stolen`` are the cards of the victims'
piles. ``plays`` leaves out the cards used to steal and the rests of those who cannot carry on.

*Chance.* All of it comes from the stream ``PLAY``, in the order in which things happen: cards are taken in seat
order from player 0 on, at the turn's beginning, in each wave by its thieves, and in a war by each player his
four; a pile turned is shuffled from the order in which its cards lie, the bottom one first, and the first of
the shuffled list is the new top. With ``top = "random"`` one number below the size of the pot is drawn when
it is taken: the place of the top card in it. As packets are shuffled again and again, no position proves that
a game never ends, and ``cycle`` does not occur.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.contract.dealing import Deals, DealtKernel
from sim.contract.events import Event
from sim.contract.game import GameOf
from sim.deals import deck
from sim.games.packets.columns import PACKET_DEALT, packet_predictions
from sim.games.steal_war.rules import COLUMNS, FACE_DOWN, StealWarRules
from sim.games.steal_war.table import StealWarTable
from sim.rng import Chance

SOURCE = """\
The cards
  "The basis is a normal game of War, in which wars consist of three cards played face down followed by one
  face up. The deck includes two jokers, which are the highest cards."
    jokers = 2
Piles
  "When cards are won, they are not added to the bottom of the winner's card supply but placed in a pile face
  up beside the player. Each player has a single face up pile. Newly won cards are added to the top of the pile
  and the winner can choose which of the new cards to place on top."
    top = "lowest", "highest" or "random"
  "As soon as a player's packet of face down cards runs out, the player's face-up pile is turned over and
  shuffled to make a new face-down packet of cards to play from."
Stealing
  "As players take cards from the top of their face down packet to play, they look at them before playing them.
  If the rank of your card matches the top card of an opponent's face-up pile, then instead of playing it
  normally you can use it to steal that pile. You put your card face up on top of the pile your are stealing
  and then take the whole of the stolen pile and place it on top of your own pile without changing the order
  of the cards. You then look at the next card from your face down packet and play it (or, in a game of more
  than 2 players, possibly steal another pile and play the next card)."
    whoever can steal does; of several piles the largest, then the next in seat order
  "If each player's card matches the top card of the other player's capture pile, they can both steal and the
  two capture piles are exchanged."
  "The three cards played face down during a war are not looked at and cannot be used to steal an opponent's
  pile, but the following card can be used to steal instead of competing to win the war if it matches an
  opponent's pile."
  "... there is the possibility for a pile that was stolen to be stolen back immediately if both players draw
  a card the is equal to the top card of one of the stacks."
    protect = false
  "The following rule is suggested as a solution: if you play a card that matches your own pile, it protects
  your pile from being stolen during that turn of play."
    protect = true
The end
  "A player who runs out of cards during a war loses immediately."
    with fewer than four cards, packet and pile together
  Of War: "The game continues until one player has all the cards and wins. This can take a long time."
    max_rounds
"""


def tell(rules: StealWarRules, packets: Sequence[Sequence[int]], seed: int, number: int) -> Iterator[Event]:
    """Play one game of Steal War and tell what happens.

    Parameters
    ----------
    rules
        The rules played by.
    packets
        Each player's cards, top first.
    seed, number
        The seed of the run and the number of the game: where in-play chance comes from.

    Yields
    ------
    Event
        The deal, every theft, battle and war, a :class:`~sim.contract.events.Settled` after the deal and after
        every turn, and at last the :class:`~sim.contract.events.Outcome`.
    """
    return StealWarTable(rules, packets, Chance(seed, number)).play()


def _kernel() -> DealtKernel[StealWarRules]:
    """Return what plays it fast."""
    from sim.games.steal_war.kernel import block

    return block


GAME = GameOf[StealWarRules](
    name="steal-war",
    title="Steal War",
    summary="two to four players; a card that matches another player's pile takes it",
    rules=StealWarRules,
    columns_under=lambda rules: COLUMNS,
    tell=tell,
    deals=Deals(deck, _kernel),
    source=SOURCE,
    histograms=(
        "rounds",
        "plays",
        "steals",
        "cards_stolen",
        "wars",
        "single_wars",
        "double_wars",
        "triple_wars",
        "longer_wars",
        "winner_low",
    ),
    tables=(("winner", "ending"), ("winner", "aces"), ("winner", "rank_sum"), ("winner", "winner_low")),
    paired=("rounds", "plays", "steals"),
    predictions=lambda rules: packet_predictions(FACE_DOWN),
    dealt=PACKET_DEALT,
)
"""Steal War, for the registry."""
