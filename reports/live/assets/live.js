// Live play: asks the server to play, watches the play, and stops and resumes it.
"use strict";

(() => {
  const make = warlab.make;
  const one = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (one(id));
  const cards = one("cards");
  const most = Number(cards.dataset.most);

  /** @type {any} */ let form = null;
  /** @type {ReturnType<typeof warlab.form.card>[]} */ let shown = [];
  /** @type {any} */ let play = null;
  /** @type {EventSource | null} */ let stream = null;
  let before = { done: 0, at: 0, rate: 0 };
  let choices = 0;
  let choosing = Promise.resolve();

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
      throw new Error("The server does not answer. Is warlab serve still running?");
    }
    const told = await answer.json();
    if (!answer.ok) {
      const { line } = told.error;
      throw new Error(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`);
    }
    return told;
  };

  /** @param {() => Promise<void>} work @param {string} [where] the place for what goes wrong */
  const tried = async (work, where = "refused") => {
    one(where).textContent = "";
    try {
      await work();
    } catch (error) {
      one(where).textContent = error instanceof Error ? error.message : String(error);
    }
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

  const choose = async (/** @type {string} */ name, /** @type {any[]} */ variants = [{ rules: {} }]) => {
    choices += 1;
    const mine = choices;
    const told = await ask(`/api/games/${encodeURIComponent(name)}`);
    // A later choice may have been answered already.
    if (mine !== choices) return;
    form = told;
    const chosen = box("game").querySelector(`option[value="${CSS.escape(name)}"]`);
    if (chosen instanceof HTMLOptionElement) {
      chosen.selected = true;
      one("summary").textContent = `${form.title}: ${chosen.dataset.summary}.`;
    }
    shown = [];
    cards.replaceChildren();
    variants.forEach(add);
  };

  // The play.

  const count = (/** @type {number} */ number) => number.toLocaleString("en");

  const WORDS = { playing: "Playing", done: "Done", stopped: "Stopped", failed: "Failed" };

  const progress = (/** @type {any} */ now) => {
    const clock = performance.now() / 1000;
    if (now.done < before.done || !before.at) before = { done: now.done, at: clock, rate: 0 };
    else if (clock - before.at > 0.8) before = { rate: (now.done - before.done) / (clock - before.at), done: now.done, at: clock };
    const playing = now.state === "playing";
    const text = `${WORDS[/** @type {keyof WORDS} */ (now.state)]}: ${count(now.done)} of ${count(now.wanted)} games`;
    const why = now.state === "stopped" || now.state === "failed" ? now.why.replace(/^stopped ?/, "") : "";
    one("state").textContent = why ? `${text} (${why})` : text;
    const progressBar = /** @type {HTMLProgressElement} */ (one("bar"));
    progressBar.value = now.done / now.wanted;
    progressBar.dataset.games = now.done;
    const rate = playing && before.rate ? `${count(Number(before.rate.toPrecision(3)))} games a second` : "";
    one("rate").textContent = playing && now.done <= 1 ? "The first games of a set of rules can take half a minute: they are compiled." : rate;
    box("stop").hidden = !playing;
    box("resume").hidden = now.state !== "stopped";
    box("more").hidden = now.state !== "done" || 10 * now.wanted > Number(one("ask").dataset.most);
  };

  const watch = () => {
    stream?.close();
    stream = new EventSource(`/api/plays/${play.id}/events`);
    const own = stream;
    const heard = (/** @type {string} */ name, /** @type {(value: any) => void} */ use) =>
      own.addEventListener(name, (event) => use(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    heard("state", progress);
    heard("course", warlab.results.follow);
    heard("look", (look) => warlab.results.show({ ...look, names: play.variants.map((/** @type {any} */ { name }) => name) }));
    heard("end", (now) => { own.close(); progress(now); });
    own.addEventListener("error", () => {
      if (own.readyState === EventSource.CLOSED) one("refused").textContent = "The server does not answer. Is warlab serve still running?";
    });
  };

  const begin = (/** @type {any} */ told) => {
    play = told;
    before = { done: 0, at: 0, rate: 0 };
    one("results").hidden = false;
    history.replaceState(null, "", `#${told.id}`);
    warlab.results.take(told);
    progress(told);
    watch();
  };

  one("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    tried(async () => {
      await choosing;
      const seed = box("seed").value.trim().replace(/[\s_,]/g, "");
      const asked = { game: form.name, variants: shown.map((card) => card.asked()), games: warlab.form.number(box("games").value), seed };
      if (play && stream && stream.readyState !== EventSource.CLOSED) await ask(`/api/plays/${play.id}/stop`, {}).catch(() => {});
      const told = await ask("/api/plays", asked);
      warlab.results.clear();
      begin(told);
      one("results").focus({ preventScroll: true });
      one("results").scrollIntoView({ block: "start" });
    });
  });
  box("add").addEventListener("click", () => {
    const card = add(shown[shown.length - 1].asked());
    /** @type {HTMLElement | null} */ (card.element.querySelector("select, input"))?.focus();
  });
  box("game").addEventListener("change", () => { choosing = tried(() => choose(box("game").value)); });
  box("stop").addEventListener("click", () => tried(async () => {
    progress(await ask(`/api/plays/${play.id}/stop`, {}));
    box("resume").focus();
  }));
  const resume = (/** @type {object} */ more) => tried(async () => {
    begin(await ask(`/api/plays/${play.id}/resume`, more));
    box("stop").focus();
  });
  box("resume").addEventListener("click", () => resume({}));
  box("more").addEventListener("click", () => resume({ games: 10 * play.wanted }));
  one("telling").addEventListener("submit", (event) => {
    event.preventDefault();
    const number = warlab.form.number(box("number").value);
    tried(async () => {
      warlab.results.tell(await ask(`/api/plays/${play.id}/games/${encodeURIComponent(number)}?variant=${box("told-rules").value}`));
    }, "untold");
  });

  // The page begins with the games, and with the play that its address names.
  tried(async () => {
    const games = await ask("/api/games");
    box("game").append(...games.map((/** @type {any} */ { name, title, summary }) => make("option", { value: name, "data-summary": summary }, title)));
    one("ask").hidden = false;
    const known = location.hash.slice(1);
    const told = known ? await ask(`/api/plays/${encodeURIComponent(known)}`).catch(() => null) : null;
    if (!told) {
      await choose(games[0].name);
      return;
    }
    await choose(told.game, told.variants);
    box("games").value = count(told.wanted);
    box("seed").value = String(told.seed);
    begin(told);
  });
})();
