// What every page has: the switch between light and dark, and data that are loaded when they are needed.
"use strict";

/**
 * The one name that the site's scripts share.
 *
 * Data are scripts, since pages opened from a disk may not fetch files: a file `data/x.js` calls
 * `warlab.data("data/x.js", value)`, and `await warlab.load("data/x.js")` is that value.
 */
// eslint-disable-next-line no-var
var warlab = (() => {
  /** The way from this page to the top of the site. */
  const top = document.documentElement.dataset.top;
  const values = new Map();
  const loading = new Map();

  const unpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  };

  /** Take the content of a data file; only data files call it. */
  const data = (path, value, packed) => values.set(path, packed ? unpacked(value) : value);

  /** Load a script once; what a data file contains, undefined for another script. */
  const load = (path) => {
    if (loading.has(path)) return loading.get(path);
    const asked = new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = top + path;
      script.onload = () => done(values.get(path));
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

  return { data, load };
})();

(() => {
  const root = document.documentElement;
  const button = document.querySelector("button.theme");
  const screen = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : screen.matches);

  const label = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  };

  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("warlab-theme", root.dataset.theme);
    } catch {
      // It lasts as long as the page then.
    }
    label();
  });
  screen.addEventListener("change", label);
  label();
  button.hidden = false;
})();
