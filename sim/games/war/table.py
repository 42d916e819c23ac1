"""The play of War: packets, piles and pot of one game, from the deal to its outcome.

:mod:`sim.games.war.rulebook` quotes the source and says what was decided where it is silent.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from sim.cards import ACE, JOKER
from sim.contract.events import DRAW, Event, Outcome, Settled
from sim.games.packets.events import Battle, Laid, RanOut, Stands, Taken, TakenBack, Tie
from sim.games.packets.pots import Stacks
from sim.games.packets.table import PacketTable
from sim.games.war.rules import WarRules
from sim.rng import Chance


def best_card(cards: Sequence[int], rules: WarRules) -> int:
    """Return the card that beats, or ties with, all others that are face up in a battle."""
    # "The ranking of the cards is from ace (high) down to six (low), except that a six beats an ace": only when both
    # are face up, and then the lowest rank beats all others.
    best = max(cards)
    if rules.low_beats_high and best == rules.highest and rules.lowest in cards:
        return rules.lowest
    return best


def cards_for_war(rank: int, rules: WarRules) -> int:
    """Return how many cards a tie of that rank asks for from each player, the face-up one included."""
    # "two cards for a 2, three for a 3 and so on, 10 cards for a war caused by a Jack, Queen or King and 11 cards for a
    # war over Aces".
    if isinstance(rules.face_down, int):
        return rules.face_down + 1
    if rank in (ACE, JOKER):
        return 11 + 1
    return min(rank, 10) + 1


class WarTable(PacketTable):
    """One game of War while it is being played."""

    def __init__(self, rules: WarRules, packets: Stacks, chance: Chance) -> None:
        super().__init__(packets, chance, rules.max_rounds, deterministic=rules.deterministic)
        self.rules = rules

    def _over(self, ending: str) -> Outcome | None:
        if ending == "draw":
            return self._outcome(DRAW, "draw", "nobody can win the war")
        if len(self.alive) == len(self.packets):
            return None
        return self._judge(ending) if len(self.alive) == 1 or self.rules.end == "first-out" else None

    def _round(self) -> Generator[Event, None, str]:
        self.rounds += 1
        stacks = self.stacks = [[] for _ in self.packets]
        fighters = self.alive
        for player in fighters:
            self._turn_up(player)
        wars, plays = 0, 1
        while True:
            if self._news:
                yield from self._tell_news()
            cards = tuple([stacks[player][-1] for player in fighters])  # the one laid last is face up
            yield Battle(self.rounds, wars + 1, fighters, cards)
            best = best_card(cards, self.rules)
            if cards.count(best) == 1:
                winner, ending = fighters[cards.index(best)], "cards"
                break
            tied = tuple(player for player, card in zip(fighters, cards, strict=True) if card == best)
            fighters = yield from self._call_to_war(best, tied, fighters)
            if len(fighters) < 2:
                winner, ending = (fighters[0], "run-out") if fighters else (DRAW, "draw")
                break
            wars += 1
            plays = max(plays, *(len(stacks[player]) for player in fighters))
        self.battles += wars + 1
        self.plays += plays
        self._count_wars(wars)
        if winner == DRAW:
            yield TakenBack(tuple(map(tuple, stacks)))
            self._take_back()
        else:
            pot = self._pot(winner, self.rules.pickup)
            home = self.packets if self.rules.captured == "bottom" else self.piles
            home[winner] += pot
            yield Taken(winner, tuple(pot))
        return ending

    def _call_to_war(
        self, rank: int, tied: tuple[int, ...], fighters: tuple[int, ...]
    ) -> Generator[Event, None, tuple[int, ...]]:
        """Lay the cards that a tie calls for and return the players who fight the next battle."""
        # A single player takes the pot without a battle; if no player is returned, the game is drawn. The players lay
        # their cards in turn, once round the table from player 0, each finishing before the next.
        run_out = self.rules.run_out
        # "Note that all players take part in a war, not only the ones who had the highest cards."
        in_war = fighters if self.rules.fighters == "all" else tied
        need = cards_for_war(rank, self.rules)
        yield Tie(rank, tied, need)
        held = {player: self._held(player) for player in in_war}
        if run_out == "last-card":
            able = in_war if any(held.values()) else ()
        else:
            enough = need if run_out == "lose" else 1
            able = tuple(player for player in in_war if held[player] >= enough)
            if run_out == "fewest" and able:
                need = min(need, *(held[player] for player in able))
        others: tuple[int, ...] = ()
        if not able:
            others = tuple(p for p in range(len(self.packets)) if p not in in_war and self._held(p))
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
                yield from self._tell_news()
                yield Laid(player, cards)
            elif len(able) > 1:
                yield Stands(player, self.stacks[player][-1])
        if able:
            return able
        if len(others) > 1:
            for player in others:
                self._turn_up(player)
        return others or outlasting

    def _turn_up(self, player: int) -> None:
        """Lay the top card of a packet, turning the pile first if the packet is empty."""
        packet = self.packets[player]
        if not packet:
            self._turn_pile(player)
        self.stacks[player].append(packet.pop(0))

    def _lay(self, player: int, count: int) -> tuple[int, ...]:
        """Lay several cards and return them."""
        stack = self.stacks[player]
        before = len(stack)
        for _ in range(count):
            self._turn_up(player)
        return tuple(stack[before:])

    def _settle(self) -> Settled:
        packets, piles, lows = self.packets, self.piles, self.lows
        for player in self.alive:
            held = len(packets[player]) + len(piles[player])
            if held < lows[player]:
                lows[player] = held
                if not held:
                    self.alive = tuple(other for other in self.alive if other != player)
        if self.rules.captured == "bottom":
            return Settled(tuple(map(tuple, packets)))
        return Settled(tuple(map(tuple, packets)), tuple(map(tuple, piles)))

    def _judge(self, ending: str) -> Outcome:
        """Return the outcome of a game that is over: the player with the most cards has won."""
        held = [self._held(player) for player in range(len(self.packets))]
        most = max(held)
        if held.count(most) > 1:
            return self._outcome(DRAW, "draw", f"{held.count(most)} players hold {most} cards each")
        how = "goes to the highest card" if ending == "cards" else "is taken because nobody else can carry on"
        return self._outcome(held.index(most), ending, f"the last pot {how}")
