// Live play: asks the server to play, watches the play, and stops and resumes it.
"use strict";

(() => {
  const SILENT = "The server does not answer. Is warlab serve still running?";
  /** How long a browser may try to connect again before that is said, in milliseconds. */
  const PATIENCE = 5000;

  const make = warlab.make;
  const one = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (one(id));
  const cards = one("cards");
  const most = Number(cards.dataset.most);

  /** @type {any} */ let form = null;
  /** @type {ReturnType<typeof warlab.form.card>[]} */ let shown = [];
  /** @type {any} */ let play = null;
  /** @type {EventSource | null} */ let stream = null;
  /** The stream of a play that is known to be over; what says later that it goes on is older news. @type {EventSource | null} */ let ended = null;
  let before = { done: 0, at: 0, rate: 0 };
  let choosing = Promise.resolve();
  let acting = Promise.resolve();
  /** What buttons were pressed for and is not done yet. @type {Set<string>} */
  const pressed = new Set();

  /** Count what is asked: each call returns whether it is still the latest. */
  const counted = () => {
    let latest = 0;
    return () => {
      latest += 1;
      const mine = latest;
      return () => mine === latest;
    };
  };
  const choices = counted();
  const tellings = counted();
  const foretellings = counted();

  /**
   * Ask the server; what it refuses is an error with its words.
   * @param {string} path @param {unknown} [body]
   */
  const ask = async (path, body) => {
    const how = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    let answer;
    try {
      answer = await fetch(path, how);
    } catch {
      throw new Error(SILENT);
    }
    const told = await answer.json();
    if (!answer.ok) {
      const { line } = told.error;
      throw Object.assign(new Error(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`), { status: answer.status });
    }
    return told;
  };

  /**
   * @param {() => Promise<any>} work @param {string} [where] the place for what goes wrong
   * @param {() => boolean} [wanted] whether it is still of interest
   */
  const tried = async (work, where = "refused", wanted = () => true) => {
    one(where).textContent = "";
    try {
      await work();
    } catch (error) {
      if (wanted()) one(where).textContent = error instanceof Error ? error.message : String(error);
    }
  };

  /**
   * Do what a button is for, once what was asked before is done; until then, pressing it again does nothing.
   *
   * The page may show the next button before the server has answered about the last one.
   * @param {string} button @param {() => Promise<void>} work
   */
  const act = (button, work) => {
    if (pressed.has(button)) return;
    pressed.add(button);
    one("ask").setAttribute("aria-busy", "true");
    acting = acting.then(async () => {
      try {
        await tried(work);
      } finally {
        pressed.delete(button);
        if (!pressed.size) one("ask").removeAttribute("aria-busy");
      }
    });
  };

  /** Do what a button is for about the play that is shown, unless another one is shown by then. @param {string} button @param {(own: any) => Promise<void>} work */
  const actOn = (button, work) => {
    const { id } = play;
    act(`${button} ${id}`, async () => { if (play.id === id) await work(play); });
  };

  // The rules.

  const settle = () => {
    shown.forEach((card, place) => {
      card.renumber(place);
      card.legend.querySelector("button")?.remove();
      if (shown.length === 1) return;
      const remove = make("button", { type: "button", "aria-label": `Remove rules ${place + 1}` }, "Remove");
      remove.addEventListener("click", () => {
        shown = shown.filter((other) => other !== card);
        card.element.remove();
        settle();
        box("add").focus();
      });
      card.legend.append(remove);
    });
    box("add").disabled = shown.length >= most;
  };

  const add = (/** @type {any} */ like) => {
    const card = warlab.form.card(form, shown.length, like);
    shown.push(card);
    cards.append(card.element);
    settle();
    return card;
  };

  const choose = async (/** @type {string} */ name, wanted = choices(), /** @type {any[]} */ variants = [{ rules: {} }]) => {
    const told = await ask(`/api/games/${encodeURIComponent(name)}`);
    // A later choice may have been answered already.
    if (!wanted()) return;
    form = told;
    const chosen = box("game").querySelector(`option[value="${CSS.escape(name)}"]`);
    if (chosen instanceof HTMLOptionElement) {
      chosen.selected = true;
      one("summary").textContent = `${form.title}: ${chosen.dataset.summary}.`;
    }
    shown = [];
    cards.replaceChildren();
    variants.forEach(add);
    await foretell();
  };

  // The play.

  const count = (/** @type {number} */ number) => number.toLocaleString("en");

  const WORDS = { playing: "Playing", done: "Done", stopped: "Stopped", failed: "Failed" };

  const progress = (/** @type {any} */ now) => {
    const clock = performance.now() / 1000;
    if (now.done < before.done || !before.at) before = { done: now.done, at: clock, rate: 0 };
    else if (clock - before.at > 0.8) before = { rate: (now.done - before.done) / (clock - before.at), done: now.done, at: clock };
    const playing = now.state === "playing";
    const text = `${WORDS[/** @type {keyof WORDS} */ (now.state)]}: ${count(now.done)} of ${count(now.wanted)} ${now.wanted === 1 ? "game" : "games"}`;
    const why = now.state === "stopped" || now.state === "failed" ? now.why.replace(/^stopped ?/, "") : "";
    one("state").textContent = why ? `${text} (${why})` : text;
    const progressBar = /** @type {HTMLProgressElement} */ (one("bar"));
    progressBar.value = now.done / now.wanted;
    progressBar.dataset.games = now.done;
    const speed = Number(before.rate.toPrecision(3));
    const rate = playing && speed ? `${count(speed)} ${speed === 1 ? "game" : "games"} a second` : "";
    one("rate").textContent = playing && now.done <= 1 ? "The first games of a set of rules can take half a minute: they are compiled." : rate;
    const focused = document.activeElement;
    box("stop").hidden = !playing;
    box("resume").hidden = now.state !== "stopped";
    box("more").hidden = now.state !== "done" || 10 * now.wanted > Number(one("ask").dataset.most);
    // A button that goes away leaves the focus to the one that comes instead.
    const buttons = [box("stop"), box("resume"), box("more")];
    if (buttons.some((button) => button === focused && button.hidden)) (buttons.find((button) => !button.hidden) ?? one("results")).focus({ preventScroll: true });
  };

  const watch = () => {
    stream?.close();
    stream = new EventSource(`/api/plays/${play.id}/events`);
    const own = stream;
    const heard = (/** @type {string} */ name, /** @type {(value: any) => void} */ use) =>
      own.addEventListener(name, (event) => use(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    let lost = 0;
    heard("state", (now) => {
      clearTimeout(lost);
      lost = 0;
      if (one("refused").textContent === SILENT) one("refused").textContent = "";
      if (own === ended) return;
      if (now.state !== "playing") ended = own;
      progress(now);
    });
    heard("course", warlab.results.follow);
    heard("look", (look) => warlab.results.show({ ...look, names: play.variants.map((/** @type {any} */ { name }) => name) }));
    heard("end", (now) => { own.close(); progress(now); });
    own.addEventListener("error", () => {
      if (own !== stream) return;
      // The browser tries again by itself, unless the server has refused: then it says why when it is asked.
      if (own.readyState === EventSource.CLOSED) tried(async () => {
        await ask(`/api/plays/${play.id}`);
        throw new Error("The server has ended the connection. Load the page again.");
      });
      else lost ||= setTimeout(() => { if (own === stream) one("refused").textContent = SILENT; }, PATIENCE);
    });
  };

  /** What the address says: the rules, which any server can play again, and the play, which this one may have. @param {any} told */
  const address = ({ game, wanted, seed, seconds_per_play, seconds_per_shuffle, variants, id }) => new URLSearchParams([
    ["game", game], ["games", wanted], ["seed", seed], ["play-seconds", seconds_per_play], ["shuffle-seconds", seconds_per_shuffle],
    ...variants.map((/** @type {any} */ { rules, policies }) => ["rules", JSON.stringify(policies ? { rules, policies } : { rules })]),
    ["play", id],
  ]);

  /** Show what is kept of the rules, until they are played. */
  const foretell = async () => {
    const wanted = foretellings();
    if (play || !form) return;
    const { known } = await ask("/api/known", asked()).catch(() => ({ known: "" }));
    if (!wanted()) return;
    one("kept").hidden = !known || Boolean(play);
    /** @type {HTMLElement} */ (one("kept").firstElementChild).textContent = known;
  };

  const asked = () => ({
    game: form.name,
    variants: shown.map((card) => card.asked()),
    games: box("games").value.trim(),
    seed: box("seed").value.trim().replace(/[\s_,]/g, ""),
    seconds_per_play: box("play-seconds").value.trim(),
    seconds_per_shuffle: box("shuffle-seconds").value.trim(),
  });

  const begin = (/** @type {any} */ told) => {
    play = told;
    before = { done: 0, at: 0, rate: 0 };
    one("results").hidden = false;
    one("kept").hidden = true;
    history.replaceState(null, "", `#${address(told)}`);
    warlab.results.take(told);
    progress(told);
    watch();
  };

  /** Show another play than before. @param {any} told */
  const show = (told) => {
    tellings();
    warlab.results.clear();
    begin(told);
  };

  one("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    act("play", async () => {
      await choosing;
      // What was chosen may have had no answer.
      if (form?.name !== box("game").value) await choose(box("game").value);
      if (play && stream && stream.readyState !== EventSource.CLOSED) await ask(`/api/plays/${play.id}/stop`, {}).catch(() => {});
      show(await ask("/api/plays", asked()));
      one("results").focus({ preventScroll: true });
      one("results").scrollIntoView({ block: "start" });
    });
  });
  box("add").addEventListener("click", () => {
    const card = add(shown[shown.length - 1].asked());
    /** @type {HTMLElement | null} */ (card.element.querySelector("select, input"))?.focus();
  });
  cards.addEventListener("change", foretell);
  box("game").addEventListener("change", () => {
    const wanted = choices();
    choosing = tried(() => choose(box("game").value, wanted), "refused", wanted);
  });
  box("stop").addEventListener("click", () => actOn("stop", async ({ id }) => {
    const own = stream;
    const told = await ask(`/api/plays/${id}/stop`, {});
    // The page may show another play by now, or its stream may have told the end before this answer came.
    if (own !== stream) return;
    if (own !== ended) {
      if (told.state !== "playing") ended = own;
      progress(told);
    }
    box("resume").focus();
  }));
  const resume = (/** @type {object} */ more) => actOn("resume", async (own) => {
    const told = await ask(`/api/plays/${own.id}/resume`, more);
    if (own !== play) return;
    begin(told);
    box("stop").focus();
  });
  box("resume").addEventListener("click", () => resume({}));
  box("more").addEventListener("click", () => resume({ games: 10 * play.wanted }));
  one("telling").addEventListener("submit", (event) => {
    event.preventDefault();
    const number = warlab.form.number(box("number").value);
    const wanted = tellings();
    tried(async () => {
      const told = await ask(`/api/plays/${play.id}/games/${encodeURIComponent(number)}?variant=${box("told-rules").value}`);
      if (wanted()) warlab.results.tell(told);
    }, "untold", wanted);
  });

  /** Show the play that the address names, or else set its rules; return whether it names any. */
  const recall = async () => {
    const named = new URLSearchParams(location.hash.slice(1));
    const [game, id] = [named.get("game"), named.get("play")];
    if (!game || (id && id === play?.id)) return Boolean(game);
    const wanted = choices();
    const told = id && await ask(`/api/plays/${encodeURIComponent(id)}`).catch(() => null);
    if (!wanted()) return true;
    let variants = told?.variants;
    try {
      variants ??= named.getAll("rules").map((text) => ({ rules: {}, ...JSON.parse(text) }));
      await choose(game, wanted, variants.length ? variants : undefined);
    } catch {
      one("refused").textContent = "The rules in the address cannot be read.";
      return false;
    }
    if (!wanted()) return true;
    box("games").value = count(Number(named.get("games")) || 1e6);
    box("seed").value = named.get("seed") || "1";
    box("play-seconds").value = named.get("play-seconds") || "2.5";
    box("shuffle-seconds").value = named.get("shuffle-seconds") || "0";
    if (told) show(told);
    return true;
  };
  addEventListener("hashchange", () => { choosing = tried(recall); });

  // The page begins with the games, and with the play that its address names.
  choosing = tried(async () => {
    const games = await ask("/api/games");
    box("game").append(...games.map((/** @type {any} */ { name, title, summary }) => make("option", { value: name, "data-summary": summary }, title)));
    try {
      if (!(await recall())) await choose(games[0].name);
    } finally {
      one("ask").hidden = false;
    }
  });
})();
