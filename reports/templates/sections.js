// What a page does beyond its words: links open the folded section they lead to, printing opens all, and what is
// wider than the page can be scrolled by keyboard. Without this script the page is complete.
(() => {
  "use strict";
  const all = (selector) => [...document.querySelectorAll(selector)];

  const open = (hash) => {
    const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    const section = target && target.closest("details");
    if (section) section.open = true;
    if (section) section.scrollIntoView();
  };
  addEventListener("hashchange", () => open(location.hash));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link) setTimeout(open, 0, link.hash);
  });
  open(location.hash);

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open])");
    folded.forEach((section) => { section.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((section) => { section.open = false; }));

  // Only what can be scrolled is a stop of the Tab key.
  const measured = new ResizeObserver((entries) => entries.forEach(({ target }) => {
    const over = target.scrollWidth > target.clientWidth;
    target.classList.toggle("over", over);
    if (over) { target.tabIndex = 0; target.setAttribute("role", "region"); }
    else { target.removeAttribute("tabindex"); target.removeAttribute("role"); }
  }));
  all(".scroll").forEach((box) => measured.observe(box));
})();
