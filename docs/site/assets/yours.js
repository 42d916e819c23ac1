// "Your rules": what is picked, the answer to it, and a second rule set beside it.
"use strict";

(() => {
  const { numbers, answers, curves } = warlab;
  const COLOURS = ["c1", "c2"];
  const FIELDS = ["players", "face_down", "run_out", "won", "jokers", "fighters"];

  /** @param {string} id */
  const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ (by("rules"));
  const seconds = /** @type {HTMLInputElement} */ (by("seconds"));
  const shuffle = /** @type {HTMLInputElement} */ (by("shuffle"));
  const minutes = /** @type {HTMLInputElement} */ (by("minutes"));
  const beside = /** @type {HTMLInputElement} */ (by("beside"));
  const USUAL = { rules: form.dataset.usual || "", seconds: 2.5, shuffle: 0, minutes: 60 };
  /** The keys of picks that play like another, with its key. @type {Record<string, string>} */
  let alike = {};

  /** What is asked now. @type {{keys: string[], seconds: number, shuffle: number, minutes: number}} */
  let asked = { keys: [USUAL.rules], seconds: USUAL.seconds, shuffle: USUAL.shuffle, minutes: USUAL.minutes };
  let asking = 0;

  /**
   * The radio buttons of a question, for the first or the second rule set.
   * @param {string} field
   * @param {number} which
   */
  const radios = (field, which) =>
    /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`input[name="${field}${which ? "-2" : ""}"]`)]);

  /**
   * The key of what is picked.
   * @param {number} which
   */
  const picked = (which) =>
    FIELDS.map((field) => (radios(field, which).find((one) => one.checked) || radios(field, which)[0]).value).join("-");

  /**
   * The parts of a key: "last-card" has a hyphen itself. Null if it is not the key of anything that can be picked.
   * @param {string} key
   */
  const parts = (key) => {
    let rest = `${key}-`;
    const values = FIELDS.map((field) => {
      const value = radios(field, 0).map((one) => one.value).find((known) => rest.startsWith(`${known}-`)) || "";
      rest = value && rest.slice(value.length + 1);
      return value;
    });
    return rest || values.includes("") ? null : values;
  };

  /**
   * A rule set that there is an answer for: choices that mean the same become one.
   * @param {string} key
   */
  const usable = (key) => parts(key) && (alike[key] || key);

  /**
   * Show a rule set in the form, and disable the choices that play like another.
   * @param {string} key
   * @param {number} which
   */
  const show = (key, which) => {
    const values = parts(key) || [];
    FIELDS.forEach((field, place) => {
      for (const one of radios(field, which)) {
        one.checked = one.value === values[place];
        if (["run_out", "won", "fighters"].includes(field)) one.disabled = values.map((value, at) => (at === place ? one.value : value)).join("-") in alike;
      }
    });
    const fighters = radios("fighters", which);
    const question = fighters[0].closest("fieldset");
    if (question) question.hidden = fighters.some((one) => one.disabled);
  };

  /**
   * What a rule set is called, in a few words.
   * @param {string} key
   */
  const called = (key) => {
    const found = /** @type {string[]} */ (parts(key));
    return FIELDS.map((field, place) => radios(field, 0).find((one) => one.value === found[place]))
      .map((one, place) => (one && !(FIELDS[place] === "fighters" && found[0] === "2") ? one.dataset.words || "" : ""))
      .filter(Boolean)
      .join(", ");
  };

  /** Write what is asked into the address, so that it can be kept and sent. */
  const remember = () => {
    const told = new URLSearchParams();
    told.set("rules", asked.keys[0]);
    if (asked.keys[1]) told.set("with", asked.keys[1]);
    if (asked.seconds !== USUAL.seconds) told.set("seconds", String(asked.seconds));
    if (asked.shuffle !== USUAL.shuffle) told.set("shuffle", String(asked.shuffle));
    if (asked.minutes !== USUAL.minutes) told.set("minutes", String(asked.minutes));
    history.replaceState(null, "", `#${told}`);
  };

  /** Read what is asked from the address. */
  const recall = () => {
    const told = new URLSearchParams(location.hash.slice(1));
    const positive = (/** @type {string} */ name, /** @type {number} */ usual, /** @type {HTMLInputElement} */ field) => {
      const value = Number(told.get(name) || usual);
      return value >= Number(field.min) && value <= Number(field.max) ? value : usual;
    };
    const second = usable(told.get("with") || "");
    asked = {
      keys: [usable(told.get("rules") || "") || USUAL.rules, ...(second ? [second] : [])],
      seconds: positive("seconds", USUAL.seconds, seconds),
      shuffle: positive("shuffle", USUAL.shuffle, shuffle),
      minutes: positive("minutes", USUAL.minutes, minutes),
    };
    seconds.value = String(asked.seconds);
    shuffle.value = String(asked.shuffle);
    minutes.value = String(asked.minutes);
    beside.checked = asked.keys.length > 1;
    asked.keys.forEach(show);
  };

  /** Take what is asked from the form. */
  const take = () => {
    const number = (/** @type {HTMLInputElement} */ field, /** @type {number} */ former) => {
      const value = field.valueAsNumber;
      const good = value >= Number(field.min) && value <= Number(field.max);
      field.setAttribute("aria-invalid", String(!good));
      return good ? value : former;
    };
    const keys = [0, ...(beside.checked ? [1] : [])].map((which) => usable(picked(which)) || USUAL.rules);
    asked = { keys, seconds: number(seconds, asked.seconds), shuffle: number(shuffle, asked.shuffle), minutes: number(minutes, asked.minutes) };
    asked.keys.forEach(show);
  };

  /**
   * The seconds for a card from each player, with their part of the shuffling.
   * @param {any} table
   */
  const pace = (table) => asked.seconds + table.shuffles * asked.shuffle;

  /**
   * An element with a text and a class.
   * @param {string} name
   * @param {string} [text]
   * @param {string} [kind]
   */
  const make = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text.replace(/(\d) %/g, "$1\u00a0%");
    if (kind) made.className = kind;
    return made;
  };

  /**
   * The answer to one rule set.
   * @param {string} key
   * @param {any} table
   * @param {number} which
   * @param {boolean} alone
   */
  const answer = (key, table, which, alone) => {
    const card = make("section", undefined, "answer one");
    card.style.borderTopColor = alone ? "" : `var(--${COLOURS[which]})`;
    const { first, rest } = answers.sentence(table, pace(table), asked.minutes);
    if (!alone) card.append(make("h3", which ? "The second rules" : "Your rules"));
    card.append(make("p", first, "verdict"), make("p", rest, "headline rest"));
    const list = make("dl", undefined, "numbers");
    for (const [name, value, note] of answers.figures(table, pace(table), asked.minutes)) {
      const row = make("div");
      const said = make("dd");
      said.append(make("span", value, "value"), make("span", note, "note"));
      row.append(make("dt", name), said);
      list.append(row);
    }
    const words = called(key);
    const from = `${words.charAt(0).toUpperCase()}${words.slice(1)}. From ${numbers.fixed(table.games, 0)} games, seed ${table.seed}; the ranges and digits say how sure that is (95 %).`;
    card.append(list, make("p", from, "reading"));
    return card;
  };

  /**
   * The share of games still going as a curve over the minutes.
   * @param {any} table
   * @param {number} which
   * @param {number} end in minutes
   */
  const curve = (table, which, end) => {
    /** @type {[number, number][]} */
    const points = table.over.map((/** @type {number} */ count, /** @type {number} */ place) => [
      (place * table.step * pace(table)) / 60,
      count / table.games,
    ]);
    const last = points[points.length - 1];
    const kept = points.filter(([x]) => x <= end);
    if (last[0] < end) kept.push([end, table.endless / table.games]);
    return { name: which ? "the second rules" : "your rules", points: kept, colour: COLOURS[which], dashed: which === 1 };
  };

  /**
   * The chance to win by the number of aces, as a table.
   * @param {any[]} tables
   */
  const aces = (tables) => {
    const body = make("tbody");
    for (let held = 0; held <= 4; held += 1) {
      const row = make("tr");
      const head = make("th", held === 0 ? "no ace" : held === 1 ? "1 ace" : `${held} aces`);
      head.setAttribute("scope", "row");
      row.append(head);
      for (const [which, table] of tables.entries()) {
        const [games, won] = table.aces[held];
        const cell = make("td");
        if (games) {
          const bar = make("span", undefined, "bar");
          bar.style.width = `${(100 * won) / games}%`;
          bar.style.background = `var(--${COLOURS[which]})`;
          cell.append(make("span", numbers.percent(won, games), "value"), bar);
        } else cell.textContent = "not seen";
        row.append(cell);
      }
      body.append(row);
    }
    const head = make("thead");
    const names = make("tr");
    for (const name of ["dealt", ...tables.map((_, which) => (tables.length > 1 ? (which ? "the second rules" : "your rules") : "chance to win"))]) {
      const cell = make("th", name);
      cell.setAttribute("scope", "col");
      names.append(cell);
    }
    head.append(names);
    by("aces-table").replaceChildren(head, body);
  };

  /** Answer what is asked. */
  const reply = async () => {
    asking += 1;
    const mine = asking;
    const second = asked.keys.length > 1;
    by("second").hidden = !second;
    by("first-name").hidden = !second;
    remember();
    /** @type {any[]} */
    let tables;
    try {
      tables = await Promise.all(asked.keys.map((key) => warlab.load(`data/rules/${key}.js`)));
    } catch {
      if (mine !== asking) return;
      by("answers").replaceChildren(make("p", "The figures of these rules could not be loaded. Are all files of the site there?", "answer"));
      return;
    }
    // A later question may have been answered already.
    if (mine !== asking) return;
    by("answers").replaceChildren(...asked.keys.map((key, which) => answer(key, tables[which], which, !second)));
    by("said").textContent = asked.keys
      .map((_, which) => {
        const { first, rest } = answers.sentence(tables[which], pace(tables[which]), asked.minutes);
        return `${second ? (which ? "The second rules: " : "Your rules: ") : ""}${first} ${rest}`;
      })
      .join(" ");
    const live = /** @type {HTMLAnchorElement} */ (by("live"));
    live.hash = String(new URLSearchParams([["game", "war"], ...tables.map(({ rules }) => ["rules", JSON.stringify({ rules })])]));
    by("brief").textContent = tables.map((table) => answers.sentence(table, pace(table), asked.minutes).first).join(" Or: ");
    const ends = tables.map((table) => (answers.last(table) * pace(table)) / 60);
    const end = Math.max(...ends);
    curves.draw(by("tail"), {
      label: `The share of games still going, by minutes played. ${by("said").textContent}`,
      lines: tables.map((table, which) => curve(table, which, end)),
      x: [0, end],
      y: [0, 1],
      xTitle: "minutes",
      yTitle: "",
      xText: (/** @type {number} */ value) => numbers.fixed(value, end < 8 ? 1 : 0),
      yText: (/** @type {number} */ value) => `${numbers.fixed(100 * value, value && value < 0.1 ? 1 : 0)} %`,
    });
    aces(tables);
    by("aces-more").hidden = asked.keys.every((key) => key.startsWith("2"));
    by("away").replaceChildren(
      ...tables.flatMap((table, which) => [
        ...(second ? [make("h3", which ? "The second rules" : "Your rules")] : []),
        copied(table.command, "the command"),
        copied(table.scenario, "the scenario"),
      ]),
    );
  };

  /**
   * A text to take away, with a button that copies it.
   * @param {string} text
   * @param {string} what
   */
  const copied = (text, what) => {
    const box = make("div", undefined, "copied");
    const block = make("pre");
    block.tabIndex = 0;
    block.textContent = text.trimEnd();
    const button = make("button", `Copy ${what}`);
    button.setAttribute("type", "button");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        // Where copying is not allowed, the text is selected, so that the reader can copy it.
        getSelection()?.selectAllChildren(block);
        button.textContent = "Selected: press Ctrl+C";
      }
    });
    box.append(block, button);
    return box;
  };

  /** The second rules begin as the first. */
  beside.addEventListener("change", () => {
    if (beside.checked) show(usable(picked(0)) || USUAL.rules, 1);
  });
  form.addEventListener("input", () => {
    take();
    reply();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    recall();
    reply();
  });
  warlab
    .load("data/rules/alike.js")
    .then((/** @type {Record<string, string>} */ keys) => (alike = keys))
    .catch(() => {})
    .finally(() => {
      recall();
      reply();
    });
})();
