// Intervals at the level 95 %, shown from 1,000 games on. A test holds them to the program's own.
"use strict";

warlab.stats = (() => {
  const Z = 1.959963984540054, TAIL = 0.025, FEW = 15;

  /** A quotient of whole numbers. */
  const quotient = (above, below) => {
    const whole = above / below;
    return Number(whole) + Number(above - whole * below) / Number(below);
  };

  /** The mean with its interval, null without a value. Sums of values and of squares are exact. */
  const mean = (entries) => {
    let games = 0n, sum = 0n, squares = 0n;
    entries.forEach(([value, count]) => {
      const times = BigInt(count), whole = BigInt(value);
      games += times; sum += times * whole; squares += times * whole * whole;
    });
    if (games < 2n) return games ? { value: quotient(sum, games) } : null;
    const value = quotient(sum, games);
    const variance = quotient(games * squares - sum * sum, games * (games - 1n));
    const half = Z * Math.sqrt(variance / Number(games));
    return { value, low: value - half, high: value + half };
  };

  /** The chance of at most some of a kind, few of them. */
  const atMost = (most, games, p) => {
    let term = Math.exp(games * Math.log1p(-p)), sum = term;
    for (let count = 1; count <= most; count += 1) {
      term *= ((games - count + 1) / count) * (p / (1 - p));
      sum += term;
    }
    return sum;
  };

  /** The share with which at most some of a kind have a given chance. */
  const shareWith = (most, games, chance) => {
    let low = 0, high = 1;
    for (let turn = 0; turn < 100; turn += 1) {
      const middle = (low + high) / 2;
      if (atMost(most, games, middle) > chance) low = middle; else high = middle;
    }
    return high;
  };

  /** A share: Wilson's interval; Clopper and Pearson's with few of a kind; an upper bound with none. */
  const share = (count, games) => {
    if (!games) return null;
    const value = count / games;
    if (count > games / 2) {
      const other = share(games - count, games);
      return { value, low: 1 - other.high, high: 1 - other.low, bound: other.bound };
    }
    if (!count) return { value, low: 0, high: 1 - (2 * TAIL) ** (1 / games), bound: true };
    if (count < FEW) {
      return { value, low: shareWith(count - 1, games, 1 - TAIL), high: shareWith(count, games, TAIL) };
    }
    const below = 1 + (Z * Z) / games, middle = (value + (Z * Z) / (2 * games)) / below;
    const half = (Z / below) * Math.sqrt((value * (1 - value)) / games + (Z * Z) / (4 * games * games));
    return { value, low: middle - half, high: middle + half };
  };

  /** A quantile with its interval between two order statistics, where unfinished games are the longest. */
  const quantile = (entries, part, games) => {
    const half = Z * Math.sqrt(games * part * (1 - part)), middle = games * part;
    const ranks = [middle, Math.max(1, Math.floor(middle - half)), Math.min(games, Math.ceil(middle + half) + 1)];
    const [value, low, high] = ranks.map((rank) => {
      let seen = 0;
      const found = entries.find(([, count]) => { seen += count; return seen >= rank; });
      return found ? found[0] : Infinity;
    });
    return { value, low, high };
  };

  return { mean, share, quantile };
})();
