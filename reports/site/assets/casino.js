// Casino War, worked out in the reader's browser: exact odds of a hand as fractions, and an evening hand by hand.
"use strict";

(() => {
  /**
   * What `reports/site/casino.py` writes for a number of decks: the chance of a tie, and of another tie in the war.
   * @typedef {{decks: number, tie: [string, string], again: [string, string]}} Shoe
   *
   * @typedef {Object} Wager
   * @property {number} decks
   * @property {"war" | "surrender"} onTie
   * @property {number} bonus extra antes won when the war is tied again
   *
   * @typedef {Object} Evening
   * @property {number} bankroll
   * @property {number} stake
   * @property {number} hands
   *
   * @typedef {{numerator: bigint, denominator: bigint}} Fraction
   */

  /**
   * @param {bigint} a
   * @param {bigint} b
   * @returns {bigint}
   */
  const divisor = (a, b) => (b ? divisor(b, a % b) : a < 0n ? -a : a);

  /**
   * A fraction in lowest terms.
   * @param {bigint} numerator
   * @param {bigint} [denominator]
   * @returns {Fraction}
   */
  const fraction = (numerator, denominator = 1n) => {
    const common = divisor(numerator, denominator) || 1n;
    const sign = denominator < 0n ? -1n : 1n;
    return { numerator: (sign * numerator) / common, denominator: (sign * denominator) / common };
  };

  /** @param {Fraction} a @param {Fraction} b */
  const plus = (a, b) => fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
  /** @param {Fraction} a @param {Fraction} b */
  const times = (a, b) => fraction(a.numerator * b.numerator, a.denominator * b.denominator);
  /** @param {Fraction} a */
  const less = (a) => plus(fraction(1n), { numerator: -a.numerator, denominator: a.denominator });
  /** @param {Fraction} a */
  const half = (a) => times(a, fraction(1n, 2n));

  /**
   * The value of a fraction as a number. The parts can be too large for one, their quotient is not.
   * @param {Fraction} a
   */
  const value = ({ numerator, denominator }) => {
    const digits = 10n ** 20n;
    return Number((numerator * digits) / denominator) / 1e20;
  };

  /** @param {Fraction} a */
  const text = ({ numerator, denominator }) => (denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`);

  /**
   * The exact odds of one hand: the chance of each result, what it wins in antes, and the mean.
   * @param {Shoe} shoe
   * @param {Wager} wager
   */
  const hand = (shoe, wager) => {
    const [tie, again] = [shoe.tie, shoe.again].map(([above, below]) => fraction(BigInt(above), BigInt(below)));
    const war = wager.onTie === "war" ? tie : fraction(0n);
    const decided = half(less(tie));
    const won = half(times(war, less(again)));
    const bonus = BigInt(wager.bonus);
    /** @type {{name: string, chance: Fraction, net: Fraction}[]} */
    const results = [
      { name: "win", chance: decided, net: fraction(1n) },
      { name: "lose", chance: decided, net: fraction(-1n) },
      { name: "war-win", chance: won, net: fraction(1n) },
      { name: "war-tie", chance: times(war, again), net: fraction(1n + bonus) },
      { name: "war-lose", chance: won, net: fraction(-2n) },
      { name: "surrender", chance: plus(tie, fraction(-war.numerator, war.denominator)), net: fraction(-1n, 2n) },
    ];
    const mean = results.reduce((sum, { chance, net }) => plus(sum, times(chance, net)), fraction(0n));
    const square = results.reduce((sum, { chance, net }) => plus(sum, times(chance, times(net, net))), fraction(0n));
    return { results, mean, wagered: plus(fraction(1n), war), deviation: Math.sqrt(value(square) - value(mean) ** 2) };
  };

  /**
   * The moves of the bankroll in a hand: in steps of half a stake, with the chance of each.
   * @param {Shoe} shoe
   * @param {Wager} wager
   * @returns {[number, number][]}
   */
  const moves = (shoe, wager) => {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const { chance, net } of hand(shoe, wager).results) {
      const step = Number((2n * net.numerator) / net.denominator);
      if (chance.numerator) found.set(step, (found.get(step) || 0) + value(chance));
    }
    return [...found];
  };

  /**
   * An evening: where the bankroll ends, if every hand comes from a fresh shoe. A player with less than two stakes
   * cannot go to war, and surrenders; with less than one, the evening is over.
   * @param {Shoe} shoe
   * @param {Wager} wager
   * @param {Evening} evening
   */
  const session = (shoe, wager, evening) => {
    const { bankroll, stake, hands } = evening;
    const start = Math.min(Math.floor((2 * bankroll) / stake), 4 * hands);
    const most = 2 + 2 * wager.bonus;
    const places = start + most * hands + 1;
    const amount = (/** @type {number} */ place) => bankroll + ((place - start) * stake) / 2;
    // The first places at which a hand and a war can be paid.
    let poor = 0;
    while (poor < places && amount(poor) < stake) poor += 1;
    let rich = poor;
    while (rich < places && amount(rich) < 2 * stake) rich += 1;
    const war = moves(shoe, wager);
    const surrender = moves(shoe, { ...wager, onTie: "surrender" });
    let now = new Float64Array(places);
    let next = new Float64Array(places);
    const ended = new Float64Array(places);
    /** The chance of ruin within 1, 2, 3, ... hands. @type {number[]} */
    const ruin = [];
    now[start] = 1;
    let played = 0;
    let [low, high] = [start, start];
    for (let number = 0; number < hands; number += 1) {
      next.fill(0, Math.max(low - 4, 0), Math.min(high + most, places - 1) + 1);
      for (let place = low; place <= high; place += 1) {
        const chance = now[place];
        if (!chance) continue;
        played += chance;
        for (const [step, share] of place >= rich ? war : surrender) next[place + step] += chance * share;
      }
      low = Math.max(low - 4, 0);
      high = Math.min(high + most, places - 1);
      for (let place = low; place < Math.min(poor, high + 1); place += 1) {
        ended[place] += next[place];
        next[place] = 0;
      }
      low = Math.max(low, poor);
      [now, next] = [next, now];
      ruin.push(ended.slice(0, poor).reduce((sum, one) => sum + one, 0));
    }
    const end = ended;
    for (let place = low; place <= high; place += 1) end[place] += now[place];
    /** @type {[number, number][]} */
    const chances = [];
    for (let place = 0; place < places; place += 1) if (end[place]) chances.push([amount(place), end[place]]);
    const total = (/** @type {(money: number) => number} */ of) => chances.reduce((sum, [money, chance]) => sum + of(money) * chance, 0);
    const mean = total((money) => money);
    /** @param {number} share */
    const quantile = (share) => {
      let sum = 0;
      for (const [money, chance] of chances) {
        sum += chance;
        if (sum >= share) return money;
      }
      return chances[chances.length - 1][0];
    };
    return {
      chances,
      ruin: ruin.length ? ruin[ruin.length - 1] : 0,
      ruinByHand: ruin,
      ahead: total((money) => Number(money > bankroll)),
      even: total((money) => Number(money === bankroll)),
      mean,
      cost: bankroll - mean,
      deviation: Math.sqrt(total((money) => (money - mean) ** 2)),
      hands: played,
      quantile,
    };
  };

  Object.assign(warlab, { casino: { hand, session, fraction, times, plus, value, text } });
})();
