// The search: titles count most, then headings, then words; answers come before reference. A typing error is forgiven
// where nothing has the words as they were typed.
"use strict";

warlab.search = (() => {
  const INDEX = "data/search.js";

  /**
   * @typedef {{path: string, title: string, about: string, headings: [string, string][], words: string[],
   *   titled: string[]}} Indexed a page as it is searched
   * @typedef {{path: string, title: string, about: string, score: number}} Found
   */

  /** @param {string} text @returns {string[]} the words of a text, as the index has them */
  const split = (text) => text.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) || [];

  /** @type {Promise<Indexed[]> | undefined} */
  let loaded;

  /** @returns {Promise<Indexed[]>} */
  const index = () => {
    loaded ||= warlab.load(INDEX).then((pages) => pages.map(([path, title, about, headings, words]) => (
      { path, title, about, headings, words: [...split(about), ...words.split(" ")], titled: split(title) })));
    loaded.catch(() => { loaded = undefined; });
    return loaded;
  };

  /** How many letters were put in, left out, changed or swapped with the next. @param {string} a @param {string} b */
  const apart = (a, b) => {
    let [before, row] = [[0], [...Array(b.length + 1).keys()]];
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[b.length];
  };

  /** How well some words have one that was typed: 3 for the word itself, 2 for a beginning, 1 for almost the word.
   * @param {string[]} words @param {string} typed @param {number} errors how many typing errors a word may have */
  const match = (words, typed, errors) => {
    let best = 0;
    for (const word of words) {
      if (word === typed) return 3;
      if (word.startsWith(typed)) best = 2;
      else if (!best && errors && Math.abs(word.length - typed.length) <= errors && apart(word, typed) <= errors) best = 1;
    }
    return best;
  };

  /** What a page is worth by what it is: first answers and games, last the names of functions. @param {string} path */
  const worth = (path) => (/^(questions|games|story|rules|casino)\//.test(path) ? 30 : path.startsWith("docs/reference/") ? -60 : 0);

  /**
   * Return the pages that have all words, the best first.
   * @param {string} text what was typed
   * @param {boolean} [loosely] whether longer words may have typing errors
   * @returns {Promise<Found[]>}
   */
  const find = async (text, loosely = false) => {
    const typed = split(text);
    if (!typed.length) return [];
    const errors = (/** @type {string} */ word) => (loosely ? Math.min(Math.floor(word.length / 4), 2) : 0);
    /** @type {Found[]} */
    const found = [];
    for (const page of await index()) {
      let score = 0;
      let all = true;
      let place = "";
      for (const word of typed) {
        const title = match(page.titled, word, errors(word));
        const heading = page.headings.reduce((best, [at, said]) => {
          const here = match(split(said), word, errors(word));
          if (here > best && !title) place = at;
          return Math.max(best, here);
        }, 0);
        const inside = title || heading ? 0 : match(page.words, word, errors(word));
        if (!title && !heading && !inside) { all = false; break; }
        score += 20 * title + 5 * heading + inside;
      }
      if (!all) continue;
      const { path, title, about } = page;
      score += worth(path);
      score += title.toLowerCase().includes(text.trim().toLowerCase()) ? 25 : 0;
      found.push({ path: `${path}index.html${place ? `#${place}` : ""}`, title, about, score });
    }
    if (!found.length && !loosely) return find(text, true);
    return found.sort((a, b) => b.score - a.score || a.title.localeCompare(b.title));
  };

  /** An entry of a list of results. @param {Found} found */
  const entry = ({ path, title, about }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = warlab.top + path;
    link.textContent = title;
    const said = document.createElement("span");
    said.className = "gist";
    said.textContent = about;
    item.append(link, said);
    return item;
  };

  return { find, entry };
})();

// The page of the search: what the address asks for.
(() => {
  const list = document.getElementById("found");
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("asked"));
  const said = document.getElementById("said");
  if (!list || !box || !said) return;

  const show = async () => {
    const text = box.value.trim();
    const found = await warlab.search.find(text);
    if (box.value.trim() !== text) return;
    list.replaceChildren(...found.map(warlab.search.entry));
    const pages = found.length === 1 ? "1 page" : `${found.length} pages`;
    said.textContent = !text ? "" : found.length ? pages : `No page has all of these words: ${text}`;
  };
  const tried = () => show().catch(() => { said.textContent = "The index cannot be loaded."; });
  box.value = new URLSearchParams(location.search).get("q") || "";
  box.addEventListener("input", tried);
  tried();
  box.focus();
})();

// The box in the header: the best pages while one types.
(() => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".head .find"));
  const box = form && form.querySelector("input");
  if (!form || !box || document.getElementById("found")) return;
  const SHOWN = 7;
  const list = document.createElement("ul");
  list.className = "results";
  list.hidden = true;
  form.append(list);

  let asking = 0;
  const show = async () => {
    asking += 1;
    const mine = asking;
    const text = box.value.trim();
    const found = text ? await warlab.search.find(text) : [];
    // Meanwhile more may have been typed, or the search left.
    if (mine !== asking) return;
    list.replaceChildren(...found.slice(0, SHOWN).map(warlab.search.entry));
    list.hidden = !found.length;
  };
  const hide = () => {
    asking += 1;
    list.hidden = true;
  };
  box.addEventListener("input", () => { show().catch(hide); });

  const move = (step) => {
    const stops = [box, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    stops[(at + step + stops.length) % stops.length].focus();
  };
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { hide(); box.focus(); }
    else if (!list.hidden && event.key === "ArrowDown") move(1);
    else if (!list.hidden && event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(/** @type {Node | null} */ (event.relatedTarget))) hide();
  });
})();
