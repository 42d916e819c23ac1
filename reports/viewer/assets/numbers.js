// Numbers as a reader wants them: the same digits as in the reports (reports/numbers.py).
"use strict";

(() => {
  const MINUS = "−";
  const MOST_DECIMALS = 9;
  /** The normal quantile of an interval of 95 %. */
  const Z = 1.959963984540054;

  /**
   * A number from zero up with a number of decimals; where it lies halfway, the last digit is even, as in Python.
   * @param {number} number
   * @param {number} decimals
   */
  const rounded = (number, decimals) => {
    const near = number.toFixed(decimals);
    const exact = number.toFixed(Math.min(decimals + 60, 100));
    const halfway = /^50*$/.test(exact.slice(exact.indexOf(".") + 1 + decimals));
    if (!halfway || Number(near[near.length - 1]) % 2 === 0) return near;
    return (Number(near) - 10 ** -decimals).toFixed(decimals);
  };

  /**
   * A number with a number of decimals and thousands separators; zero never has a minus sign.
   * @param {number} number
   * @param {number} decimals
   */
  const fixed = (number, decimals) => {
    const [whole, part] = rounded(Math.abs(number), decimals).split(".");
    const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
    return number < 0 && /[1-9]/.test(text) ? MINUS + text : text;
  };

  /**
   * The decimals with which an interval is two to nineteen units of the last place wide to each side.
   * @param {number} low
   * @param {number} high
   */
  const decimalsFor = (low, high) => {
    if (!(high > low) || !Number.isFinite(high - low)) return 0;
    const half = (high - low) / 2;
    const exponent = Math.floor(Math.log10(half));
    const decimals = half / 10 ** exponent >= 2 ? -exponent : 1 - exponent;
    return Math.min(Math.max(decimals, 0), MOST_DECIMALS);
  };

  /**
   * A number to some significant digits; whole numbers in full.
   * @param {number} value
   * @param {number} [digits]
   */
  const figures = (value, digits = 3) => {
    if (Number.isInteger(value)) return fixed(value, 0);
    const exponent = Math.floor(Math.log10(Math.abs(value)));
    return fixed(value, Math.min(Math.max(digits - 1 - exponent, 0), MOST_DECIMALS));
  };

  /**
   * A value with the decimals that its interval warrants.
   * @param {number[]} ends value, low and high
   */
  const estimate = ([value, low, high]) =>
    [value, low, high].every(Number.isInteger) ? fixed(value, 0) : fixed(value, decimalsFor(low, high));

  /**
   * Wilson's interval of a share, at 95 %: its value, low and high.
   * @param {number} count
   * @param {number} games
   */
  const wilson = (count, games) => {
    const share = count / games;
    const middle = (share + (Z * Z) / (2 * games)) / (1 + (Z * Z) / games);
    const half =
      (Z / (1 + (Z * Z) / games)) * Math.sqrt((share * (1 - share)) / games + (Z * Z) / (4 * games * games));
    return [share, count > 0 ? Math.max(middle - half, 0) : 0, count < games ? Math.min(middle + half, 1) : 1];
  };

  /**
   * A share of games as a percentage, with the decimals that this number of games warrants.
   * @param {number} count
   * @param {number} games
   */
  const percent = (count, games) => {
    const [share, low, high] = wilson(count, games);
    if (share === 0 || share === 1) return `${share * 100} %`;
    return `${fixed(100 * share, decimalsFor(100 * low, 100 * high))} %`;
  };

  /**
   * A share that is known exactly, to three significant digits.
   * @param {number} share
   */
  const exactPercent = (share) => {
    if (share === 0 || share === 1) return `${share * 100} %`;
    // Close to 100 % three digits would round it to certainty.
    const digits = share > 0.9995 ? 6 : share > 0.99 ? 4 : 3;
    return share < 1e-9 ? "less than 0.0000001 %" : `${figures(100 * share, digits)} %`;
  };

  /**
   * A time in the units that a person would use, to two digits at most: a guessed pace carries no more.
   * @param {number} minutes
   */
  const duration = (minutes) => {
    if (minutes < 1.9) {
      const seconds = Math.max(5 * Number(rounded(12 * minutes, 0)), 1);
      return seconds === 1 ? "1 second" : `${seconds} seconds`;
    }
    if (minutes < 99.5) return `${rounded(minutes, 0)} minutes`;
    const [amount, unit] = minutes < 48 * 60 ? [minutes / 60, "hours"] : [minutes / (24 * 60), "days"];
    return `${fixed(amount, amount < 9.95 ? 1 : 0)} ${unit}`;
  };

  Object.assign(warlab, {
    numbers: { fixed, decimalsFor, figures, estimate, wilson, percent, exactPercent, duration },
  });
})();
