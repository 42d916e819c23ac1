// The front page: its button lets the page that plays War play in place.
"use strict";

(() => {
  const button = document.getElementById("play"), frame = document.getElementById("played");

  button.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    frame.hidden = false;
    frame.src = button.href;
    frame.focus();
  });

  // From a disk a page cannot look into another one: then the frame keeps its height and can be scrolled.
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument?.documentElement;
    if (!inside) return;
    new ResizeObserver(() => { frame.style.height = `${inside.offsetHeight}px`; }).observe(inside);
  });
})();
