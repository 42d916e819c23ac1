// What is known so far, put into the page: the answer, the tables, one game, and what to take away.
"use strict";

warlab.results = (() => {
  const make = warlab.make;
  const one = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const followed = /** @type {HTMLSelectElement} */ (one("followed"));

  /** What the charts are drawn from. @type {{look: any, course: any[]}} */
  const kept = { look: null, course: [] };

  const cell = (/** @type {any} */ { text, interval, note, p }) =>
    make("td", {}, make("span", { class: "value" }, text), make("span", { class: "interval" }, [interval, note].filter(Boolean).join(", ")), ...(p ? [make("span", { class: "note" }, `p ${/^[<>]/.test(p) ? p : `= ${p}`}`)] : []));

  const answer = ({ headline, numbers, cautions, reading }) => {
    one("headline").textContent = headline;
    one("numbers").replaceChildren(...numbers.map((/** @type {any} */ each) =>
      make("div", {}, make("dt", {}, each.label), make("dd", {}, make("span", { class: "value" }, each.text), ...[each.interval, each.note].filter(Boolean).map((text) => make("span", { class: "interval" }, text))))));
    one("cautions").replaceChildren(...cautions.map((/** @type {string} */ text) => make("li", {}, text)));
    one("reading").textContent = reading;
  };

  const legend = (/** @type {string[]} */ labels) => {
    one("legend").hidden = labels.length < 2;
    one("legend").replaceChildren(...labels.map((label, place) => make("li", { style: `--own: var(--c${place + 1})` }, label)));
  };

  const statistics = (/** @type {any} */ { rows, labels }) => {
    const head = make("thead", {}, make("tr", {}, make("td"), ...labels.map((/** @type {string} */ label) => make("th", { scope: "col" }, labels.length > 1 ? label : "estimate and interval"))));
    const bodies = new Map();
    rows.forEach((/** @type {any} */ row) => {
      if (!bodies.has(row.group)) bodies.set(row.group, [make("tr", { class: "group" }, make("th", { scope: "colgroup", colspan: labels.length + 1 }, row.group))]);
      bodies.get(row.group).push(make("tr", {}, make("th", { scope: "row" }, row.label), ...row.cells.map(cell)));
    });
    one("statistics").replaceChildren(head, ...[...bodies.values()].map((lines) => make("tbody", {}, ...lines)));
  };

  const differences = (/** @type {any} */ { compared, concluded, labels, common }) => {
    one("compared").hidden = compared.length === 0;
    if (!compared.length) return;
    one("common").textContent = `Each difference is taken from the first rules, “${labels[0]}”, ${common}. Intervals at 95 % each; p by Holm’s method over all of them.`;
    const names = [...new Set(compared.map((/** @type {any} */ each) => each.variant))];
    const rows = [...new Set(compared.map((/** @type {any} */ each) => each.label))].map((label) =>
      make("tr", {}, make("th", { scope: "row" }, label), ...names.map((name) => {
        const found = compared.find((/** @type {any} */ each) => each.variant === name && each.label === label);
        return found ? cell(found) : make("td", {}, "–");
      })));
    const head = () => make("thead", {}, make("tr", {}, make("td"), ...names.map((name) => make("th", { scope: "col" }, name))));
    one("differences").replaceChildren(head(), make("tbody", {}, ...rows));
    one("concluding").hidden = concluded.length === 0;
    const found = [...new Set(concluded.map((/** @type {any} */ each) => each.label))].map((label) =>
      make("tr", {}, make("th", { scope: "row" }, label), ...names.map((name) => {
        const each = concluded.find((/** @type {any} */ one) => one.variant === name && one.label === label);
        return each ? cell(each) : make("td", {}, "–");
      })));
    one("concluded").replaceChildren(head(), make("tbody", {}, ...found));
  };

  const choices = (/** @type {any[]} */ rows) => {
    const wanted = rows.filter((row) => row.followed);
    const names = wanted.map((row) => row.statistic);
    if (names.join("\n") === [...followed.options].map((each) => each.value).join("\n")) return;
    const before = followed.value;
    followed.replaceChildren(...wanted.map((row) => make("option", { value: row.statistic }, row.label)));
    if (names.includes(before)) followed.value = before;
  };

  const charts = () => {
    const { look, course } = kept;
    if (!look || one("known").hidden) return;
    const row = look.rows.find((/** @type {any} */ each) => each.statistic === followed.value);
    const lines = look.names.map((/** @type {string} */ name, /** @type {number} */ number) => ({
      number,
      points: course.flatMap(({ games, found }) => found
        .filter((/** @type {any[]} */ [variant, statistic]) => variant === name && statistic === followed.value)
        .map((/** @type {any[]} */ [, , value, low, high]) => ({ at: games, value, low, high }))),
    }));
    if (row) {
      const now = row.cells.map((/** @type {any} */ each) => `${each.text}${each.interval ? ` (${each.interval})` : ""}`).join("; ");
      warlab.charts.draw(one("course-chart"), lines, { x: "games of each set of rules", y: row.share ? "%" : "", log: true, alt: `${row.label}, by the number of games: now ${now}.` });
    }
    one("curve").hidden = !look.curve;
    if (look.curve) {
      const { noun, points, variants, level, bars } = look.curve;
      const what = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
      if (bars) {
        one("curve-title").textContent = `${what}: how often each comes`;
        one("curve-caption").textContent = "The share of games that come to each of these.";
        one("curve-chart").replaceChildren(make("table", { class: "outcomes" }, ...bars.map((/** @type {any[]} */ [value, ...shares]) =>
          make("tr", {}, make("th", { scope: "row" }, value), make("td", {}, ...shares.map((share, number) =>
            make("div", { style: `--own: var(--c${number + 1}); --share: ${share}` }, warlab.charts.percent(share))))))));
        return;
      }
      one("curve-title").textContent = `${what}: how many games go beyond`;
      one("curve-caption").textContent = `The share of games above each number of the axis; bands: ${level} intervals, each by itself. The rarest game in a thousand is left out.`;
      const drawn = variants.map((/** @type {any[]} */ each, /** @type {number} */ number) => ({ number, points: each.map(([value, low, high], place) => ({ at: points[place], value, low, high })) }));
      warlab.charts.draw(one("curve-chart"), drawn, { x: noun, y: "%", share: true, alt: `${noun}: the share of games above each number, falling from 100 %.` });
    }
  };

  /** Show what is known after some games. @param {any} look */
  const show = (look) => {
    kept.look = look;
    one("known").hidden = false;
    one("known").dataset.games = look.games;
    answer(look.answer);
    legend(look.labels);
    statistics(look);
    differences(look);
    choices(look.rows);
    charts();
  };

  /** Take the next part of the course of the statistics. @param {any[]} looks */
  const follow = (looks) => {
    const last = kept.course.length ? kept.course[kept.course.length - 1].games : 0;
    kept.course.push(...looks.filter(({ games }) => games > last));
  };

  /** The game that is shown. @type {{close: () => void} | null} */
  let viewer = null;

  /** Forget what was shown, for another play. */
  const clear = () => {
    viewer?.close();
    viewer = null;
    kept.look = null;
    kept.course = [];
    one("known").hidden = true;
    delete one("known").dataset.games;
    one("told").replaceChildren();
    one("untold").textContent = "";
  };

  /** Show a game in words. @param {any} game */
  const tell = ({ title, variant, row, story }) => {
    viewer?.close();
    const values = Object.entries(row).map(([name, value]) => `${name} ${value}`).join(", ");
    const host = make("div", { id: "viewer" });
    one("told").replaceChildren(
      make("h3", {}, `${title}, under “${variant}”`),
      host,
      make("p", { class: "note" }, values),
    );
    viewer = warlab.viewer.show(host, story, { from: 0, moved: () => {} });
  };

  /** Show how to play the same elsewhere. @param {any} about */
  const take = ({ commands, scenario, variants, id }) => {
    one("commands").replaceChildren(...commands.map((/** @type {string} */ text) => {
      const button = make("button", { type: "button" }, "Copy");
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(text);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Copy it by hand";
        }
      });
      return make("div", { class: "command" }, make("pre", { tabindex: 0 }, text), button);
    }));
    one("scenario").textContent = scenario;
    one("download").setAttribute("href", `/api/plays/${id}/scenario.toml`);
    const rules = one("told-rules");
    const before = /** @type {HTMLSelectElement} */ (rules).value;
    rules.replaceChildren(...variants.map((/** @type {any} */ { name }, /** @type {number} */ place) => make("option", { value: place, selected: String(place) === before }, name)));
    one("told-under").hidden = variants.length < 2;
  };

  followed.addEventListener("change", charts);
  addEventListener("warlab-theme", charts);
  let wait = 0;
  addEventListener("resize", () => { clearTimeout(wait); wait = setTimeout(charts, 150); });

  return { show, follow, clear, tell, take };
})();
