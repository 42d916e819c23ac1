// The view: what has been counted, as a sentence, a table with intervals, a curve.

warlab.view = (page, $) => {
  const LEAST = 1000, stats = warlab.stats;
  const number = (value, places) => (Number.isFinite(value)
    ? value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places }) : "never ends");
  const percent = (value, places) => `${number(100 * value, places)}\u00a0%`;

  /** The digits that an interval leaves. */
  const digits = (found, factor) => {
    const half = ((found.high - found.low) / 2) * factor;
    if (!(half > 0 && Number.isFinite(half))) return factor > 1 ? 1 : 0;
    return Math.max(0, Math.min(5, Math.ceil(-Math.log10(half))));
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
    if (games >= LEAST && found.low < Infinity) {
      const interval = document.createElement("span");
      interval.className = "interval";
      const [least, most] = [write(found.low, places), write(found.high, places)];
      interval.textContent = !found.bound ? `${least} to ${most}`
        : found.value ? `at least ${percent(found.low, 3)}` : `at most ${percent(found.high, 3)}`;
      made.append(" ", interval);
    }
    return made;
  };

  const of = (entries, wanted) => entries.reduce((sum, [value, count]) => sum + (wanted(value) ? count : 0), 0);

  const scaled = (estimate, factor) => (
    estimate && Object.fromEntries(Object.entries(estimate).map(([end, value]) => [end, value * factor]))
  );

  /** By how much games have more of what is compared. */
  const more = (own) => scaled(stats.mean(own.differences), 1 / page.compared[1]);

  /** The rows of the table: words, kind of number, the estimate for some counts, the player, the column of a mean. */
  const rows = (pace) => {
    const { length, unit } = page;
    const mean = (name, factor = 1) => (own) => scaled(stats.mean(own.columns[name]), factor);
    const part = (name, holds) => (own) => stats.share(of(own.columns[name], holds), own.games);
    const found = [];
    if (length) {
      found.push([`${unit} a game, on average`, "mean", mean(length), null, length]);
      [["half of all games are", 0.5], ["a quarter is", 0.25], ["three quarters are", 0.75]].forEach(([some, at]) => (
        found.push([`${some} over by`, "rank", (own) => stats.quantile(own.columns[length], at, own.games)])
      ));
    }
    if (page.time) {
      const [column] = page.time;
      found.push(["minutes a game, on average", "mean", mean(column, pace / 60)]);
      found.push(["last over an hour", "share", (own) => (
        stats.share(own.games - of(own.columns[column], (value) => value * pace <= 3600), own.games)
      )]);
    }
    page.shares.forEach(([ending, words]) => (
      found.push([words, "share", part("ending", (value) => value === ending)])
    ));
    page.seats.forEach(({ code, words: said }) => (
      found.push([said, "share", part("winner", (value) => value === code), code])
    ));
    page.means.forEach(([column, meaning, per]) => (
      found.push([meaning, "mean", mean(column, 1 / per), Number(column.split("_").pop()), column])
    ));
    return found;
  };

  /** The first row of a table. */
  const heads = (made, texts) => {
    const row = made.createTHead().insertRow();
    texts.forEach((text) => {
      const head = document.createElement(text ? "th" : "td");
      if (text) head.scope = "col";
      head.textContent = text;
      row.append(head);
    });
  };

  /** A row of a table that begins with words. */
  const line = (body, words, cells) => {
    const first = document.createElement("th");
    first.scope = "row";
    first.textContent = words;
    body.insertRow().append(first, ...cells);
  };

  const table = (counts, names, pace) => {
    const made = document.createElement("table"), two = counts.length > 1, body = made.createTBody();
    heads(made, two ? ["", ...names, "second less first"] : ["", "in these games"]);
    rows(pace).forEach(([words, kind, estimate, seat, column]) => {
      // What a third player wins is left out where none plays.
      const never = (own) => !of(own.columns[column || "winner"], (value) => (column ? value : value === seat));
      if (seat >= 2 && counts.every(never)) return;
      const cells = counts.map((own) => cell(estimate(own), kind, own.games));
      const [, other] = counts;
      if (two) {
        const by = column === page.compared[0] && more(other);
        cells.push(by ? cell(by, "mean", other.games) : document.createElement("td"));
      }
      line(body, words, cells);
    });
    return made;
  };

  /** What is dealt, and the share of wins with it. */
  const aces = (own) => {
    const dealt = new Map();
    own.crossed.forEach(([key, count]) => {
      const held = Math.floor(key / 16), [won, games] = dealt.get(held) || [0, 0];
      dealt.set(held, [won + (key % 16 === 2 ? count : 0), games + count]);
    });
    const made = document.createElement("table"), body = made.createTBody();
    heads(made, [`${page.dealt.replace("_", " ")} dealt to the first player`, "games", page.seats[0].words]);
    [...dealt].sort((one, other) => one[0] - other[0]).forEach(([held, [won, games]]) => {
      line(body, held, [cell({ value: games }, "rank", 0), cell(stats.share(won, games), "share", own.games)]);
    });
    return made;
  };

  const headline = (counts, pace) => {
    const [own, other] = counts, lengths = own.columns[page.length];
    const by = other && more(other);
    const told = (unit, less, most) => {
      if (!by || by.low === undefined) return "";
      if (by.low <= 0 && by.high >= 0) return " These games do not tell the two rules apart.";
      const size = number(Math.abs(by.value), digits(by, 1));
      return ` By the second rules it is ${size}${unit} ${by.value > 0 ? most : less}.`;
    };
    if (page.answer) {
      const [column, per] = page.compared, found = scaled(stats.mean(own.columns[column]), 1 / per);
      return page.answer.replace("{}", number(found.value, digits(found, 1))) + told("", "less", "more");
    }
    if (!page.length) {
      const shares = page.seats.filter(({ code }) => code >= 0).map(({ code, name }) => {
        const won = of(own.columns.winner, (value) => value === code), found = stats.share(won, own.games);
        const share = percent(found.value, digits(found, 100));
        return won || code < 2 ? `the ${name}${code ? "" : " wins"} ${share}` : "";
      });
      return `Of these games ${shares.filter(Boolean).join(", ")}.`;
    }
    const mean = stats.mean(lengths);
    if (!mean) return "None of these games ends.";
    const [low, high] = [0.25, 0.75].map((part) => stats.quantile(lengths, part, own.games).value);
    const minutes = page.time && scaled(stats.mean(own.columns[page.time[0]]), pace / 60);
    const about = minutes ? `, about ${number(minutes.value, minutes.value < 10 ? 1 : 0)} minutes` : "";
    const ended = of(lengths, () => true), left = stats.share(own.games - ended, own.games);
    const rest = high < Infinity ? `the middle half takes from ${number(low, 0)} to ${number(high, 0)}`
      : `${percent(left.value, digits(left, 100))} do not end`;
    return `A game${left.value ? " that ends" : ""} takes ${number(mean.value, 0)} ${page.unit} on average${about}; `
      + `${rest}.${told(` ${page.unit}`, "shorter", "longer")}`;
  };

  return (counts, names, pace) => {
    $("headline").textContent = headline(counts, pace);
    $("table").replaceChildren(table(counts, names, pace));
    $("least").hidden = counts[0].games >= LEAST;
    $("going").hidden = !page.length;
    const lines = counts.map((own, at) => ({ entries: own.columns[page.length], games: own.games, name: names[at] }));
    const curve = $("curve");
    curve.replaceChildren(...(page.length ? [warlab.curve(lines, page.unit, curve.clientWidth - 16)] : []));
    $("aces").hidden = !page.dealt;
    if (page.dealt) $("aces-table").replaceChildren(aces(counts[0]));
  };
};
