// Counts: what a page keeps of the games, whole numbers alone, so that no order of blocks can change them.

/** A histogram: whole numbers near zero in an array, others in a map. */
warlab.Histogram = class {
  constructor() { this.near = new Float64Array(64); this.far = new Map(); }

  add(value, times = 1) {
    if (value >= 0 && value < 1 << 17) {
      if (value >= this.near.length) {
        const longer = new Float64Array(2 * value);
        longer.set(this.near);
        this.near = longer;
      }
      this.near[value] += times;
    } else {
      this.far.set(value, (this.far.get(value) || 0) + times);
    }
  }

  /** Add every value of a block. */
  addAll(values) {
    let near = this.near;
    for (let game = 0; game < values.length; game += 1) {
      const value = values[game];
      if (value >= 0 && value < near.length) near[value] += 1;
      else { this.add(Number(value)); near = this.near; }
    }
  }

  /** The values with their counts, ascending. */
  entries() {
    const near = [];
    this.near.forEach((count, value) => { if (count) near.push([value, count]); });
    return [...this.far, ...near].sort((one, other) => one[0] - other[0]);
  }
};

/** The counts of one set of rules, and of the differences from the first set. */
warlab.Counts = class {
  constructor(page) {
    this.page = page;
    this.games = 0;
    this.columns = Object.fromEntries(Object.keys(page.columns).map((name) => [name, new warlab.Histogram()]));
    this.crossed = new Map();
    this.differences = new warlab.Histogram();
    this.longest = [-1, 0];
  }

  /** Whether each game of a block ended. */
  ended({ ending }) {
    const [one, other] = this.page.endless;
    return ending ? (game) => ending[game] !== one && ending[game] !== other : () => true;
  }

  /**
   * Count a block. Lengths of unfinished games are not counted: they would be too short.
   */
  block(rows, first, games) {
    const { length, columns, dealt } = this.page, ended = this.ended(rows);
    Object.entries(rows).forEach(([name, values]) => this.columns[name].addAll(values));
    const cut = Object.keys(rows).filter((name) => columns[name].role === "length");
    for (let game = 0; game < games; game += 1) {
      if (!ended(game)) cut.forEach((name) => this.columns[name].add(rows[name][game], -1));
      else if (length && rows[length][game] > this.longest[0]) this.longest = [rows[length][game], first + game];
    }
    if (dealt) {
      const cells = new Float64Array(16 * 256), held = rows[dealt];
      for (let game = 0; game < games; game += 1) cells[16 * held[game] + rows.winner[game] + 2] += 1;
      cells.forEach((count, cell) => { if (count) this.crossed.set(cell, (this.crossed.get(cell) || 0) + count); });
    }
    this.games += games;
  }

  /**
   * Count by how much more these games have of what is compared than the same ones under other rules, where both end.
   */
  against(rows, others, games) {
    const [name] = this.page.compared, own = rows[name], other = others[name];
    const one = this.ended(rows), two = this.ended(others);
    for (let game = 0; own && game < games; game += 1) {
      if (one(game) && two(game)) this.differences.add(Number(own[game] - other[game]));
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
