// One game, card by card: forward and back, by buttons, keys and the picture of what each player has.
"use strict";

/**
 * Show a game in an element, with its controls.
 *
 * A step of the story names only what it changes: `t` its words, `c` each player's cards on the table, `m` those
 * in the middle, `h` the hands, `s` the players' numbers, `w` a tie, `x` the player who takes what lies there.
 * @param {HTMLElement} host
 * @param {any} story what `reports/viewer/steps.py` writes
 * @param {number} from the step to begin with
 * @param {(step: number) => void} moved called after a move of the reader
 */
const showGame = (() => {
  const RED = new Set(["♥", "♦"]);
  /** How long a step is shown when the game plays by itself, in milliseconds. */
  const PACES = { slow: 1600, normal: 700, fast: 200 };

  const make = (name, kind, text) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** The whole table after each step. */
  const states = (story) => {
    const none = story.players.map(() => "");
    let last = { c: none, m: "", h: none, s: [] };
    return story.steps.map((step) => {
      last = { ...last, w: 0, x: null, ...step };
      return last;
    });
  };

  /** A card: its rank, and its suit where it is known; "~" is before one that lies face down. */
  const drawn = (card, suit) => {
    if (card === ".") return make("span", "card none");
    if (card.startsWith("~")) {
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

  const row = (cards, suit, kind) => {
    const made = make("div", kind);
    made.append(...cards.split(" ").filter(Boolean).map((card) => drawn(card, suit)));
    return made;
  };

  const dot = (seat) => {
    const made = make("i");
    made.style.background = `var(--c${(seat % 6) + 1})`;
    return made;
  };

  /** The rows of the table: a player's number, packet and cards; and the cards in the middle. */
  const table = (story, state) => {
    const rows = story.players.map((name, seat) => {
      const line = make("div", state.x === seat ? "seat takes" : "seat");
      const head = make("div", "who");
      head.append(dot(seat), make("span", "", name));
      const size = state.s[seat];
      if (size !== undefined) head.append(make("b", "", String(size)));
      if (story.counts === "cards" && size) {
        const packet = make("span", "packet");
        packet.style.setProperty("--cards", String(size));
        head.append(packet);
      }
      const suit = story.suits[seat];
      line.append(head, row(state.c[seat] || "", suit, "laid"));
      if (state.h[seat]) line.append(row(state.h[seat], suit, "hand"));
      return line;
    });
    if (state.m) {
      const line = make("div", "seat middle");
      line.append(make("div", "who", "in the middle"), row(state.m, story.suits[2], "laid"));
      rows.splice(1, 0, line);
    }
    return rows;
  };

  /** The picture of the course, from the paths that Python has made, with a line at the step that is shown. */
  const course = (story, go) => {
    const plot = make("div", "course-plot");
    plot.setAttribute("aria-hidden", "true");
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 100 100");
    picture.setAttribute("preserveAspectRatio", "none");
    const paths = [story.ties, ...story.lines].map((d, place) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", d);
      if (place) path.style.stroke = `var(--c${((place - 1) % 6) + 1})`;
      else path.setAttribute("class", "ties");
      return path;
    });
    picture.append(...paths);
    const here = make("span", "here");
    plot.append(picture, here);
    plot.addEventListener("click", (event) => {
      const box = plot.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (story.steps.length - 1)));
    });
    const key = make("p", "course-key", `${story.counts}, up to ${story.most}; ties are marked`);
    story.lines.forEach((_, seat) => {
      const named = make("span");
      named.append(dot(seat), story.players[seat]);
      key.append(named);
    });
    return { plot, key, here };
  };

  const show = (host, story, from, moved) => {
    const all = states(story);
    const last = all.length - 1;
    let now = 0;
    let timer = 0;

    const text = make("p", "step-text");
    text.setAttribute("role", "status");
    const felt = make("div", "felt");
    // What is drawn is said in words by the line below it.
    felt.setAttribute("aria-hidden", "true");
    const slider = make("input");
    Object.assign(slider, { type: "range", min: "0", max: String(last) });
    slider.setAttribute("aria-label", "Step");
    const place = make("span", "place");

    const move = (step) => {
      now = Math.min(Math.max(step, 0), last);
      const state = all[now];
      text.textContent = state.t;
      text.classList.toggle("tied", Boolean(state.w));
      place.textContent = `step ${now + 1} of ${last + 1}`;
      slider.value = String(now);
      slider.setAttribute("aria-valuetext", `${place.textContent}: ${state.t}`);
      back.disabled = now === 0;
      next.disabled = now === last;
      tie.disabled = nextTie() < 0;
      felt.replaceChildren(...table(story, state));
      here.style.left = `${(100 * now) / Math.max(last, 1)}%`;
    };
    /** Go somewhere because the reader asked. */
    const go = (step) => {
      stop();
      move(step);
      moved(now);
    };
    const nextTie = () => all.findIndex((state, step) => step > now && state.w);
    const stop = () => {
      window.clearTimeout(timer);
      timer = 0;
      play.textContent = "Play";
      text.removeAttribute("aria-live");
    };
    const tick = () => {
      if (now === last) {
        go(last);
        return;
      }
      move(now + 1);
      timer = window.setTimeout(tick, PACES[pace.value]);
    };
    const start = () => {
      if (now === last) move(0);
      text.setAttribute("aria-live", "off");
      timer = window.setTimeout(tick, 100);
      play.textContent = "Pause";
    };

    const controls = make("div", "controls");
    const button = (name, title, act) => {
      const made = make("button", "", name);
      Object.assign(made, { type: "button", title });
      made.addEventListener("click", act);
      controls.append(made);
      return made;
    };
    const back = button("Back", "One step back", () => go(now - 1));
    const play = button("Play", "Play by itself", () => (timer ? go(now) : start()));
    const next = button("Forward", "One step forward", () => go(now + 1));
    const tie = button("Next tie", "To the next tie", () => go(nextTie()));
    const pace = make("select");
    pace.setAttribute("aria-label", "Pace");
    for (const name of Object.keys(PACES)) pace.append(new Option(name, name, false, name === "normal"));
    controls.append(pace, place);

    slider.addEventListener("input", () => go(Number(slider.value)));
    const keys = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
      const step = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      go(step);
    };
    document.addEventListener("keydown", keys);

    const words = make("details", "words");
    words.append(make("summary", "", "The whole game in words"));
    words.addEventListener("toggle", () => {
      if (words.childElementCount > 1) return;
      const list = make("ol");
      list.append(...all.map((state) => make("li", state.w ? "tied" : "", state.t)));
      words.append(list, make("p", "reading", story.row));
    });
    const { plot, key, here } = course(story, go);
    const pictured = story.lines.length ? [plot, slider, key] : [slider];
    host.replaceChildren(felt, text, controls, ...pictured, words);
    move(from);
    return { go: move };
  };

  return show;
})();
