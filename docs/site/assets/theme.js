// Light or dark, before the page is drawn: the reader's choice if there is one, else the screen's.
(() => {
  "use strict";
  try {
    const kept = localStorage.getItem("warlab-theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Where nothing may be stored, the screen decides.
  }
})();
