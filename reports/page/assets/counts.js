// Counts: what a page keeps of the games, whole numbers alone, so that no order of blocks can change them.
"use strict";

/** A histogram of whole numbers: those near zero in an array, the others in a map. */
warlab.Histogram = class {
  constructor() { this.near = new Float64Array(64); this.far = new Map(); }

  /** @param {number} value @param {number} [times] */
  add(value, times = 1) {
    if (value >= 0 && value < 1 << 17) {
      if (value >= this.near.length) {
        const longer = new Float64Array(Math.max(value + 1, 2 * this.near.length));
        longer.set(this.near);
        this.near = longer;
      }
      this.near[value] += times;
    } else {
      this.far.set(value, (this.far.get(value) || 0) + times);
    }
  }

  /** The values with their counts, ascending. @returns {[number, number][]} */
  entries() {
    const near = [];
    this.near.forEach((count, value) => { if (count) near.push([value, count]); });
    return [...this.far, ...near].sort((one, other) => one[0] - other[0]);
  }
};

/** The counts of one set of rules, and of the differences from the first set. */
warlab.Counts = class {
  /** @param {object} page */
  constructor(page) {
    this.page = page;
    this.games = 0;
    this.columns = Object.fromEntries(Object.keys(page.columns).map((name) => [name, new warlab.Histogram()]));
    this.crossed = new Map();
    this.differences = new warlab.Histogram();
    this.longest = [-1, 0];
  }

  /**
   * Count a block. Lengths of unfinished games are not counted: they would be too short.
   * @param {object} rows @param {number} first @param {number} games
   */
  block(rows, first, games) {
    const { length, endless } = this.page;
    const ending = rows.ending, winner = rows.winner, dealt = rows[this.page.dealt];
    Object.entries(rows).forEach(([name, values]) => {
      const histogram = this.columns[name], role = this.page.columns[name].role;
      for (let game = 0; game < games; game += 1) {
        if (role === "length" && ending && endless.includes(ending[game])) continue;
        histogram.add(Number(values[game]));
      }
    });
    if (dealt) {
      for (let game = 0; game < games; game += 1) {
        const key = 16 * dealt[game] + winner[game] + 2;
        this.crossed.set(key, (this.crossed.get(key) || 0) + 1);
      }
    }
    const lengths = rows[length];
    for (let game = 0; lengths && game < games; game += 1) {
      const ends = !ending || !endless.includes(ending[game]);
      if (ends && lengths[game] > this.longest[0]) this.longest = [lengths[game], first + game];
    }
    this.games += games;
  }

  /**
   * Count by how much these games are longer than the same games under other rules, where both end.
   * @param {object} rows @param {object} others @param {number} games
   */
  against(rows, others, games) {
    const { length, endless } = this.page;
    for (let game = 0; game < games; game += 1) {
      const both = [rows, others].every(({ ending }) => !ending || !endless.includes(ending[game]));
      if (both) this.differences.add(rows[length][game] - others[length][game]);
    }
  }

  /** The counts as plain data that a worker can post. */
  posted() {
    return {
      games: this.games,
      columns: Object.fromEntries(Object.entries(this.columns).map(([name, counts]) => [name, counts.entries()])),
      crossed: [...this.crossed],
      differences: this.differences.entries(),
      longest: this.longest,
    };
  }
};
