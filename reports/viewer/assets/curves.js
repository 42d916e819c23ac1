// Small line charts, drawn as SVG in the colours of the page: axes, curves, and a value at the pointer.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const MARGIN = { left: 48, right: 12, top: 12, bottom: 40 };
  /** The least distance between two labels of an axis, in pixels. */
  const APART = { x: 78, y: 42 };

  /**
   * @typedef {{name: string, points: [number, number][], colour: string, dashed?: boolean, stepped?: boolean}} Line
   * @typedef {Object} Chart
   * @property {string} label what it shows, for readers who do not see it
   * @property {Line[]} lines
   * @property {[number, number]} x from where to where
   * @property {[number, number]} y
   * @property {string} xTitle
   * @property {string} yTitle
   * @property {(value: number) => string} xText the words of a value
   * @property {(value: number) => string} yText
   * @property {number} [height]
   * @property {{at: number, name: string}[]} [marks] places on the x axis, with a vertical line each
   * @property {(x: number) => void} [pick] called with the place on the x axis that is clicked
   */

  /**
   * An element of SVG with its attributes.
   * @param {string} name
   * @param {Record<string, string | number>} attributes
   * @param {string} [text]
   */
  const element = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /**
   * Round numbers from low to high, at most a given number of them.
   * @param {number} low
   * @param {number} high
   * @param {number} most
   */
  const ticks = (low, high, most) => {
    const rough = (high - low) / Math.max(most, 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) || 10);
    const found = [];
    for (let place = Math.ceil(low / step); place * step <= high + step * 1e-9; place += 1) found.push(place * step);
    return found;
  };

  /**
   * The height of a curve at a place.
   * @param {Line} line
   * @param {number} x
   */
  const at = (line, x) => {
    const { points } = line;
    if (!points.length || x < points[0][0] || x > points[points.length - 1][0]) return null;
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle][0] <= x) low = middle;
      else high = middle;
    }
    const [[x0, y0], [x1, y1]] = [points[low], points[high]];
    if (line.stepped || x1 === x0) return x >= x1 ? y1 : y0;
    return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  };

  /**
   * Draw a chart into an element, in place of what is there; it is drawn again when the element gets another width.
   * @param {HTMLElement} host
   * @param {Chart} chart
   */
  const draw = (host, chart) => {
    charts.set(host, chart);
    watcher.observe(host);
    paint(host, chart);
  };

  /**
   * Move the line that says where the reader is.
   * @param {HTMLElement} host of a chart
   * @param {number} x
   */
  const point = (host, x) => {
    places.set(host, x);
    scales.get(host)?.(x);
  };

  /** @type {WeakMap<Element, Chart>} */
  const charts = new WeakMap();
  /** @type {WeakMap<Element, number>} */
  const places = new WeakMap();
  /** Moves the line of a chart. @type {WeakMap<Element, (x: number) => void>} */
  const scales = new WeakMap();
  /** @type {WeakMap<Element, number>} */
  const widths = new WeakMap();
  const watcher = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const chart = charts.get(target);
      if (chart && widths.get(target) !== Math.round(contentRect.width)) paint(/** @type {HTMLElement} */ (target), chart);
    }
  });

  /**
   * @param {HTMLElement} host
   * @param {Chart} chart
   */
  const paint = (host, chart) => {
    const width = Math.max(host.clientWidth, 240);
    widths.set(host, host.clientWidth);
    const height = chart.height || 260;
    const [x0, x1] = chart.x;
    const [y0, y1] = chart.y;
    const across = (/** @type {number} */ x) => MARGIN.left + ((x - x0) / (x1 - x0 || 1)) * (width - MARGIN.left - MARGIN.right);
    const down = (/** @type {number} */ y) => height - MARGIN.bottom - ((y - y0) / (y1 - y0 || 1)) * (height - MARGIN.top - MARGIN.bottom);
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": chart.label, class: "curve" });
    const floor = height - MARGIN.bottom;
    for (const y of ticks(y0, y1, (height - MARGIN.top - MARGIN.bottom) / APART.y)) {
      svg.append(element("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: down(y), y2: down(y), class: "grid" }));
      svg.append(element("text", { x: MARGIN.left - 7, y: down(y) + 4, "text-anchor": "end" }, chart.yText(y)));
    }
    for (const x of ticks(x0, x1, (width - MARGIN.left - MARGIN.right) / APART.x)) {
      svg.append(element("line", { x1: across(x), x2: across(x), y1: floor, y2: floor + 4, class: "axis" }));
      const anchor = across(x) > width - 30 ? "end" : "middle";
      svg.append(element("text", { x: across(x), y: floor + 18, "text-anchor": anchor }, chart.xText(x)));
    }
    svg.append(element("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: floor, y2: floor, class: "axis" }));
    svg.append(element("text", { x: width - MARGIN.right, y: height - 4, "text-anchor": "end", class: "name" }, chart.xTitle));
    for (const mark of chart.marks || []) {
      if (mark.at < x0 || mark.at > x1) continue;
      const line = element("line", { x1: across(mark.at), x2: across(mark.at), y1: MARGIN.top, y2: floor, class: "mark" });
      line.append(element("title", {}, mark.name));
      svg.append(line);
    }
    for (const line of chart.lines) {
      const path = line.points
        .map(([x, y], place) => {
          const there = `${across(x).toFixed(1)} ${down(y).toFixed(1)}`;
          if (!place) return `M${there}`;
          return line.stepped ? `H${across(x).toFixed(1)}V${down(y).toFixed(1)}` : `L${there}`;
        })
        .join("");
      const drawn = element("path", { d: path, class: line.dashed ? "line dashed" : "line" });
      drawn.style.stroke = `var(--${line.colour})`;
      svg.append(drawn);
    }
    const here = element("line", { y1: MARGIN.top, y2: floor, class: "here", visibility: "hidden" });
    svg.append(here);
    scales.set(host, (x) => {
      here.setAttribute("x1", String(across(x)));
      here.setAttribute("x2", String(across(x)));
      here.setAttribute("visibility", "visible");
    });
    const place = places.get(host);
    if (place !== undefined) point(host, place);
    const cursor = element("line", { y1: MARGIN.top, y2: floor, class: "cursor", visibility: "hidden" });
    svg.append(cursor);
    const tip = document.createElement("p");
    tip.className = "curve-tip";
    tip.hidden = true;
    const legend = document.createElement("p");
    legend.className = "legend";
    if (chart.lines.length > 1) {
      for (const line of chart.lines) {
        const key = document.createElement("span");
        key.className = "key";
        const swatch = document.createElement("i");
        swatch.style.borderTop = `3px ${line.dashed ? "dashed" : "solid"} var(--${line.colour})`;
        key.append(swatch, line.name);
        legend.append(key);
      }
    }
    svg.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const inside = (event.clientX - box.left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
      if (inside < 0 || inside > 1) return;
      const x = x0 + inside * (x1 - x0);
      const said = chart.lines.map((line) => ({ line, y: at(line, x) })).filter(({ y }) => y !== null);
      if (!said.length) return;
      cursor.setAttribute("x1", String(across(x)));
      cursor.setAttribute("x2", String(across(x)));
      cursor.setAttribute("visibility", "visible");
      const named = chart.lines.length > 1;
      tip.textContent = [chart.xText(x), ...said.map(({ line, y }) => `${named ? `${line.name}: ` : ""}${chart.yText(/** @type {number} */ (y))}`)].join("\n");
      tip.hidden = false;
      const left = inside > 0.5;
      tip.style.left = left ? "" : `${across(x) + 10}px`;
      tip.style.right = left ? `${width - across(x) + 10}px` : "";
    });
    if (chart.pick) {
      svg.classList.add("picked");
      svg.addEventListener("click", (event) => {
        const box = svg.getBoundingClientRect();
        const inside = (event.clientX - box.left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
        chart.pick?.(x0 + Math.min(Math.max(inside, 0), 1) * (x1 - x0));
      });
    }
    svg.addEventListener("pointerleave", () => {
      cursor.setAttribute("visibility", "hidden");
      tip.hidden = true;
    });
    host.replaceChildren(svg, tip, ...(legend.childNodes.length ? [legend] : []));
  };

  Object.assign(warlab, { curves: { draw, point, ticks, at } });
})();
