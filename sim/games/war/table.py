"""The play of War: packets, piles and pot of one game, from the deal to its outcome.

:mod:`sim.games.war.rulebook` quotes the source and says what was decided where it is
silent.
"""

from collections.abc import Generator, Sequence
from math import prod

from sim.cards import ACE, JOKER
from sim.contract.events import DRAW, Event, Outcome, Settled
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
            return self._outcome(DRAW, "draw", "nobody can win the war")
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
            winner, ending = (fighters[0], "run-out") if fighters else (DRAW, "draw")
        wars = max(battles - 1, 0)
        self.battles += battles
        self.plays += plays
        self._count_wars(wars)
        if winner == DRAW:
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
                DRAW, ending, f"{held.count(most)} players hold {most} cards each"
            )
        return self._outcome(held.index(most), ending, _WHY[ending].format(most=most))


_WHY = {
    "cards": "the last pot goes to the highest card",
    "run-out": "the last pot is taken because nobody else can carry on",
    "stopped": "the game is stopped, and {most} cards are the most",
}
"""Why the player with the most cards has won, for each ending."""
