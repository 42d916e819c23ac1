// The engine: the kernels of a game in one memory, and the numbers that each of them is called with.
"use strict";
var warlab = {};

/**
 * What Python has written about a game (reports/page/layout.py).
 * A value is a number, or the index of a table with a number for each combination of some questions' answers.
 */
warlab.valueOf = (page, value, answers) => {
  if (value?.t === undefined) return value;
  const table = page.tables[value.t];
  const at = table.of.reduce((sum, question) => sum * page.sizes[question] + answers[question], 0);
  if (table.values[at] === null) throw new Error("these rules do not go together");
  return table.values[at];
};

warlab.Engine = class {
  static async made(page, modules) {
    const engine = new warlab.Engine();
    engine.page = page;
    engine.blobs = page.blobs.map((text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16)));
    engine.memory = new WebAssembly.Memory({ initial: 64 });
    const env = {
      __linear_memory: engine.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, page.stack),
      __indirect_function_table: new WebAssembly.Table({ initial: 64, element: "anyfunc" }),
    };
    engine.kernels = {};
    // Static data of the first module lies where the other one has zeros.
    for (const bytes of [...modules].reverse()) {
      const { instance } = await WebAssembly.instantiate(bytes, { env });
      Object.assign(engine.kernels, instance.exports);
    }
    engine.fixed = Math.max(page.first, ...page.regions.map((region) => (region.at || 0) + (region.bytes || 0) + 64));
    return engine;
  }

  /** What a value is under the chosen answers. */
  value(value, answers) { return warlab.valueOf(this.page, value, answers); }

  /** Where each array lies in a block. */
  places(answers, games) {
    const each = this.page.regions.map((region) => this.value(region.each || 0, answers));
    let end = Math.ceil(this.fixed / 64) * 64;
    const at = this.page.regions.map((region, index) => {
      if (region.at !== undefined) return region.at;
      const begin = end;
      end += Math.ceil((each[index] * games + 64) / 64) * 64;
      return begin;
    });
    return { at, each, end };
  }

  /** Whether the kernel with vectors plays under the chosen answers. */
  besides(answers) {
    const vectors = this.page.vectors;
    return vectors && this.kernels[vectors.name]
      && vectors.answers.every((allowed, question) => allowed.includes(answers[question]));
  }

  /**
   * Play the games first ... first + games - 1 of a seed; the columns are good until the next call.
   */
  play(answers, seed, first, games, { moves = [], row } = {}) {
    const places = this.places(answers, games), { end } = places;
    const missing = Math.ceil((end + 8192 - this.memory.buffer.byteLength) / 65536);
    if (missing > 0) this.memory.grow(missing);
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.fill(0, this.page.first, end);
    this.page.regions.forEach((region, index) => {
      const blob = this.value(region.content === undefined ? -1 : region.content, answers);
      if (blob >= 0) bytes.set(this.blobs[blob], places.at[index]);
    });
    if (moves.length) {
      const begin = places.at[this.page.match.moves] + 8;
      new BigInt64Array(this.memory.buffer, begin, moves.length).set(moves.map(BigInt));
    }
    const call = (name, count, number, skipped) => {
      const leaves = this.page.kernels[name].map(([kind, value]) => {
        if (kind === "s") return seed + BigInt(value);
        if (kind === "f") return number;
        if (kind === "r") return BigInt(places.at[value] + places.each[value] * skipped);
        const size = this.value(value, answers);
        return BigInt(kind === "g" ? size * count : size);
      });
      new BigInt64Array(this.memory.buffer, end, leaves.length).set(leaves.map((leaf) => BigInt.asIntN(64, leaf)));
      this.kernels[name.split(" ")[0]](this.page.stack, this.page.stack + 8, BigInt(end));
    };
    const alone = this.value(this.page.play, answers);
    if (row) bytes.set(row, places.at[this.page.rows]);
    else this.value(this.page.deals, answers).forEach((deal) => call(deal, games, first, 0));
    if (this.besides(answers)) {
      call(this.page.vectors.name, games, first, 0);
      const left = places.at[this.page.vectors.left];
      for (let game = 0; game < games; game += 1) {
        if (bytes[left + game]) call(alone, 1, first + BigInt(game), game);
      }
    } else {
      call(alone, games, first, 0);
    }
    const kinds = { int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array };
    const column = (Kind, at, place) => (
      new Kind(this.memory.buffer, at + place * games * Kind.BYTES_PER_ELEMENT, games)
    );
    return Object.fromEntries(Object.entries(this.page.columns).map(([name, { type, region, row: place }]) => (
      [name, column(kinds[type], places.at[region], place || 0)]
    )));
  }

  /** A match after the visitor's moves: whether it is over, what the first player sees, and the outcome. */
  match(answers, seed, game, moves) {
    const rows = this.play(answers, seed, game, 1, { moves }), { at } = this.places(answers, 1);
    const { fault, view, fields } = this.page.match;
    const words = new DataView(this.memory.buffer);
    const word = (region, place) => Number(words.getBigInt64(at[region] + place, true));
    return {
      over: !word(fault, 0),
      seen: Object.fromEntries(Object.entries(fields).map(([name, [place, items]]) => (
        [name, items ? Array.from({ length: items }, (_, item) => word(view, place + 8 * item)) : word(view, place)]
      ))),
      rows: this.first(rows),
    };
  }

  /** The outcome of a deal that is given. */
  dealt(answers, row) { return this.first(this.play(answers, 0n, 0n, 1, { row })); }

  /** The outcome of the first game. */
  first(rows) {
    return Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, Number(values[0])]));
  }
};
