// The page of one game: the address names the step.
(() => {
  "use strict";
  const story = JSON.parse(document.getElementById("story").textContent);
  const step = () => Number(new URLSearchParams(location.hash.slice(1)).get("step") || 1) - 1;
  const remember = (now) => history.replaceState(null, "", `#step=${now + 1}`);
  const shown = showGame(document.getElementById("viewer"), story, step(), remember);
  addEventListener("hashchange", () => shown.go(step()));
})();
