// The equilibria of GOPS: positions found in the layers of docs/site/bids/tables.py, their bids and values.
"use strict";

(() => {
  /** Values are whole numbers of this part of a point, or of a win. */
  const UNITS = 1000000;
  const THRESHOLD_BITS = 20;
  const WHOLE = 1 << THRESHOLD_BITS;

  /**
   * A layer as it is written: all positions with equally many prizes left.
   * @typedef {Object} Written
   * @property {number} cards
   * @property {number} size
   * @property {boolean} win
   * @property {boolean} carry
   * @property {number} pots
   * @property {number} leads
   * @property {string} marks
   * @property {string} values
   * @property {string} [supports]
   * @property {string} [thresholds]
   * @property {number[][]} [chances] of the cards, by prize, in the only position of the layer
   *
   * A position before the bids, as the player who asks sees it; hands and prizes are bit masks, card c in bit c - 1.
   * @typedef {{mine: number, theirs: number, prizes: number, pot: number, lead: number}} Position
   */

  /** @param {string} text */
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

  /** The number of cards in a mask. @param {number} mask */
  const count = (mask) => {
    let found = 0;
    for (let rest = mask; rest; rest &= rest - 1) found += 1;
    return found;
  };

  /** The cards of a mask, ascending. @param {number} mask */
  const cardsOf = (mask) => [...Array(16).keys()].filter((bit) => (mask >> bit) & 1).map((bit) => bit + 1);

  /** The points of a mask. @param {number} mask */
  const points = (mask) => cardsOf(mask).reduce((sum, card) => sum + card, 0);

  /** The mask of cards. @param {number[]} cards */
  const maskOf = (cards) => cards.reduce((mask, card) => mask | (1 << (card - 1)), 0);

  /**
   * Leave out the cards that neither hand has, and number the others anew.
   * @param {number} mine
   * @param {number} theirs
   */
  const renumbered = (mine, theirs) => {
    let [own, other, place] = [0, 0, 0];
    for (let bit = 0; bit < 16; bit += 1) {
      if (!(((mine | theirs) >> bit) & 1)) continue;
      own |= ((mine >> bit) & 1) << place;
      other |= ((theirs >> bit) & 1) << place;
      place += 1;
    }
    return [own, other];
  };

  /**
   * All positions with equally many prizes left.
   * @param {Written} written
   */
  const layer = (written) => {
    const { cards, size, pots, leads } = written;
    const masks = (/** @type {number} */ held) => [...Array(1 << held).keys()].filter((mask) => count(mask) === size);
    const sets = masks(cards);
    const setOf = new Map(sets.map((mask, place) => [mask, place]));
    const classes = cards - size + 1;
    const room = sets.length * pots * leads;
    const marks = bytes(written.marks);
    const places = new Int32Array(classes * room).fill(-1);
    const lengths = new Int32Array(classes);
    for (let at = 0; at < places.length; at += 1) {
      if (!((marks[at >> 3] >> (7 - (at & 7))) & 1)) continue;
      const missing = Math.floor(at / room);
      places[at] = lengths[missing];
      lengths[missing] += 1;
    }
    /** @type {[number, number][]} */
    const keys = [];
    for (let held = size; held <= Math.min(2 * size, cards); held += 1) {
      const hands = masks(held);
      const whole = (1 << held) - 1;
      for (const hand of hands) {
        for (const other of hands) {
          if (other <= hand && (hand | other) === whole) keys.push([hand * 65536 + other, cards - held]);
        }
      }
    }
    keys.sort(([a], [b]) => a - b);
    const starts = new Map();
    let start = 0;
    for (const [key, missing] of keys) {
      starts.set(key, start);
      start += lengths[missing];
    }
    const values = new Int32Array(bytes(written.values).buffer);
    const supports = written.supports ? bytes(written.supports) : new Uint8Array();
    const packed = written.thresholds ? bytes(written.thresholds) : new Uint8Array();
    const offsets = new Uint32Array(supports.length);
    for (let turn = 1; turn < supports.length; turn += 1) offsets[turn] = offsets[turn - 1] + count(supports[turn - 1]) - 1;

    /**
     * The number of a position, and whether it is kept from the other player's side; null if no game leads to it.
     * @param {Position} position
     */
    const find = ({ mine, theirs, prizes, pot, lead }) => {
      const [own, other] = renumbered(mine, theirs);
      const swapped = own < other;
      const key = swapped ? other * 65536 + own : own * 65536 + other;
      const seen = leads > 1 ? (swapped ? -lead : lead) + (leads >> 1) : 0;
      const set = setOf.get(prizes);
      if (set === undefined || !starts.has(key) || seen < 0 || seen >= leads || pot < 0 || pot >= pots) return null;
      const missing = cards - count(mine | theirs);
      const place = places[missing * room + (set * pots + pot) * leads + seen];
      return place < 0 ? null : { number: starts.get(key) + place, swapped };
    };

    /** @param {number} index of a threshold of 20 bits */
    const threshold = (index) => {
      let found = 0;
      for (let bit = index * THRESHOLD_BITS; bit < (index + 1) * THRESHOLD_BITS; bit += 1) {
        found = (found << 1) | ((packed[bit >> 3] >> (7 - (bit & 7))) & 1);
      }
      return found;
    };

    /**
     * The chance of each card held, ascending; null if no game leads there.
     * @param {Position} position
     * @param {number} up the prize turned up
     * @param {boolean} [opponent] whether the other player's bids are wanted
     * @returns {number[] | null}
     */
    const bids = (position, up, opponent = false) => {
      if (size === 1) return [1];
      const there = find(position);
      if (!there) return null;
      const turn = there.number * size + count(position.prizes & ((1 << (up - 1)) - 1));
      if (written.chances) return written.chances[turn];
      const at = 2 * turn + Number(there.swapped !== opponent);
      const support = supports[at];
      let offset = offsets[at];
      let [before, rest] = [0, support];
      return [...Array(size).keys()].map((choice) => {
        if (!((support >> choice) & 1)) return 0;
        rest &= ~(1 << choice);
        const reached = rest ? threshold(offset) : WHOLE;
        offset += 1;
        const chance = (reached - before) / WHOLE;
        before = reached;
        return chance;
      });
    };

    /**
     * What a position is worth before a prize is turned up, without the lead in points; null if no game leads there.
     * @param {Position} position
     */
    const value = (position) => {
      const there = find(position);
      if (!there) return null;
      return ((there.swapped ? -1 : 1) * values[there.number]) / UNITS;
    };

    return { written, find, bids, value };
  };

  /**
   * 1 or -1 if the lead can no longer be made up, otherwise 0.
   * @param {Position} position
   */
  const decided = ({ prizes, pot, lead }) => (Math.abs(lead) > points(prizes) + (prizes ? pot : 0) ? Math.sign(lead) : 0);

  /**
   * Both players' bids, and what each of the asking player's bids is worth against the other's.
   * @param {ReturnType<typeof layer>} now
   * @param {ReturnType<typeof layer> | null} below the layer with one prize fewer; null if this is the last prize
   * @param {Position} position
   * @param {number} up
   * @returns {{mine: number[], theirs: number[], worth: number[], value: number, decided: number} | null}
   */
  const answer = (now, below, position, up) => {
    const { win, carry } = now.written;
    const [own, other] = [cardsOf(position.mine), cardsOf(position.theirs)];
    const over = win ? decided(position) : 0;
    if (over) {
      const first = own.map((_, place) => Number(place === 0));
      return { mine: first, theirs: first, worth: own.map(() => over), value: over, decided: over };
    }
    if (!now.find(position)) return null;
    const mine = now.bids(position, up);
    const theirs = now.bids(position, up, true);
    if (!mine || !theirs) return null;
    const stake = up + position.pot;
    const after = (/** @type {number} */ bid, /** @type {number} */ answered) => {
      const won = Math.sign(bid - answered) * stake;
      /** @type {Position} */
      const next = {
        mine: position.mine & ~(1 << (bid - 1)),
        theirs: position.theirs & ~(1 << (answered - 1)),
        prizes: position.prizes & ~(1 << (up - 1)),
        pot: !won && carry ? stake : 0,
        lead: win ? position.lead + won : 0,
      };
      if (!win) return won + (below ? below.value(next) ?? NaN : 0);
      return decided(next) || (below ? below.value(next) ?? NaN : Math.sign(next.lead));
    };
    const worth = own.map((bid) => other.reduce((sum, answered, place) => sum + (theirs[place] ? theirs[place] * after(bid, answered) : 0), 0));
    const value = worth.reduce((sum, one, place) => sum + (mine[place] ? mine[place] * one : 0), 0);
    return { mine, theirs, worth, value, decided: 0 };
  };

  Object.assign(warlab, { equilibria: { layer, answer, decided, cardsOf, maskOf, count, points } });
})();
