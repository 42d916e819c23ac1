// One game, card by card: forward and back, by buttons, keys and the curve of what each player has.
"use strict";

(() => {
  const COLOURS = ["c1", "c2", "c3", "c4", "c5", "c6"];
  const BACK = "~";
  const NONE = ".";
  const RED = new Set(["♥", "♦"]);
  /** How long a step is shown when the game plays by itself, in milliseconds. */
  const PACES = { slow: 1600, normal: 700, fast: 200 };

  /**
   * What `reports/viewer/steps.py` writes: a step names only what it changes.
   * @typedef {{t: string, c?: string[], m?: string, h?: string[], s?: number[], w?: number, x?: number, end?: number}} Step
   * @typedef {{title: string, rules: string, players: string[], counts: string, suits: string[], row: string, steps: Step[]}} Story
   * @typedef {{text: string, laid: string[], middle: string, hands: string[], sizes: number[], war: boolean, taker: number | null}} State
   */

  /**
   * The whole table after each step. What does not change is shared by the steps.
   * @param {Story} story
   * @returns {State[]}
   */
  const states = (story) => {
    const none = story.players.map(() => "");
    /** @type {State} */
    let last = { text: "", laid: none, middle: "", hands: none, sizes: [], war: false, taker: null };
    return story.steps.map((step) => {
      last = {
        text: step.t,
        laid: step.c ?? last.laid,
        middle: step.m ?? last.middle,
        hands: step.h ?? last.hands,
        sizes: step.s ?? last.sizes,
        war: Boolean(step.w),
        taker: step.x ?? null,
      };
      return last;
    });
  };

  /**
   * @param {string} name
   * @param {string} [kind]
   * @param {string} [text]
   */
  const make = (name, kind, text) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /**
   * A card: its rank, and its suit where it is known.
   * @param {string} card
   * @param {string} suit
   */
  const drawn = (card, suit) => {
    if (card === NONE) return make("span", "card none");
    if (card.startsWith(BACK)) {
      const back = make("span", "card back");
      back.title = `${card.slice(1)}, face down`;
      return back;
    }
    const rank = card === "*" ? "★" : card;
    const front = make("span", RED.has(suit) ? "card red" : "card", rank);
    front.dataset.corner = `${rank}\n${suit || ""}`;
    if (suit) front.append(make("span", "suit", suit));
    return front;
  };

  /**
   * Cards in a row.
   * @param {string} cards
   * @param {string} suit
   * @param {string} kind
   */
  const row = (cards, suit, kind) => {
    const found = make("div", kind);
    for (const card of cards.split(" ").filter(Boolean)) found.append(drawn(card, suit));
    return found;
  };

  /** The number of a step as it is shown: the deal is step 1. @param {number} step */
  const numbered = (step) => warlab.numbers.fixed(step + 1, 0);

  /**
   * Show a game in an element, with its controls.
   * @param {HTMLElement} host
   * @param {Story} story
   * @param {{from: number, moved: (step: number) => void}} options the step to begin with, and what is called after a move
   */
  const show = (host, story, options) => {
    const all = states(story);
    const last = all.length - 1;
    let now = Math.min(Math.max(options.from, 0), last);
    let timer = 0;

    const said = make("p", "step-text");
    said.setAttribute("role", "status");
    const felt = make("div", "felt");
    // What is drawn is said in words by the line above it.
    felt.setAttribute("aria-hidden", "true");
    const bar = make("div", "controls");
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) => {
      const made = /** @type {HTMLButtonElement} */ (make("button", "", text));
      made.type = "button";
      made.title = name;
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };
    const slider = /** @type {HTMLInputElement} */ (make("input"));
    slider.type = "range";
    slider.min = "0";
    slider.max = String(last);
    slider.setAttribute("aria-label", "Step");
    const place = make("span", "place");
    const back = button("Back", "One step back", () => go(now - 1));
    const play = button("Play", "Play by itself", () => (timer ? stop() : start()));
    const next = button("Forward", "One step forward", () => go(now + 1));
    const war = button("Next tie", "To the next tie", () => {
      const found = all.findIndex((state, step) => step > now && state.war);
      if (found > 0) go(found);
    });
    const pace = /** @type {HTMLSelectElement} */ (make("select"));
    pace.setAttribute("aria-label", "Pace");
    for (const name of Object.keys(PACES)) pace.append(new Option(name, name, name === "normal", name === "normal"));
    bar.append(pace, place);

    const start = () => {
      said.setAttribute("aria-live", "off");
      if (now === last) go(0);
      const tick = () => {
        if (now === last) {
          stop();
          return;
        }
        move(now + 1);
        timer = window.setTimeout(tick, PACES[/** @type {keyof typeof PACES} */ (pace.value)]);
      };
      timer = window.setTimeout(tick, 100);
      play.textContent = "Pause";
    };
    const stop = () => {
      window.clearTimeout(timer);
      timer = 0;
      play.textContent = "Play";
      said.removeAttribute("aria-live");
      options.moved(now);
    };

    /** @param {number} step */
    const move = (step) => {
      now = Math.min(Math.max(step, 0), last);
      paint();
    };
    /** Go somewhere because the reader asked. @param {number} step */
    const go = (step) => {
      if (timer) stop();
      move(step);
      options.moved(now);
    };

    const paint = () => {
      const state = all[now];
      said.textContent = state.text;
      said.classList.toggle("tied", state.war);
      place.textContent = `step ${numbered(now)} of ${numbered(last)}`;
      slider.value = String(now);
      slider.setAttribute("aria-valuetext", `step ${numbered(now)} of ${numbered(last)}: ${state.text}`);
      back.disabled = now === 0;
      next.disabled = now === last;
      war.disabled = !all.some((one, step) => step > now && one.war);
      const rows = story.players.map((name, seat) => {
        const line = make("div", state.taker === seat ? "seat takes" : "seat");
        const head = make("div", "who");
        const dot = make("i");
        dot.style.background = `var(--${COLOURS[seat % COLOURS.length]})`;
        head.append(dot, make("span", "", name));
        if (state.sizes[seat] !== undefined) head.append(make("b", "", `${state.sizes[seat]}`));
        if (story.counts === "cards" && state.sizes[seat]) {
          const packet = make("span", "packet");
          packet.style.setProperty("--cards", String(state.sizes[seat]));
          head.append(packet);
        }
        line.append(head, row(state.laid[seat] || "", story.suits[seat] || "", "laid"));
        if (state.hands[seat]) line.append(row(state.hands[seat], story.suits[seat] || "", "hand"));
        return line;
      });
      if (state.middle) {
        const line = make("div", "seat middle");
        line.append(make("div", "who", "in the middle"), row(state.middle, story.suits[2] || "", "laid"));
        rows.splice(1, 0, line);
      }
      felt.replaceChildren(...rows);
      warlab.curves.point(plot, now + 1);
    };

    slider.addEventListener("input", () => go(Number(slider.value)));
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || target.matches("input, select, textarea")) return;
      const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last };
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (step === undefined) return;
      event.preventDefault();
      go(step);
    };
    document.addEventListener("keydown", keys);

    const plot = make("div", "chart plot");
    const words = /** @type {HTMLDetailsElement} */ (make("details", "words"));
    words.append(make("summary", "", "The whole game in words"));
    words.addEventListener("toggle", () => {
      if (words.childElementCount > 1) return;
      const list = make("ol");
      for (const state of all) list.append(make("li", state.war ? "tied" : "", state.text));
      words.append(list, make("p", "reading", story.row));
    });
    host.replaceChildren(felt, said, slider, bar, plot, words);
    const seats = Math.max(...all.map((state) => state.sizes.length), 0);
    const lines = [...Array(seats).keys()].map((seat) => ({
      name: story.players[seat],
      points: /** @type {[number, number][]} */ (all.map((state, step) => [step + 1, state.sizes[seat] ?? 0])),
      colour: COLOURS[seat % COLOURS.length],
      dashed: seat % 2 === 1,
      stepped: true,
    }));
    const most = Math.max(...lines.flatMap((line) => line.points.map(([, y]) => y)), 1);
    plot.hidden = all.length < 4;
    warlab.curves.draw(plot, {
      label: `How many ${story.counts} each player has, step by step. ${all[last].text}`,
      lines,
      x: [1, Math.max(last, 1) + 1],
      y: [0, most],
      xTitle: `step; ${story.counts} of each player, ties marked`,
      yTitle: "",
      xText: (/** @type {number} */ value) => warlab.numbers.fixed(value, 0),
      yText: (/** @type {number} */ value) => warlab.numbers.fixed(value, value % 1 ? 1 : 0),
      height: 200,
      marks: all.flatMap((state, step) => (state.war ? [{ at: step + 1, name: state.text }] : [])),
      pick: (/** @type {number} */ x) => go(Math.round(x) - 1),
    });
    paint();
    return {
      go: move,
      /** Stop and let go of the keys; no move is told any more. */
      close: () => {
        window.clearTimeout(timer);
        document.removeEventListener("keydown", keys);
      },
    };
  };

  Object.assign(warlab, { viewer: { show, states } });
})();
