"""The play of Steal War: packets, face-up piles and pot of one game, from the deal to its outcome.

:mod:`sim.games.steal_war.rulebook` quotes the source.

Decisions where the text is silent
----------------------------------
*When a pile is turned.* "As soon as a player's packet of face down cards runs out": at
the moment its last card is taken, to be looked at or laid, before anybody steals. A
player who has no pile then, and gets one later by a theft or with the pot, turns it
when taking the next card; nobody can steal in between, so the game is the same.

*Waves.* All players first look at their cards. The thefts of a wave are then decided by
the top cards and the cards looked at, as they are before the wave, and all its piles
move at once. Each player wants one pile: the largest of the unprotected piles that show
the player's rank; of equally large ones, that of the next player in seat order. If
several players want the same pile, the first in seat order after its owner gets it. The
others keep their cards, even if another pile would have been free; in the next wave
they look again.

*Always, when possible.* "... you may deliberately choose to play your card rather than
stealing with it": here nobody does, and nobody misses a chance to steal, unless the
pile has fewer than ``least_loot`` cards. Then it is not wanted, and the card is laid.

*Robbed in the same wave.* A thief who is robbed in the same wave loses their own pile
as it was before the wave; the stolen cards, with the thief's card on top, are the
thief's new pile. Two players who rob each other thus exchange piles, and three may rob
each other round the table.

*Protection* (``protect = true``) lasts while the owner still holds the matching card,
including the wave in which the owner uses it for a theft; after that it protects
nothing. "If you play a card that matches your own pile" is thus read as "while you hold
one", and the card may still be used to steal another pile. With ``protect = false``, a
robbed player who still holds the rank finds it on top of the thief's pile, and may take
that in the next wave like anybody else, with no priority over others who hold that
rank.

*A war* is fought by all players still in the game, not only those who tied. A player
with fewer than four cards, packet and pile together, cannot carry on: "A player who
runs out of cards during a war loses immediately". That player lays packet and pile, as
they lie, into the pot and is out. If one player is left, that player takes the pot and
lays nothing more. If none is left, the player with the most cards lays them too, takes
the pot and stays in; if several have equally many, the game is a draw, and each player
takes back the cards laid in the turn.

*The pot* is put on the pile stack by stack, in seat order from player 0, each player's
cards in the order laid; then the card chosen for the top (the first of equal ones)
changes places with the last. Only the top card matters for the play: a pile is shuffled
before it is played.

*Counting.* A turn is a round. An exchange is two ``steals``; ``cards_stolen`` are the
cards of the victims' piles. ``plays`` leaves out the cards used to steal and the
remaining cards of players who cannot carry on.

*Chance.* All of it comes from the stream ``PLAY``, in the order of events. Cards are
taken in seat order from player 0: by all players at the start of a turn, by the thieves
of each wave, and in a war by each player in turn, four cards each. A turned pile is
shuffled from the order in which its cards lie, the bottom one first, and the first card
of the shuffled list is the new top. With ``top = "random"``, one number below the size
of the pot is drawn when the pot is taken: the place of the top card in it. As packets
are shuffled again and again, no position proves that a game never ends, so ``cycle``
does not occur.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import ClassVar

from sim.contract.events import NOBODY, Event, Outcome, Settled
from sim.games.packets.events import Battle, Laid, RanOut, TakenBack, Tie
from sim.games.packets.table import PacketTable
from sim.games.steal_war.events import Looked, PotTaken, Stolen
from sim.games.steal_war.rules import FACE_DOWN, StealWarRules
from sim.rng import Chance


class StealWarTable(PacketTable[StealWarRules]):
    """One game of Steal War while it is being played.

    The last card of a pile is its top.
    """

    round_name = "turn"

    why: ClassVar[Mapping[str, str]] = {
        "draw": "nobody can win the war",
        "cards": "the last pot goes to the highest card",
        "run-out": "the last pot is taken because nobody else can carry on",
    }

    def __init__(
        self, rules: StealWarRules, packets: Sequence[Sequence[int]], chance: Chance
    ) -> None:
        super().__init__(rules, packets, chance)
        self.hands: dict[int, int] = {}
        """The card that each player has looked at but neither laid nor used."""
        self.steals = self.cards_stolen = 0
        self.laid = [0] * len(packets)
        """The cards that each player has laid in the game.

        What they laid when they could not carry on is left out.
        they could not carry on."""

    def _round(self) -> Generator[Event, None, str]:
        self.rounds += 1
        self.stacks = [[] for _ in self.packets]
        fighters = self.alive
        for player in fighters:
            self._look(player)
        wars = 0
        while True:
            yield from self._tell_news()
            yield from self._steal_in_waves(fighters)
            for player in fighters:
                self._lay(player, self.hands.pop(player))
            cards = tuple(self.stacks[player][-1] for player in fighters)
            yield Battle(self.rounds, wars + 1, fighters, cards)
            best = max(cards)
            tied = tuple(
                player
                for player, card in zip(fighters, cards, strict=True)
                if card == best
            )
            if len(tied) == 1:
                winner = tied[0]
                ending = "cards"
                break
            fighters = yield from self._call_to_war(best, tied, fighters)
            if len(fighters) < 2:
                winner, ending = (
                    (fighters[0], "run-out") if fighters else (NOBODY, "draw")
                )
                break
            wars += 1
        self.battles += wars + 1
        self._count_wars(wars)
        if winner == NOBODY:
            yield TakenBack(tuple(map(tuple, self.stacks)))
            self._take_back()
        else:
            yield self._take_pot(winner)
        return ending

    def _look(self, player: int) -> None:
        """Take the top card of the packet and look at it."""
        self.hands[player] = self._top_card(player)

    def _top_card(self, player: int) -> int:
        """Take the top card off a packet.

        If it was the last one, the pile becomes the new packet at once.
        """
        if not self.packets[player]:
            self._turn_pile(player)  # captured since the player took their last card
        card = self.packets[player].pop(0)
        if not self.packets[player] and self.piles[player]:
            # "As soon as a player's packet of face down cards runs out, the player's
            # face-up pile is turned over and shuffled".
            self._turn_pile(player)
        return card

    def _lay(self, player: int, card: int) -> None:
        self.stacks[player].append(card)
        self.laid[player] += 1

    # Stealing.

    def _steal_in_waves(self, fighters: tuple[int, ...]) -> Iterator[Event]:
        """Let all players who can steal do so, wave after wave, until nobody can."""
        while True:
            tops = tuple(map(self._pile_top, fighters))
            cards = tuple(self.hands[player] for player in fighters)
            for player, card in zip(fighters, cards, strict=True):
                if any(
                    self._pile_top(other) == card
                    for other in fighters
                    if other != player
                ):
                    yield Looked(fighters, cards, tops)
                    break
            thefts = self._thefts(fighters)
            if not thefts:
                return
            yield from self._carry_out(thefts)
            for thief in sorted(thefts):
                self._look(thief)
            yield from self._tell_news()

    def _pile_top(self, player: int) -> int:
        """The top card of a player's pile, 0 if there is no pile."""
        pile = self.piles[player]
        return pile[-1] if pile else 0

    def _is_protected(self, player: int) -> bool:
        """Whether a pile cannot be stolen.

        "if you play a card that matches your own pile, it protects your pile from being
        stolen during that turn of play."
        """
        return self.rules.protect and self.hands[player] == self._pile_top(player)

    def _thefts(self, fighters: tuple[int, ...]) -> dict[int, int]:
        """The thieves of this wave, each with the victim."""
        wanted: dict[int, list[int]] = {}
        for player in fighters:
            piles = [
                other
                for other in self._in_seat_order_after(player, fighters)
                if self._pile_top(other) == self.hands[player]
                and not self._is_protected(other)
                and len(self.piles[other]) >= self.rules.least_loot
            ]
            if piles:
                # Of equally large piles max() finds the first: that of the next player
                # in seat order.
                victim = max(piles, key=lambda other: len(self.piles[other]))
                wanted.setdefault(victim, []).append(player)
        return {
            next(
                player
                for player in self._in_seat_order_after(victim, fighters)
                if player in thieves
            ): victim
            for victim, thieves in wanted.items()
        }

    def _in_seat_order_after(self, player: int, fighters: tuple[int, ...]) -> list[int]:
        """The other players, beginning with the next in seat order."""
        return [other for other in fighters if other > player] + [
            other for other in fighters if other < player
        ]

    def _carry_out(self, thefts: dict[int, int]) -> Iterator[Event]:
        """Move the piles of one wave, all at the same moment."""
        loot = {victim: self.piles[victim] for victim in thefts.values()}
        for victim in loot:
            self.piles[victim] = []
        for thief, victim in sorted(thefts.items()):
            # "You put your card face up on top of the pile your are stealing and then
            # take the whole of the stolen pile and place it on top of your own pile
            # without changing the order of the cards."
            card = self.hands.pop(thief)
            self.piles[thief] += [*loot[victim], card]
            self.steals += 1
            self.cards_stolen += len(loot[victim])
            yield Stolen(thief, victim, card, len(loot[victim]))

    # Wars.

    def _call_to_war(
        self, rank: int, tied: tuple[int, ...], fighters: tuple[int, ...]
    ) -> Generator[Event, None, tuple[int, ...]]:
        """Lay the cards that a tie calls for and return the players who fight the next battle.

        A single player takes the pot without a battle; if no player is returned, the
        game is drawn.
        """
        need = FACE_DOWN + 1
        yield Tie(rank, tied, need)
        held = {player: self._held(player) for player in fighters}
        able = tuple(player for player in fighters if held[player] >= need)
        staying = able
        if not able:
            most = max(held.values())
            staying = tuple(player for player in fighters if held[player] == most)
            if len(staying) > 1:
                return ()
        for player in fighters:
            if player not in able:
                # Packet and pile go into the pot as they lie.
                rest = self.packets[player] + self.piles[player]
                self.stacks[player] += rest
                self.packets[player] = []
                self.piles[player] = []
                yield RanOut(player, tuple(rest))
            elif len(able) > 1:
                for _ in range(FACE_DOWN):
                    self._lay(player, self._top_card(player))
                yield from self._tell_news()
                yield Laid(player, tuple(self.stacks[player][-FACE_DOWN:]), up=0)
                self._look(player)
        return staying

    def _take_pot(self, winner: int) -> PotTaken:
        """Put the pot on the winner's pile, with the card that the rules choose on top."""
        pot = [card for stack in self.stacks for card in stack]
        if self.rules.top == "random":
            place = self.chance.below(len(pot))
        else:
            place = pot.index(min(pot) if self.rules.top == "lowest" else max(pot))
        pot[place], pot[-1] = pot[-1], pot[place]
        self.piles[winner] += pot
        return PotTaken(winner, tuple(pot))

    # Counting.

    def _settled(self) -> Settled:
        return Settled(
            tuple(map(tuple, self.packets)),
            tuple(tuple(reversed(pile)) for pile in self.piles),
        )

    def _outcome(self, winner: int, ending: str, why: str, **more: int) -> Outcome:
        self.plays = max(self.laid)
        return super()._outcome(
            winner,
            ending,
            why,
            steals=self.steals,
            cards_stolen=self.cards_stolen,
            **more,
        )
