// The form of live play: pickers made from what a game declares, and the question that they ask.
"use strict";

/**
 * @typedef {{name: string, label: string, meaning: string, values: string, kind: string, default: any,
 *   choices: {value: any, label: string}[], deck: boolean, low: number | null, high: number | null}} Option
 * @typedef {{name: string, title: string, options: Option[], seats: number,
 *   policies: null | {usual: string, short: {value: string, label: string}[],
 *     parts: {name: string, policies: {value: string, label: string}[]}[]}}} Form
 */

/**
 * Make an element with attributes and children; a child that is a text is a text.
 * @param {string} tag @param {Record<string, any>} given @param {...(Node | string)} children
 */
warlab.make = (tag, given = {}, ...children) => {
  const made = document.createElement(tag);
  Object.entries(given).forEach(([key, value]) => {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  });
  made.append(...children);
  return made;
};

warlab.form = (() => {
  const make = warlab.make;
  const SEATS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
  let serial = 0;

  /** A whole number as people write it: 1e6, 1 000 000, 1,000,000. @param {string} text */
  const number = (text) => {
    const plain = text.trim().replace(/[\s_,]/g, "");
    return /^[+-]?\d+(\.\d+)?(e\d{1,3})?$/i.test(plain) ? Number(plain) : text.trim();
  };

  /** @param {{value: string, label: string}[]} choices @param {string} chosen @param {Record<string, any>} [given] */
  const select = (choices, chosen, given = {}) => {
    const made = /** @type {HTMLSelectElement} */ (make("select", given));
    made.append(...choices.map(({ value, label }) => make("option", { value, selected: value === chosen }, label)));
    return made;
  };

  /**
   * The picker of an option: its element, and what it is set to (undefined for its default).
   * @param {Option} option
   * @returns {{element: HTMLElement, value: () => any, set: (value: any) => void, name: string}}
   */
  const picker = (option) => {
    const id = `option-${serial += 1}`;
    const field = make("div", { class: "field" });
    const label = make("label", { for: id }, option.label);
    const same = (/** @type {any} */ one) => JSON.stringify(one) === JSON.stringify(option.default);
    /** @type {() => any} */ let read;
    /** @type {(value: any) => void} */ let write;
    const hint = { id, title: `${option.meaning} (${option.name}: ${option.values})` };

    if (option.kind === "flag") {
      const named = option.choices.map(({ value, label: words }) => ({ value: String(value), label: words }));
      const box = select(named, String(option.default), hint);
      read = () => box.value === "true";
      write = (value) => { box.value = String(value); };
      field.append(label, box);
    } else if (option.kind === "choice") {
      const box = select(option.choices, option.default, hint);
      read = () => box.value;
      write = (value) => { box.value = value; };
      field.append(label, box);
    } else if (option.kind === "whole-or" || option.kind === "choice-or-each") {
      const each = option.kind === "choice-or-each";
      const isOwn = (/** @type {any} */ value) => (each ? Array.isArray(value) || !option.choices.some((one) => one.value === value) : typeof value === "number");
      const words = each ? "one for each player:" : "a number:";
      const box = select([...(each ? option.choices : []), { value: "", label: words }, ...(each ? [] : option.choices)], isOwn(option.default) ? "" : option.default, hint);
      const own = /** @type {HTMLInputElement} */ (make("input", { inputmode: each ? "text" : "numeric", "aria-label": `${option.label}, ${words.slice(0, -1)}` }));
      own.value = each ? option.choices.slice(0, 2).map((one) => one.value).join(",") : String(isOwn(option.default) ? option.default : option.low ?? 0);
      const settle = () => { own.hidden = box.value !== ""; };
      box.addEventListener("change", settle);
      read = () => (box.value !== "" ? box.value : each ? own.value : number(own.value));
      write = (value) => {
        box.value = isOwn(value) ? "" : value;
        if (isOwn(value)) own.value = String(value);
        settle();
      };
      settle();
      field.append(label, make("div", { class: "two" }, box, own));
    } else {
      const texts = option.kind === "texts";
      const box = /** @type {HTMLInputElement} */ (make("input", { ...hint, inputmode: texts ? "text" : "decimal", placeholder: texts ? "one for each player, / between" : null }));
      write = (value) => { box.value = texts ? (value || []).join(" / ") : String(value); };
      write(option.default);
      read = () => {
        if (!texts) return number(box.value);
        const parts = box.value.split("/").map((one) => one.trim()).filter(Boolean);
        return parts.length ? parts : option.default;
      };
      field.append(label, box);
    }
    const mark = () => field.classList.toggle("changed", !same(read()));
    field.addEventListener("input", mark);
    field.addEventListener("change", mark);
    return {
      element: field,
      name: option.name,
      value: () => (same(read()) ? undefined : read()),
      set: (value) => { write(value === undefined ? option.default : value); mark(); },
    };
  };

  /**
   * The pickers of one player's policy: one for each kind of decision, or one of the names that stand for all.
   * @param {NonNullable<Form["policies"]>} policies @param {number} seat
   */
  const player = (policies, seat) => {
    const field = make("div", { class: "field" });
    const id = `policy-${serial += 1}`;
    const whole = policies.parts.length === 1;
    const own = { value: "", label: "each decision by itself:" };
    const box = select(whole ? policies.parts[0].policies : [...policies.short, own], policies.usual, { id });
    const parts = whole ? [] : policies.parts.map((part) => select(part.policies, part.policies[0].value, { "aria-label": `The ${SEATS[seat]} player: ${part.name}` }));
    const rest = make("div", { class: "options" }, ...parts);
    const settle = () => { rest.hidden = box.value !== "" || whole; };
    box.addEventListener("change", settle);
    settle();
    field.append(make("label", { for: id }, `How the ${SEATS[seat]} player plays`), box, rest);
    return {
      element: field,
      value: () => box.value || parts.map((one) => one.value).join("/"),
      set: (/** @type {string} */ value) => {
        const words = value.split("/");
        const known = [...box.options].some((one) => one.value === value);
        box.value = known ? value : "";
        if (!known) words.forEach((word, place) => { if (parts[place]) parts[place].value = word; });
        settle();
      },
    };
  };

  /**
   * A card with all options of a set of rules.
   * @param {Form} form @param {number} place @param {any} [like] the rules to begin with
   */
  const card = (form, place, like = { rules: {} }) => {
    const pickers = form.options.map(picker);
    const element = /** @type {HTMLFieldSetElement} */ (make("fieldset", { class: "rules", style: `--own: var(--c${place + 1})` }));
    const legend = make("legend", {}, `Rules ${place + 1}`);
    const usual = make("div", { class: "options" });
    const deck = make("div", { class: "options" });
    form.options.forEach((option, at) => (option.deck ? deck : usual).append(pickers[at].element));
    element.append(legend, usual);
    if (deck.children.length) {
      const more = make("details", {}, make("summary", {}, "The cards"), deck);
      if (!usual.children.length) more.setAttribute("open", "");
      element.append(more);
    }

    const seats = make("div", { class: "options players" });
    /** @type {ReturnType<typeof player>[]} */ let players = [];
    const seatPlayers = () => {
      if (!form.policies) return;
      const wanted = Number(pickers.find((one) => one.name === "players")?.value() ?? form.seats);
      if (!Number.isInteger(wanted) || wanted < 1 || wanted > 8) return;
      while (players.length > wanted) players.pop()?.element.remove();
      while (players.length < wanted) {
        const next = player(form.policies, players.length);
        players.push(next);
        seats.append(next.element);
      }
    };
    element.append(seats);
    element.addEventListener("change", seatPlayers);

    const asked = () => {
      /** @type {Record<string, any>} */ const rules = {};
      pickers.forEach((one) => { if (one.value() !== undefined) rules[one.name] = one.value(); });
      return form.policies ? { rules, policies: players.map((one) => one.value()) } : { rules };
    };

    pickers.forEach((one) => { if (one.name in like.rules) one.set(like.rules[one.name]); });
    seatPlayers();
    (like.policies || []).forEach((/** @type {string} */ name, /** @type {number} */ seat) => players[seat]?.set(name));

    /** Say which of the cards it is now. @param {number} now */
    const renumber = (now) => {
      element.style.setProperty("--own", `var(--c${now + 1})`);
      /** @type {Text} */ (legend.firstChild).data = `Rules ${now + 1}`;
    };
    return { element, legend, asked, renumber };
  };

  return { card, number };
})();
