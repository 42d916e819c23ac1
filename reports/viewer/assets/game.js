// A page with one game of its own, or with several to choose from and any other from a file.
"use strict";

(() => {
  const host = /** @type {HTMLElement} */ (document.getElementById("viewer"));
  const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("game"));
  /** @type {{go: (step: number) => void, close: () => void} | null} */
  let shown = null;
  let asking = 0;
  /** Whether the game that is shown is from a file. */
  let own = false;

  /** What the address asks for. */
  const asked = () => {
    const told = new URLSearchParams(location.hash.slice(1));
    const named = told.get("game") || "";
    const known = choice && [...choice.options].some((one) => one.value === named);
    return { game: known ? named : choice?.options[0]?.value ?? "", step: Math.max(Number(told.get("step")) || 1, 1) - 1 };
  };

  /**
   * @param {string} game
   * @param {number} step
   */
  const remember = (game, step) => {
    const told = new URLSearchParams();
    if (game) told.set("game", game);
    if (step) told.set("step", String(step + 1));
    history.replaceState(null, "", `#${told}`);
  };

  /**
   * @param {any} story
   * @param {string} game
   * @param {number} step
   */
  const show = (story, game, step) => {
    shown?.close();
    const title = document.getElementById("title");
    if (title) title.textContent = story.title;
    const rules = document.getElementById("rules");
    if (rules) rules.textContent = `Rules: ${story.rules}.`;
    shown = warlab.viewer.show(host, story, { from: step, moved: (/** @type {number} */ now) => remember(game, now) });
  };

  const open = async () => {
    asking += 1;
    const mine = asking;
    const { game, step } = asked();
    if (own && !new URLSearchParams(location.hash.slice(1)).has("game")) {
      shown?.go(step);
      return;
    }
    own = false;
    if (!choice) {
      if (shown) shown.go(step);
      else show(await warlab.load("game"), "", step);
      return;
    }
    if (!game) return;
    choice.value = game;
    try {
      const story = await warlab.load(`data/replays/${game}.js`);
      if (mine === asking) show(story, game, step);
    } catch {
      if (mine !== asking) return;
      shown?.close();
      shown = null;
      host.textContent = "This game could not be loaded. Are all files of the site there?";
    }
  };

  choice?.addEventListener("change", () => {
    remember(choice.value, 0);
    open();
  });
  addEventListener("hashchange", open);

  const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));
  const wrong = document.getElementById("file-wrong");
  if (file && wrong && choice) {
    const take = async (/** @type {File | undefined} */ one) => {
      if (!one) return;
      asking += 1;
      const mine = asking;
      wrong.textContent = "";
      try {
        const story = await warlab.opened.read(one);
        if (mine !== asking) return;
        own = true;
        choice.selectedIndex = -1;
        remember("", 0);
        show(story, "", 0);
        document.getElementById("title")?.focus();
      } catch (error) {
        if (mine === asking) wrong.textContent = `${one.name}: ${/** @type {Error} */ (error).message}`;
      }
    };
    file.addEventListener("change", () => {
      take(file.files?.[0]);
      // The same file can be chosen again after it was saved anew.
      file.value = "";
    });
    const drop = /** @type {HTMLElement} */ (file.closest(".drop"));
    const over = (/** @type {boolean} */ wanted) => drop.classList.toggle("over", wanted);
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      over(true);
    });
    addEventListener("dragleave", (event) => over(event.relatedTarget !== null));
    addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      over(false);
      take(event.dataTransfer.files[0]);
    });
  }
  open();
})();
