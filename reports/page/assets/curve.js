// The curve of games still going: a line for each set of rules.

warlab.curve = (lines, unit, width) => {
  const NS = "http://www.w3.org/2000/svg", WIDTH = Math.max(280, Math.min(640, width)), HEIGHT = 260;
  const LEFT = 52, RIGHT = 16, TOP = 18, BOTTOM = 46;
  const make = (name, given, text) => {
    const made = document.createElementNS(NS, name);
    Object.entries(given).forEach(([key, value]) => made.setAttribute(key, String(value)));
    if (text !== undefined) made.textContent = text;
    return made;
  };
  // It ends where one game in 200 goes on.
  const end = Math.max(1, ...lines.map(({ entries, games }) => {
    const value = warlab.stats.quantile(entries, 0.995, games).value;
    return Number.isFinite(value) ? value : (entries[entries.length - 1] || [1])[0];
  }));
  const rough = end / 4, scale = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((part) => part * scale).find((part) => part >= rough));
  const x = (value) => LEFT + (Math.min(value, end) / end) * (WIDTH - LEFT - RIGHT);
  const y = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const label = `The share of games still going after so many ${unit}`;
  const picture = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  [0, 0.25, 0.5, 0.75, 1].forEach((share) => picture.append(
    make("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
    make("text", { x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, `${100 * share} %`),
  ));
  for (let value = 0; value <= end; value += step) {
    const at = { x: x(value), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" };
    picture.append(make("text", at, value.toLocaleString("en")));
  }
  picture.append(make("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, unit));
  lines.forEach(({ entries, games, name }, number) => {
    let going = games;
    const points = [`${x(0)},${y(1)}`];
    const every = end / 300;
    let drawn = 0;
    entries.forEach(([value, count]) => {
      going -= count;
      if (value <= end && (value - drawn >= every || value >= end - every)) {
        points.push(`${x(value)},${y((going + count) / games)} ${x(value)},${y(going / games)}`);
        drawn = value;
      }
    });
    points.push(`${x(end)},${points[points.length - 1].split(",").pop()}`);
    picture.append(make("polyline", { class: `line line-${number}`, points: points.join(" ") }));
    if (lines.length > 1) {
      const at = { class: `name-${number}`, x: WIDTH - RIGHT, y: TOP + 6 + 20 * number, "text-anchor": "end" };
      picture.append(make("text", at, name));
    }
  });
  return picture;
};
