// The view: what has been counted, as a sentence, a table with intervals, a curve, and what the aces are worth.
"use strict";

warlab.view = (page, place) => {
  const LEAST = 1000;
  const number = (value, places) => (Number.isFinite(value)
    ? value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places }) : "never ends");
  const percent = (value, places) => `${number(100 * value, places)}\u00a0%`;

  /** The digits that an interval leaves. */
  const digits = (found, factor) => {
    const half = ((found.high - found.low) / 2) * factor;
    return half > 0 && Number.isFinite(half) ? Math.max(0, Math.min(5, Math.ceil(-Math.log10(half)) + 0)) : factor > 1 ? 1 : 0;
  };

  /** An estimate as a cell: the value, and its interval below. */
  const cell = (found, kind, games) => {
    const made = document.createElement("td");
    if (!found) { made.textContent = "–"; return made; }
    const write = kind === "share" ? percent : number;
    const places = kind === "rank" ? 0 : digits(found, kind === "share" ? 100 : 1);
    const value = document.createElement("span");
    value.className = "value";
    value.textContent = write(found.value, places);
    made.append(value);
    if (games >= LEAST && found.low !== undefined) {
      const interval = document.createElement("span");
      interval.className = "interval";
      interval.textContent = found.bound && found.value === 0 ? `at most ${percent(found.high, Math.max(places, 3))}`
        : found.bound ? `at least ${percent(found.low, Math.max(places, 3))}`
          : `${write(found.low, places)} to ${write(found.high, places)}`;
      made.append(" ", interval);
    }
    return made;
  };

  const total = (entries) => entries.reduce((sum, [, count]) => sum + count, 0);
  const of = (entries, wanted) => entries.reduce((sum, [value, count]) => sum + (wanted(value) ? count : 0), 0);

  /** The rows of the table: words, what kind of number, and the estimate for some counts. */
  const rows = (pace) => {
    const { length, unit, endless, endings, words } = page;
    const found = [];
    const stats = warlab.stats;
    if (length) {
      found.push([`${unit} a game, on average`, "mean", (own) => stats.mean(own.columns[length])]);
      found.push(["half of all games are over by", "rank", (own) => stats.quantile(own.columns[length], 0.5, own.games)]);
      found.push(["a quarter is over by", "rank", (own) => stats.quantile(own.columns[length], 0.25, own.games)]);
      found.push(["three quarters are over by", "rank", (own) => stats.quantile(own.columns[length], 0.75, own.games)]);
    }
    if (page.time) {
      const [column] = page.time;
      found.push(["minutes a game, on average", "mean", (own) => {
        const mean = stats.mean(own.columns[column]);
        if (mean) ["value", "low", "high"].forEach((name) => { if (mean[name] !== undefined) mean[name] *= pace / 60; });
        return mean;
      }]);
      found.push(["last over an hour", "share", (own) => {
        const short = of(own.columns[column], (value) => value * pace <= 3600);
        return stats.share(own.games - short, own.games);
      }]);
    }
    endless.forEach((ending) => found.push([words[endings[ending]] || endings[ending], "share",
      (own) => stats.share(of(own.columns.ending, (value) => value === ending), own.games)]));
    if (page.columns.winner) {
      page.seats.forEach((seat) => found.push([seat.words, "share",
        (own) => stats.share(of(own.columns.winner, (value) => value === seat.code), own.games), seat.code]));
    }
    page.means.forEach(([column, meaning]) => found.push([meaning, "mean", (own) => stats.mean(own.columns[column])]));
    return found;
  };

  const table = (counts, names, pace) => {
    const made = document.createElement("table"), head = made.createTHead().insertRow();
    const heads = ["", ...(counts.length > 1 ? names : ["in these games"]), ...(counts.length > 1 ? ["second less first"] : [])];
    heads.forEach((text, index) => {
      const one = document.createElement(index ? "th" : "td");
      if (index) one.scope = "col";
      one.textContent = text;
      head.append(one);
    });
    const body = made.createTBody();
    rows(pace).forEach(([words, kind, estimate, seat], index) => {
      if (seat !== undefined && seat >= 2 && counts.every((own) => !of(own.columns.winner, (value) => value === seat))) return;
      const row = body.insertRow(), first = document.createElement("th");
      first.scope = "row";
      first.textContent = words;
      row.append(first, ...counts.map((own) => cell(estimate(own), kind, own.games)));
      if (counts.length > 1) {
        row.append(index || !page.length ? document.createElement("td")
          : cell(warlab.stats.mean(counts[1].differences), "mean", counts[1].games));
      }
    });
    return made;
  };

  const aces = (own) => {
    const dealt = new Map();
    own.crossed.forEach(([key, count]) => {
      const [held, winner] = [Math.floor(key / 16), (key % 16) - 2];
      const [won, games] = dealt.get(held) || [0, 0];
      dealt.set(held, [won + (winner === 0 ? count : 0), games + count]);
    });
    const made = document.createElement("table"), head = made.createTHead().insertRow();
    [`${page.dealt} dealt to player 0`, "games", "player 0 wins"].forEach((text) => {
      const one = document.createElement("th");
      one.scope = "col";
      one.textContent = text;
      head.append(one);
    });
    const body = made.createTBody();
    [...dealt].sort((one, other) => one[0] - other[0]).forEach(([held, [won, games]]) => {
      const row = body.insertRow(), first = document.createElement("th");
      first.scope = "row";
      first.textContent = held;
      const count = document.createElement("td");
      count.textContent = number(games, 0);
      row.append(first, count, cell(warlab.stats.share(won, games), "share", games));
    });
    return made;
  };

  const headline = (counts, pace) => {
    const [own, other] = counts, stats = warlab.stats;
    if (!page.length) return `${number(own.games, 0)} games.`;
    const mean = stats.mean(own.columns[page.length]);
    if (!mean) return "None of these games ends.";
    const low = stats.quantile(own.columns[page.length], 0.25, own.games).value;
    const high = stats.quantile(own.columns[page.length], 0.75, own.games).value;
    let text = `A game takes ${number(mean.value, 0)} ${page.unit} on average`;
    const minutes = page.time && stats.mean(own.columns[page.time[0]]);
    if (minutes) text += `, about ${number((minutes.value * pace) / 60, 0)} minutes`;
    text += `; the middle half takes from ${number(low, 0)} to ${number(high, 0)}.`;
    if (!Number.isFinite(high)) text = text.replace("to never ends", "to for ever");
    const by = other && stats.mean(other.differences);
    if (by && by.low !== undefined) {
      const known = by.low > 0 || by.high < 0;
      text += known ? ` By the second rules it is ${number(Math.abs(by.value), 0)} ${page.unit} ${by.value > 0 ? "longer" : "shorter"}.`
        : " These games do not tell which of the two rules takes longer.";
    }
    return text;
  };

  return (counts, names, pace) => {
    place.headline.textContent = headline(counts, pace);
    place.table.replaceChildren(table(counts, names, pace));
    place.least.hidden = counts[0].games >= LEAST;
    place.curve.replaceChildren(...(page.length
      ? [warlab.curve(counts.map((own, index) => ({ entries: own.columns[page.length], games: own.games, name: names[index] })), page.unit)] : []));
    place.aces.hidden = !page.dealt || !counts[0].crossed.length;
    place.acesTable.replaceChildren(...(page.dealt ? [aces(counts[0])] : []));
    return total;
  };
};
