// What every page has: the switch between light and dark, and data that are loaded when they are needed.
"use strict";

/**
 * The one name that the site's scripts share.
 *
 * Data are scripts too, since pages opened from a disk may not fetch files: a file `data/war/lengths.js` calls
 * `warlab.data("data/war/lengths.js", {...})`, and `await warlab.load("data/war/lengths.js")` is that object.
 * @type {{top: string, data: (path: string, value: any, packed?: boolean) => void, load: (path: string) => Promise<any>}}
 */
// eslint-disable-next-line no-var
var warlab = (() => {
  /** The way from this page to the top of the site: "" or "../" and so on. */
  const top = document.documentElement.dataset.top || "";

  /** @type {Map<string, unknown>} */
  const told = new Map();

  /** @type {Map<string, Promise<unknown>>} */
  const loading = new Map();

  /**
   * Take the content of a data file; only data files call it.
   * @param {string} path the file, from the top of the site
   * @param {any} value its content
   * @param {boolean} [packed] whether that is a text of the content, compressed
   */
  const data = (path, value, packed) => { told.set(path, packed ? unpacked(value) : value); };

  /** @param {string} text @returns {Promise<any>} */
  const unpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  };

  /**
   * Load a script once, and return what it handed to `data` (undefined for a script that is no data file).
   * @param {string} path the file, from the top of the site
   * @returns {Promise<any>} fails if the file cannot be loaded
   */
  const load = (path) => {
    const known = loading.get(path);
    if (known) return known;
    const asked = new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = top + path;
      script.onload = () => done(told.get(path));
      script.onerror = () => {
        loading.delete(path);
        script.remove();
        fail(new Error(`${path} cannot be loaded`));
      };
      document.head.append(script);
    });
    loading.set(path, asked);
    return asked;
  };

  return { top, data, load };
})();

(() => {
  const root = document.documentElement;
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("button.theme"));
  if (!button) return;
  const screen = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : screen.matches);

  const label = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  };

  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    try {
      localStorage.setItem("warlab-theme", theme);
    } catch {
      // It lasts as long as the page then.
    }
    label();
    dispatchEvent(new Event("warlab-theme"));
  });
  screen.addEventListener("change", label);
  label();
  button.hidden = false;
})();
