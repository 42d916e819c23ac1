// Casino War, worked out in the reader's browser: an evening hand by hand, from the exact odds of a hand.
"use strict";

(() => {
  /**
   * What `docs/site/casino.py` writes for a hand.
   * @typedef {{mean: number, results: {name: string, chance: number, net: number}[]}} Hand
   *
   * @typedef {Object} Evening
   * @property {number} bankroll
   * @property {number} stake
   * @property {number} hands
   */

  /**
   * The moves of the bankroll in a hand: in steps of half a stake, with the chance of each.
   * @param {Hand} hand
   * @returns {[number, number][]}
   */
  const moves = (hand) => hand.results.map(({ chance, net }) => [2 * net, chance]);

  /**
   * An evening: where the bankroll ends, if every hand comes from a fresh shoe. A player with less than two stakes
   * cannot go to war, and surrenders; with less than one, the evening is over.
   * @param {Hand} hand as it is chosen
   * @param {Hand} poorer where ties are surrendered
   * @param {Evening} evening
   */
  const session = (hand, poorer, evening) => {
    const { bankroll, stake, hands } = evening;
    const start = Math.min(Math.floor((2 * bankroll) / stake), 4 * hands);
    const [war, surrender] = [hand, poorer].map(moves);
    const most = Math.max(...war.map(([step]) => step), 2);
    const places = start + most * hands + 1;
    const amount = (/** @type {number} */ place) => bankroll + ((place - start) * stake) / 2;
    // The first places at which a hand and a war can be paid.
    let poor = 0;
    while (poor < places && amount(poor) < stake) poor += 1;
    let rich = poor;
    while (rich < places && amount(rich) < 2 * stake) rich += 1;
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

  Object.assign(warlab, { casino: { session } });
})();
