// The two charts of live play, drawn as SVG from numbers: lines with the bands of their intervals.
"use strict";

/**
 * A line of a chart: its points from left to right, each with its value and the ends of its interval.
 * @typedef {{at: number, value: number | null, low: number | null, high: number | null}} Point
 * @typedef {{number: number, points: Point[]}} Line
 * @typedef {{x: string, y: string, log?: boolean, share?: boolean, alt: string}} Words
 */

warlab.charts = (() => {
  const NS = "http://www.w3.org/2000/svg";
  const HEIGHT = 280;
  const LEFT = 62, RIGHT = 14, TOP = 14, BOTTOM = 44;

  /** @param {string} name @param {Record<string, string | number>} given @param {string} [text] */
  const svg = (name, given, text) => {
    const made = document.createElementNS(NS, name);
    Object.entries(given).forEach(([key, value]) => made.setAttribute(key, String(value)));
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** @param {number} value */
  const short = (value) => {
    const size = Math.abs(value);
    if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)} million`;
    return size >= 1000 ? value.toLocaleString("en") : String(+value.toPrecision(4)).replace("-", "−");
  };

  /** @param {number} value */
  const percent = (value) => `${+(100 * value).toPrecision(4)} %`.replace("-", "−");

  /**
   * Round numbers that divide an axis into about this number of parts.
   * @param {number} low @param {number} high @param {number} parts
   */
  const ticks = (low, high, parts) => {
    const rough = (high - low) / parts || 1;
    const scale = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((one) => one * scale).find((one) => one >= rough) || rough;
    const found = [];
    for (let place = Math.ceil(low / step - 1e-9); place * step <= high + step * 1e-9; place += 1) found.push(place * step);
    return found;
  };

  /**
   * Draw lines with their bands into a place, instead of what was there.
   * @param {HTMLElement} place @param {Line[]} lines @param {Words} words
   */
  const draw = (place, lines, words) => {
    const width = Math.max(280, Math.min(place.clientWidth - 16 || 560, 720));
    const known = lines.map(({ number, points }) => ({ number, points: points.filter((one) => one.value !== null) }));
    const all = known.flatMap(({ points }) => points);
    if (!all.length) { place.replaceChildren(); return; }
    const place_x = words.log ? Math.log10 : (/** @type {number} */ at) => at;
    const xs = all.map((one) => place_x(one.at));
    let left = Math.min(...xs), right = Math.max(...xs);
    if (left === right) right = left + 1;
    // The first intervals are so wide that they would leave nothing of the rest; they are cut off.
    const values = all.map((one) => /** @type {number} */ (one.value));
    const last = known.flatMap(({ points }) => points.slice(Math.floor(points.length / 4)));
    const ends = last.flatMap((one) => [one.low, one.high]).filter((end) => end !== null).map(Number);
    let low = Math.min(...values, ...ends), high = Math.max(...values, ...ends);
    if (words.share) { low = 0; high = 1; }
    if (low === high) { low -= Math.abs(low) * 0.05 || 0.05; high += Math.abs(high) * 0.05 || 0.05; }
    const air = words.share ? 0 : (high - low) * 0.06;
    low -= air; high += air;
    const x = (/** @type {number} */ at) => LEFT + ((place_x(at) - left) / (right - left)) * (width - LEFT - RIGHT);
    const y = (/** @type {number} */ value) => {
      const inside = Math.max(low, Math.min(high, value));
      return TOP + ((high - inside) / (high - low)) * (HEIGHT - TOP - BOTTOM);
    };

    const picture = svg("svg", { class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": words.alt });
    const write = words.y.endsWith("%") ? percent : short;
    ticks(low, high, 5).forEach((value) => {
      picture.append(
        svg("line", { class: "rule", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, write(value)),
      );
    });
    const parts = width < 420 ? 3 : 5;
    const across = words.log ? ticks(Math.ceil(left), Math.floor(right), Math.min(parts, Math.max(1, Math.floor(right) - Math.ceil(left)))).filter(Number.isInteger).map((power) => 10 ** power) : ticks(left, right, parts);
    across.forEach((value) => {
      picture.append(
        svg("line", { class: "base", x1: x(value), x2: x(value), y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5 }),
        svg("text", { x: x(value), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, short(value)),
      );
    });
    picture.append(
      svg("line", { class: "base", x1: LEFT, x2: width - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
      svg("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, words.x),
    );

    known.forEach(({ number, points }) => {
      const own = `--own: var(--c${number + 1})`;
      const framed = points.filter((one) => one.low !== null && one.high !== null);
      const edge = [
        ...framed.map((one) => `${x(one.at)},${y(Number(one.high))}`),
        ...framed.reverse().map((one) => `${x(one.at)},${y(Number(one.low))}`),
      ];
      picture.append(svg("polygon", { class: "band", style: own, points: edge.join(" ") }));
      const path = points.map((one) => `${x(one.at)},${y(Number(one.value))}`);
      picture.append(svg("polyline", { class: "line", style: own, points: path.join(" ") }));
      const end = points[points.length - 1];
      if (words.log && end) picture.append(svg("circle", { class: "dot", style: own, r: 3.5, cx: x(end.at), cy: y(Number(end.value)) }));
    });
    place.replaceChildren(picture);
  };

  return { draw, percent, short };
})();
