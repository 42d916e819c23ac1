// The Casino War calculator: what is chosen, and the figures of a hand and of an evening.
"use strict";

(() => {
  const { numbers, curves, casino } = warlab;
  const USUAL = { tie: "war", decks: "6", bonus: "0", stake: "10", hands: "200", bankroll: "500", currency: "$" };

  /** @param {string} id */
  const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const field = (id) => /** @type {HTMLInputElement} */ (by(id));
  const form = /** @type {HTMLFormElement} */ (by("wager"));
  /** The odds of a hand, by the decks, what is done on a tie, and the bonus. @type {any} */
  let hands;

  /** What is chosen, as texts. */
  const chosen = () => {
    const tie = /** @type {HTMLInputElement} */ (form.querySelector("input[name=tie]:checked")).value;
    const rest = Object.fromEntries(["decks", "bonus", "stake", "hands", "bankroll", "currency"].map((id) => [id, field(id).value]));
    return /** @type {typeof USUAL} */ ({ tie, ...rest });
  };

  /** What cannot be calculated about the choice, if anything. */
  const wrong = () => {
    for (const id of ["stake", "hands", "bankroll"]) {
      const { valueAsNumber: value, min, max } = field(id);
      const bad = !(Number.isInteger(value) && value >= Number(min) && value <= Number(max));
      field(id).setAttribute("aria-invalid", String(bad));
      if (bad) {
        const name = /** @type {HTMLLabelElement} */ (form.querySelector(`label[for=${id}]`)).textContent;
        return `${name}: enter a whole number from ${min} to ${numbers.fixed(Number(max), 0)}.`;
      }
    }
    if (field("bankroll").valueAsNumber < field("stake").valueAsNumber) {
      field("bankroll").setAttribute("aria-invalid", "true");
      return "The money you bring must cover at least one ante.";
    }
    return "";
  };

  /**
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
   * Fill a table.
   * @param {string} id
   * @param {string[]} head
   * @param {string[][]} rows
   */
  const fill = (id, head, rows) => {
    const top = make("tr");
    for (const name of head) {
      const cell = make("th", name);
      cell.setAttribute("scope", "col");
      top.append(cell);
    }
    const thead = make("thead");
    thead.append(top);
    const body = make("tbody");
    for (const [first, ...cells] of rows) {
      const row = make("tr");
      const name = make("th", first);
      name.setAttribute("scope", "row");
      row.append(name, ...cells.map((cell) => make("td", cell)));
      body.append(row);
    }
    by(id).replaceChildren(thead, body);
  };

  /** An amount of money, which can be half an ante. @param {number} amount */
  const money = (amount) => field("currency").value + numbers.fixed(amount, Number.isInteger(amount) ? 0 : 2);

  /** Calculate what is chosen. */
  const reply = () => {
    const complaint = wrong();
    by("wrong").hidden = !complaint;
    by("wrong").textContent = complaint;
    // An answer to what was chosen before is dimmed.
    /** @type {HTMLElement} */ (form.querySelector(".told")).classList.toggle("old", Boolean(complaint));
    if (complaint || !hands) return;
    const now = chosen();
    const hand = (/** @type {string} */ decks, /** @type {string} */ tie) => hands[`${decks}-${tie}-${now.bonus}`];
    const evening = { stake: Number(now.stake), hands: Number(now.hands), bankroll: Number(now.bankroll) };
    const odds = hand(now.decks, now.tie);
    const night = casino.session(odds, hand(now.decks, "surrender"), evening);
    const told = new URLSearchParams();
    for (const [name, value] of Object.entries(now)) if (value !== USUAL[/** @type {keyof typeof USUAL} */ (name)]) told.set(name, value);
    history.replaceState(null, "", `#${told}`);

    const called = evening.hands === 1 ? "A hand" : `An evening of ${numbers.fixed(evening.hands, 0)} hands`;
    const first = night.cost >= 0
      ? `${called} at ${money(evening.stake)} costs ${money(night.cost)} on average.`
      : `${called} at ${money(evening.stake)} wins ${money(-night.cost)} on average.`;
    const ruin = night.ruin ? `, and the chance that your money runs out is ${numbers.exactPercent(night.ruin)}` : "";
    const rest = `The chance to leave ahead is ${numbers.exactPercent(night.ahead)}${ruin}.`;
    by("first").replaceWith(Object.assign(make("p", first, "verdict"), { id: "first" }));
    by("rest").replaceWith(Object.assign(make("p", rest, "headline rest"), { id: "rest" }));
    by("said").textContent = `${first} ${rest}`;
    /** @type {[string, string, string][]} */
    const figures = [
      ["what the house keeps of an ante", `${numbers.fixed(-100 * odds.mean, 2)} %`, "on average"],
      ["chance to leave ahead", numbers.exactPercent(night.ahead), `and ${numbers.exactPercent(night.even)} to break even`],
      ["chance of ruin", numbers.exactPercent(night.ruin), "an ante can no longer be paid"],
      ["money at the end, in the middle", money(night.quantile(0.5)), `9 evenings in 10: ${money(night.quantile(0.05))} to ${money(night.quantile(0.95))}`],
      ["hands played, on average", numbers.figures(night.hands, 4), "fewer than chosen if the money runs out"],
    ];
    by("figures").replaceChildren(
      ...figures.map(([name, value, note]) => {
        const row = make("div");
        const said = make("dd");
        said.append(make("span", value, "value"), make("span", note, "note"));
        row.append(make("dt", name), said);
        return row;
      }),
    );
    ending(night, evening);
    fill(
      "hand",
      ["result", "chance", "antes won"],
      odds.results.map((/** @type {any} */ { name, chance, net }) => [name, numbers.exactPercent(chance), signed(net)]),
    );
    fill(
      "choice",
      ["decks", "going to war", "surrendering"],
      [...field("decks").querySelectorAll("option")].map(({ value }) => [
        value,
        ...["war", "surrender"].map((tie) => `${numbers.fixed(-100 * hand(value, tie).mean, 3)} %`),
      ]),
    );
    const options = [
      `--decks ${now.decks}`,
      ...(now.tie === "war" ? [] : ["--on-tie surrender"]),
      ...(now.bonus === "0" ? [] : [`--tie-bonus ${now.bonus}`]),
    ].join(" ");
    const commands = make("pre", `warlab exact casino-war ${options}\nwarlab exact casino-war ${options} -r bankroll=${now.bankroll} -r stake=${now.stake} -r hands=${now.hands}`);
    commands.tabIndex = 0;
    by("away").replaceChildren(commands);
  };

  /** @param {number} net */
  const signed = (net) => `${net > 0 ? "+" : ""}${numbers.fixed(net, Number.isInteger(net) ? 0 : 1)}`;

  /**
   * Draw the chance to leave with at least an amount.
   * @param {any} night
   * @param {any} evening
   */
  const ending = (night, evening) => {
    /** @type {[number, number][]} */
    const points = [];
    let left = 1;
    for (const [amount, chance] of night.chances) {
      points.push([amount, left]);
      left = Math.max(left - chance, 0);
    }
    const [low, high] = [night.quantile(0.002), night.quantile(0.998)];
    const shown = points.filter(([amount]) => amount >= low && amount <= high);
    const thin = Math.ceil(shown.length / 400);
    curves.draw(by("end"), {
      label: `The chance to leave with at least a given amount: half of the evenings end with ${money(night.quantile(0.5))} or less.`,
      lines: [{ name: "chance", points: shown.filter((_, place) => place % thin === 0), colour: "c1", stepped: shown.length < 60 }],
      x: [low, high > low ? high : low + 1],
      y: [0, 1],
      xTitle: "money at the end",
      yTitle: "",
      xText: money,
      yText: (/** @type {number} */ value) => `${numbers.fixed(100 * value, value && value < 0.1 ? 1 : 0)} %`,
      marks: [{ at: evening.bankroll, name: "what you brought" }],
    });
  };

  /** Take the choice from the address. */
  const recall = () => {
    const told = new URLSearchParams(location.hash.slice(1));
    for (const [name, usual] of Object.entries(USUAL)) {
      const value = told.get(name) ?? usual;
      if (name === "tie") {
        for (const one of form.querySelectorAll("input[name=tie]")) {
          const button = /** @type {HTMLInputElement} */ (one);
          button.checked = button.value === (value === "surrender" ? value : "war");
        }
      } else {
        field(name).value = value;
        if (field(name).value !== value) field(name).value = usual;
      }
    }
  };

  form.addEventListener("input", reply);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    recall();
    reply();
  });
  recall();
  warlab.load("data/casino.js").then(
    (/** @type {any} */ odds) => {
      hands = odds;
      reply();
    },
    () => {
      by("first").textContent = "The figures could not be loaded. Are all files of the site there?";
    },
  );
})();
