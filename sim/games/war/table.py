"""The play of War: packets, piles and pot of one game, from the deal to its outcome.

:mod:`sim.games.war.rulebook` quotes the source.

Decisions where the text is silent
----------------------------------
The same procedure serves any number of players; with two it reduces to the text's
two-player rules.

*Who is in a war.* With ``fighters="all"``, every player who had cards when the round
began and has not dropped out since; with ``"tied"``, only the players who tie now, so
that each further tie can leave fewer of them. A player who is no longer in the war
keeps the cards of their packet. The rank of a war is the tied rank, even where it is
the best only because of ``low_beats_high``.

*The order of laying.* In the first battle of a round, and in each war, the players lay
their cards in turn, once round the table from player 0, each finishing before the next
begins. Piles are turned in that order.

*Who cannot carry on.* Under ``"lose"``, a player with fewer cards than the war asks
for; under ``"all-in"`` and ``"fewest"``, a player with no cards; under ``"last-card"``,
nobody, as long as anybody in the war has a card to play: a player without one lets the
card turned up last stand. A player who cannot carry on lays all their remaining cards
into the pot and is out. If one player is left in the war, that player takes the pot and
lays nothing more. When nobody can carry on:

- if players outside the war (``fighters="tied"``) still have cards, those in the war
  lay all their remaining cards and are out. Each of the others then turns up one card,
  with none face down, for the next battle of the same round; if there is only one, that
  player takes the pot. This holds under every ``run_out`` but ``"draw"``. A tie before
  such a battle counts as a war.
- otherwise the player with the most cards left lays them too and takes the pot; if
  several have equally many, the game is a draw. (With two players who both have too
  few, the one with fewer runs out first and loses.)

*A drawn war.* Under ``"draw"``, a rule of programming puzzles, the game is a draw as
soon as a war asks for more cards than some player in it has, also one who has no card
left; players outside the war are not asked.

*The fewest cards* of ``"fewest"`` are those of the poorest player in the war who still
has a card; the players never lay more than the war asks for.

*A pot that decides the game* is taken like any other, with the remaining cards of
players who cannot carry on in it. In a drawn war each player takes back the cards laid
in the round, so that no card is lost; nothing else depends on it.

*Counting.* ``plays`` leaves out the remaining cards laid by players who cannot carry
on, including those of a player who then takes the pot. ``aces`` counts rank 14 in every
deck; a card of rank 1 is a 1 here.

*The end.* The last player with cards wins. With ``end="first-out"`` the game ends with
the round that leaves any player without cards, packet and pile together; its ``ending``
is how the last pot was taken, or ``draw`` if several players hold the most cards. With
two players both values give the same game. A cycle is looked for after each round that
does not end the game, before the cap.

*Chance.* In a game of two players, a pot of two cards picked up ``"shuffled"`` is put
in order by the round's coin (true: player 0's card first); every other shuffled pot is
first put in winner-first order and then shuffled. A pile is shuffled from the order in
which its cards were captured; the first card of the shuffled list is the new top.

*House rules* come from what people ask, not from the source; by default there are none.

*Several cards in a battle* (``cards_up``, ``compare``). A battle asks for ``cards_up``
cards from each player, a war for ``face_down`` and ``cards_up`` more; with the default
of 1, all is as above. A player who has too few cards for the first battle of a round
cannot carry on, as in a war. If nobody fights then, the round counts, with no battle
and no play. Players outside a war who fight on for its pot turn up ``cards_up`` cards,
and who of them has too few cannot carry on, either.

*Random cards* (``draw="random"``). Every card laid, also one that goes face down or
into the pot of a player who cannot carry on, is any card of the packet with equal
chance: one number below the cards left in it, from the stream ``PLAY`` of the game
(:mod:`sim.rng`), counts from the top, and the cards above close the gap. Pots go under
the packet winner-first whatever ``pickup`` says, since the order of a packet then means
nothing.

*A pick-up for each player* (``pickup="winner-first,shuffled"``, or a list). The player
who takes a pot picks it up in their own way.

*Early ends* (``stop_after``, ``wars_to_win``). A round counts for ``wars_to_win`` if it
has a war, a tie that is followed by another battle, whoever else ran out in it. After a
round the endings are tried in this order: the last pot (``cards``, ``run-out``,
``draw``), ``wars``, ``stopped``, ``cycle``, ``cap``. A position comes again only if the
wars won are the same, too; a game with ``stop_after`` never ends as a cycle. If several
have the most cards when a game is stopped, nobody wins (``winner`` -1), and its ending
is ``stopped`` all the same.
"""

from collections.abc import Generator, Sequence
from math import prod

from sim.cards import ACE, JOKER
from sim.contract.events import NOBODY, Event, Outcome, Settled
from sim.games.packets.events import (
    Battle,
    Drawn,
    Laid,
    RanOut,
    Stands,
    Taken,
    TakenBack,
    Tie,
)
from sim.games.packets.table import PacketTable, Stacks
from sim.games.war.rules import WarRules
from sim.rng import Chance
from sim.words import count_words


def best_card(cards: Sequence[int], rules: WarRules) -> int:
    """The card that beats, or ties with, all others that are face up in a battle.

    "The ranking of the cards is from ace (high) down to six (low), except that a six
    beats an ace": only when both are face up, and then the lowest rank beats all
    others.
    """
    best = max(cards)
    if rules.low_beats_high and best == rules.highest and rules.lowest in cards:
        return rules.lowest
    return best


def cards_down(rank: int, rules: WarRules) -> int:
    """How many cards a tie of that rank asks for face down from each player.

    "two cards for a 2, three for a 3 and so on, 10 cards for a war caused by a Jack,
    Queen or King and 11 cards for a war over Aces".
    """
    if isinstance(rules.face_down, int):
        return rules.face_down
    return 11 if rank in (ACE, JOKER) else min(rank, 10)


def worth(cards: Sequence[int], compare: str) -> int:
    """What the cards that a player has turned up in a battle are worth.

    A single card is worth its rank.
    """
    if len(cards) == 1:
        return cards[0]
    if compare == "sum":
        return sum(cards)
    return prod(cards) if compare == "product" else max(cards) - min(cards)


class WarTable(PacketTable[WarRules]):
    """One game of War while it is being played."""

    def __init__(self, rules: WarRules, packets: Stacks, chance: Chance) -> None:
        super().__init__(rules, packets, chance)
        self.wars_won = [0] * len(packets)
        """The rounds with a war in them that each player has won."""

    def _over(self, ending: str) -> Outcome | None:
        rules = self.rules
        if ending == "draw":
            return self._outcome(NOBODY, "draw", "nobody can win the war")
        if len(self.alive) == 1 or (
            len(self.alive) < len(self.packets) and rules.end == "first-out"
        ):
            return self._judge(ending)
        if rules.wars_to_win and max(self.wars_won) == rules.wars_to_win:
            won = (
                "a war is won"
                if rules.wars_to_win == 1
                else f"{rules.wars_to_win} wars are won"
            )
            return self._outcome(self.wars_won.index(rules.wars_to_win), "wars", won)
        return self._judge("stopped") if self.rounds == rules.stop_after else None

    def _position(self) -> bytes:
        # The wars that are still to be won belong to the position, too.
        won = repr(self.wars_won).encode() if self.rules.wars_to_win else b""
        return super()._position() + b"\0" + won

    def _round(self) -> Generator[Event, None, str]:
        self.rounds += 1
        stacks = self.stacks = [[] for _ in self.packets]
        rules = self.rules
        up = self.rules.cards_up
        battles = plays = 0
        fighters = yield from self._call(self.alive, up, shown_by_battle=True)
        while len(fighters) > 1:
            if self._news:
                yield from self._tell_news()
            battles += 1
            plays = max(plays, *(len(stacks[player]) for player in fighters))
            shown = tuple(
                [tuple(stacks[player][-up:]) for player in fighters]
            )  # those laid last are face up
            values = tuple([worth(cards, rules.compare) for cards in shown])
            yield Battle(
                self.rounds, battles, fighters, values, shown if up > 1 else ()
            )
            best = best_card(values, rules)
            if values.count(best) == 1:
                winner = fighters[values.index(best)]
                ending = "cards"
                break
            tied = tuple(
                player
                for player, value in zip(fighters, values, strict=True)
                if value == best
            )
            down = cards_down(best, rules)
            yield Tie(best, tied, down + up, up)
            # "Note that all players take part in a war, not only the ones who had the
            # highest cards."
            fighters = yield from self._call(
                fighters if rules.fighters == "all" else tied, down + up
            )
        else:
            winner, ending = (fighters[0], "run-out") if fighters else (NOBODY, "draw")
        wars = max(battles - 1, 0)
        self.battles += battles
        self.plays += plays
        self._count_wars(wars)
        if winner == NOBODY:
            yield TakenBack(tuple(map(tuple, stacks)))
            self._take_back()
        else:
            self.wars_won[winner] += wars > 0
            # Where every card laid is a random one, the order of a packet means
            # nothing.
            pot = self._pot(
                winner, rules.pickups[winner] if rules.draw == "top" else "winner-first"
            )
            home = self.packets if self.rules.captured == "bottom" else self.piles
            home[winner] += pot
            yield Taken(winner, tuple(pot))
        return ending

    def _call(
        self, in_war: tuple[int, ...], need: int, *, shown_by_battle: bool = False
    ) -> Generator[Event, None, tuple[int, ...]]:
        """Lay the cards that the next battle calls for and return the players who fight it.

        A single player takes the pot without a battle; if no player is returned, the
        game is drawn. The players lay their cards in turn, once round the table from
        player 0, each finishing before the next. Where all the cards laid are face up,
        the battle shows them.
        """
        run_out = self.rules.run_out
        held = {player: self._held(player) for player in in_war}
        if run_out == "draw" and min(held.values()) < need:
            return ()
        if run_out == "last-card":
            able = in_war if any(held.values()) else ()
        else:
            enough = need if run_out == "lose" else 1
            able = tuple(player for player in in_war if held[player] >= enough)
            if run_out == "fewest" and able:
                need = min(need, *(held[player] for player in able))
        others: tuple[int, ...] = ()
        if not able:
            others = tuple(
                p for p in range(len(self.packets)) if p not in in_war and self._held(p)
            )
            most = max(held.values())
            outlasting = tuple(player for player in in_war if held[player] == most)
            if not others and len(outlasting) > 1:
                return ()
        for player in in_war:
            if player not in able:
                cards = self._lay(player, held[player])
                yield from self._tell_news()
                yield RanOut(player, cards)
            elif len(able) > 1 and held[player]:
                cards = self._lay(player, min(need, held[player]))
                if not shown_by_battle:
                    yield from self._tell_news()
                    yield Laid(player, cards, self.rules.cards_up)
            elif len(able) > 1:
                yield Stands(player, self.stacks[player][-1])
        if able:
            return able
        if len(others) > 1:
            return (
                yield from self._call(others, self.rules.cards_up, shown_by_battle=True)
            )
        return others or outlasting

    def _turn_up(self, player: int) -> None:
        """Lay the top card of a packet, or a random one.

        If the packet is empty, turn the pile first.
        """
        packet = self.packets[player]
        if not packet:
            self._turn_pile(player)
        place = 0
        if self.rules.draw == "random":
            place = self.chance.below(len(packet))
            self._news.append(Drawn(player, packet[place], place + 1, len(packet)))
        self.stacks[player].append(packet.pop(place))

    def _lay(self, player: int, count: int) -> tuple[int, ...]:
        """Lay several cards and return them."""
        stack = self.stacks[player]
        before = len(stack)
        for _ in range(count):
            self._turn_up(player)
        return tuple(stack[before:])

    def _settled(self) -> Settled:
        if self.rules.captured == "bottom":
            return Settled(tuple(map(tuple, self.packets)))
        return super()._settled()

    def _judge(self, ending: str) -> Outcome:
        """The outcome of a game that is over: the player with the most cards has won."""
        held = [self._held(player) for player in range(len(self.packets))]
        most = max(held)
        if held.count(most) > 1:
            ending = "stopped" if ending == "stopped" else "draw"
            return self._outcome(
                NOBODY,
                ending,
                f"{held.count(most)} players hold {count_words(most, 'card')} each",
            )
        return self._outcome(held.index(most), ending, _WHY[ending].format(most=most))


_WHY = {
    "cards": "the last pot goes to the highest card",
    "run-out": "the last pot is taken because nobody else can carry on",
    "stopped": "the game is stopped, and {most} cards are the most",
}
"""Why the player with the most cards has won, for each ending."""
