// The page of remarkable games: the address names the game and the step.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const choice = by("game");
  let shown = null;
  let asking = 0;

  const remember = (step) => history.replaceState(null, "", `#game=${choice.value}&step=${step + 1}`);

  const open = async () => {
    asking += 1;
    const mine = asking;
    const address = new URLSearchParams(location.hash.slice(1));
    choice.value = address.get("game") || choice.options[0].value;
    if (choice.selectedIndex < 0) choice.selectedIndex = 0;
    const step = Number(address.get("step") || 1) - 1;
    const story = await warlab.load(`data/replays/${choice.value}.js`).catch(() => null);
    // Another game may have been asked for meanwhile.
    if (mine !== asking) return;
    shown?.close();
    shown = null;
    if (!story) {
      by("viewer").textContent = "This game could not be loaded. Are all files of the site there?";
      return;
    }
    by("title").textContent = story.title;
    by("rules").textContent = `Rules: ${story.rules}. ${story.policies}`;
    shown = showGame(by("viewer"), story, step, remember);
  };

  choice.addEventListener("change", () => {
    remember(0);
    open();
  });
  addEventListener("hashchange", open);
  open();
})();
