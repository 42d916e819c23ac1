// The answers of a rule set of War, from the small table of its games: pure functions, no page.
"use strict";

(() => {
  const { fixed, percent, duration } = warlab.numbers;

  /**
   * What `docs/site/atlas/tables.py` writes for a rule set. An estimate is its value, low and high; null is for ever.
   * @typedef {Object} Table
   * @property {number} games
   * @property {number} endless the games that repeat themselves for ever
   * @property {number} stopped the games that were stopped undecided
   * @property {number[] | null} plays the mean, if all games end
   * @property {number[] | null} rounds
   * @property {number[] | null} wars
   * @property {(number | null)[][]} quantiles the plays of 2.5, 10, 25, 50, 75, 90 and 97.5 % of the games
   * @property {number} step
   * @property {number[]} over the games that took more than 0, 1, 2, ... steps of plays
   * @property {number} longest
   * @property {number[]} never
   * @property {number} draws
   * @property {number} ran_out
   * @property {number} shuffles the piles shuffled for each card that is laid
   * @property {number[][]} aces for 0 to 4 aces: the games, and how many of them the player won
   * @property {string} command
   * @property {string} scenario
   */

  /** The places of some shares of the games in `quantiles`. */
  const [QUARTER, HALF, THREE_QUARTERS, NINE_TENTHS] = [2, 3, 4, 5];

  /**
   * How many games take more than a number of plays, between two points of the curve in proportion; null past its end.
   * @param {Table} table
   * @param {number} plays
   */
  const over = (table, plays) => {
    const place = plays / table.step;
    const below = Math.floor(place);
    if (below >= table.over.length - 1) return place === table.over.length - 1 ? table.over[below] : null;
    return table.over[below] + (place - below) * (table.over[below + 1] - table.over[below]);
  };

  /**
   * The share of games that take more than a number of minutes, in words.
   * @param {Table} table
   * @param {number} minutes
   * @param {number} seconds for a card from each player
   */
  const longer = (table, minutes, seconds) => {
    const count = over(table, (60 * minutes) / seconds);
    if (count !== null) return percent(count, table.games);
    const most = table.over[table.over.length - 1];
    if (table.endless > 0) return percent(table.endless, table.games);
    return most ? `less than ${percent(most, table.games)}` : "0 %";
  };

  /**
   * Where the curve of a rule set may stop: one game in a hundred that ends takes longer.
   * @param {Table} table
   */
  const last = (table) => {
    const few = table.endless + (table.games - table.endless) / 100;
    const place = table.over.findIndex((count) => count <= few);
    return table.step * (place < 1 ? table.over.length - 1 : place);
  };

  /**
   * A quantile of the games in minutes; null if it lies among the games that never end.
   * @param {Table} table
   * @param {number} which its place in `quantiles`
   * @param {number} seconds
   */
  const quantile = (table, which, seconds) => {
    const [value] = table.quantiles[which];
    return value === null ? null : (value * seconds) / 60;
  };

  /**
   * The answer: its first words, and the sentences after them.
   * @param {Table} table
   * @param {number} seconds
   * @param {number} minutes
   * @returns {{first: string, rest: string}}
   */
  const sentence = (table, seconds, minutes) => {
    const left = table.endless + table.stopped;
    const half = quantile(table, HALF, seconds);
    const late = quantile(table, NINE_TENTHS, seconds);
    const share = longer(table, minutes, seconds);
    const tail = `${share === "0 %" ? "none took" : `${share} take`} more than ${duration(minutes)}`;
    if (half === null) {
      const quarter = quantile(table, QUARTER, seconds);
      const some = quarter === null ? "" : `One game in four is over after ${duration(quarter)}. `;
      return {
        first: "Most games never end.",
        rest: `${some}${percent(table.endless, table.games)} of the games repeat themselves for ever.`,
      };
    }
    const ten = late === null ? "" : `, one in ten takes longer than ${duration(late)}`;
    if (table.plays && !left) {
      return {
        first: `About ${duration((table.plays[0] * seconds) / 60)}.`,
        rest: `Half of the games are over after ${duration(half)}${ten}, and ${tail}.`,
      };
    }
    const why = table.endless
      ? `${percent(table.endless, table.games)} never end, because they repeat themselves for ever`
      : `${percent(table.stopped, table.games)} were stopped undecided`;
    return {
      first: `About ${duration(half)}, if it ends.`,
      rest: `Half of the games are over by then${ten}; ${why}.`,
    };
  };

  /**
   * Two times, with their unit once if it is the same: "9–27 minutes".
   * @param {number} low in minutes
   * @param {number} high
   */
  const between = (low, high) => {
    const [[least, unit], [most, other]] = [low, high].map((one) => duration(one).split(" "));
    return unit === other ? `${least}–${most} ${unit}` : `${least} ${unit} – ${most} ${other}`;
  };

  /**
   * The figures under the answer: each with its name, and what stands small below it.
   * @param {Table} table
   * @param {number} seconds
   * @param {number} minutes
   * @returns {[string, string, string][]}
   */
  const figures = (table, seconds, minutes) => {
    /** @type {[string, string, string][]} */
    const found = [];
    const span = [QUARTER, THREE_QUARTERS].map((which) => quantile(table, which, seconds));
    if (table.plays) {
      const [, low, high] = table.plays;
      found.push([
        "cards laid by each player, on average",
        warlab.numbers.estimate(table.plays),
        `${warlab.numbers.estimate([low, low, high])} to ${warlab.numbers.estimate([high, low, high])}`,
      ]);
    }
    if (span[0] !== null && span[1] !== null) {
      found.push(["the middle half of the games", between(span[0], span[1]), "a quarter is shorter, a quarter longer"]);
    }
    found.push([`over ${duration(minutes)}`, longer(table, minutes, seconds), "of all games"]);
    found.push(["never end", percent(table.endless, table.games), table.endless ? "they come back to an earlier position" : `none in ${fixed(table.games, 0)} games`]);
    if (table.wars) found.push(["wars in a game", warlab.numbers.estimate(table.wars), "a tie within a war is another war"]);
    found.push(["the longest of all games that ended", duration((table.longest * seconds) / 60), `${fixed(table.longest, 0)} cards laid by each player`]);
    found.push(["decided by running out", percent(table.ran_out, table.games), "a player could not finish a war"]);
    return found;
  };

  Object.assign(warlab, { answers: { over, longer, last, quantile, between, sentence, figures } });
})();
