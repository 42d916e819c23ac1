// An evening of Casino War: what is chosen, and the figures that were computed for it.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const form = by("wager");
  const USUAL = { tie: "war-0", decks: "6", stake: "10", hands: "200", bankroll: "50", currency: "$" };
  let asking = 0;

  const whole = (number) => number.toLocaleString("en");
  const cell = (name, text, scope) => {
    const made = document.createElement(name);
    made.textContent = text.replace(/ %/g, "\u00a0%");
    if (scope) made.scope = scope;
    return made;
  };

  const shape = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };

  /** Draw the chance to leave with at least an amount, and a line where the evening began. */
  const picture = (points, brought, amount) => {
    const ends = [...points.map(([antes]) => antes), brought];
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const across = (antes) => 100 * (antes - least) / (most - least || 1);
    const [first, ...rest] = points.map(([antes, chance]) => [across(antes), 100 - 100 * chance]);
    const path = `M${first.join(" ")}${rest.map(([x, y]) => `V${y}H${x}`).join("")}`;
    const shapes = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
    shapes.append(
      shape("path", { class: "mark", d: `M${across(brought)} 0V100` }), shape("path", { class: "going", d: path }));
    const words = shape("svg", { class: "written" });
    const word = (x, y, text) => words.append(shape("text", { x: `${x}%`, y: `${y}%` }, text));
    [least, most].forEach((antes) => word(across(antes), 107, amount(antes)));
    word(across(brought), -5, `brought: ${amount(brought)}`);
    [25, 50, 75].forEach((share) => word(0, 100 - share, `${share}\u00a0%`));
    by("end").replaceChildren(shapes, words);
  };

  const reply = async () => {
    asking += 1;
    const mine = asking;
    const chosen = Object.fromEntries(new FormData(form));
    const [stake, hands, bankroll] = [chosen.stake, chosen.hands, chosen.bankroll].map(Number);
    for (const option of form.elements.bankroll.options) {
      option.textContent = `${chosen.currency}${whole(stake * option.value)}`;
    }
    const changed = Object.entries(chosen).filter(([name, value]) => value !== USUAL[name]);
    history.replaceState(null, "", `#${new URLSearchParams(changed)}`);
    const found = await warlab.load(`data/casino/${chosen.decks}.js`).catch(() => null);
    if (mine !== asking) return;
    if (!found) {
      by("verdict").textContent = "The figures could not be loaded. Are all files of the site there?";
      return;
    }
    const { results, evenings } = found[chosen.tie];
    const night = evenings[`${chosen.hands}-${chosen.bankroll}`];
    const money = (antes) => {
      const amount = Math.abs(stake * antes);
      const digits = amount % 1 ? 2 : 0;
      const text = amount.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return `${antes < 0 ? "−" : ""}${chosen.currency}${text}`;
    };
    const gains = night.cost < 0 ? "wins" : "costs";
    const evening = `An evening of ${whole(hands)} hands at ${money(1)}`;
    by("verdict").textContent = `${evening} ${gains} ${money(Math.abs(night.cost))} on average.`;
    const ruin = `the chance that your money runs out is ${night.ruin}`;
    by("rest").textContent = `The chance to leave ahead is ${night.ahead}, and ${ruin}.`.replace(/ %/g, "\u00a0%");
    const [half, low, high] = night.middle.map(money);
    const figures = { ...night, middle: half, between: `9 evenings in 10: ${low} to ${high}` };
    for (const place of form.querySelectorAll("[data-figure]")) {
      place.textContent = figures[place.dataset.figure].replace(/ %/g, "\u00a0%");
    }
    by("hand").replaceChildren(...results.map(([name, chance, net]) => {
      const row = document.createElement("tr");
      const sign = net > 0 ? "+" : net < 0 ? "−" : "";
      row.append(cell("th", name, "row"), cell("td", chance), cell("td", `${sign}${Math.abs(net)}`));
      return row;
    }));
    const [tie, bonus] = chosen.tie.split("-");
    const options = `--decks ${chosen.decks} --on-tie ${tie} --tie-bonus ${bonus}`;
    const rules = `-r bankroll=${stake * bankroll} -r stake=${stake} -r hands=${hands}`;
    by("command").textContent = `warlab exact casino-war ${options}\nwarlab exact casino-war ${options} ${rules}`;
    picture(night.curve, bankroll, money);
  };

  /** Take the choice from the address; what cannot be chosen stays as usual. */
  const recall = () => {
    const asked = { ...USUAL, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) };
    for (const [name, usual] of Object.entries(USUAL)) {
      const field = form.elements[name];
      field.value = asked[name];
      if (!field.value) field.value = usual;
    }
    reply();
  };

  form.addEventListener("input", reply);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", recall);
  recall();
})();
