// What to bid: the position that is picked, and the bids that were computed for it.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const form = by("position");
  const sizes = JSON.parse(form.dataset.sizes);
  const HANDS = ["mine", "theirs", "prizes"];
  let asking = 0;

  const boxes = (name) => [...form.querySelectorAll(`input[name="${name}"]`)];
  const picked = (name) => boxes(name).flatMap((box) => (box.checked && !box.disabled ? [box.value] : [])).join("");
  const game = () => `${form.elements.objective.value}-${form.elements.tie.value}`;
  const percent = (chance) => {
    if (chance === 0 || chance === 1) return chance ? "always" : "never";
    return `${(100 * chance).toFixed(1)}\u00a0%`;
  };
  const signed = (number) => number.toFixed(3).replace("-", "−");

  /** All cards up to a number in both hands and among the prizes, the highest turned up. */
  const restart = (cards) => {
    for (const name of HANDS) for (const box of boxes(name)) box.checked = Number(box.value) <= cards;
    form.elements.up.value = String(cards);
    form.elements.pot.value = "0";
    form.elements.lead.value = "0";
  };

  /** Offer only what the kind of game has: its cards, and the points that matter. */
  const fit = () => {
    for (const name of [...HANDS, "up"]) {
      for (const box of boxes(name)) {
        const there = Number(box.value) <= sizes[game()];
        box.closest("label").hidden = !there;
        box.disabled = !there || (name === "up" && !picked("prizes").includes(box.value));
      }
    }
    if (!picked("up")) {
      const last = boxes("up").filter((box) => !box.disabled).pop();
      if (last) last.checked = true;
    }
    by("of-pot").hidden = form.elements.tie.value !== "carry";
    by("of-lead").hidden = form.elements.objective.value !== "win";
  };

  const say = (verdict, rest) => {
    by("verdict").textContent = verdict;
    by("rest").textContent = rest;
    by("mixture").replaceChildren();
  };

  /** The bids in words, and what the position is worth. */
  const advise = (cards, [mine, worth, theirs, value], theirCards) => {
    const bids = [...cards].map((card, place) => ({ card, chance: mine[place] })).filter(({ chance }) => chance);
    bids.sort((one, other) => other.chance - one.chance);
    const words = bids.map(({ card, chance }) => `the ${card} with ${percent(chance)}`);
    const several = `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
    const verdict = `Bid ${bids.length === 1 ? `the ${bids[0].card}` : several}.`;
    const unit = game().startsWith("win") ? "more wins than losses a game" : "points more than the other player";
    const gain = `On average that brings ${signed(value)} ${unit}.`;
    say(verdict, Math.abs(value) < 5e-4 ? "The position is even." : gain);
    const shown = [...new Set([...cards, ...theirCards])].sort().reverse();
    by("mixture").replaceChildren(...shown.map((card) => {
      const row = document.createElement("tr");
      const [own, other] = [cards.indexOf(card), theirCards.indexOf(card)];
      const bar = (chance, colour) => {
        const made = document.createElement("span");
        made.className = "bar";
        made.style.width = `${100 * chance}%`;
        made.style.background = `var(--${colour})`;
        return made;
      };
      const ours = own < 0 ? ["–", "–"] : [percent(mine[own]), signed(worth[own])];
      const cells = [card, ...ours, other < 0 ? "–" : percent(theirs[other])];
      row.append(...cells.map((text, place) => {
        const cell = document.createElement(place ? "td" : "th");
        if (!place) cell.scope = "row";
        cell.textContent = text;
        return cell;
      }));
      if (own >= 0) row.children[1].append(bar(mine[own], "c1"));
      if (other >= 0) row.children[3].append(bar(theirs[other], "c2"));
      return row;
    }));
  };

  const reply = async () => {
    asking += 1;
    const turn = asking;
    fit();
    const [mine, theirs, prizes] = HANDS.map(picked);
    const [pot, lead] = ["pot", "lead"].map((name) => {
      const value = by(`of-${name}`).hidden ? 0 : form.elements[name].valueAsNumber;
      return Number.isInteger(value) ? value : 0;
    });
    const key = [theirs, prizes, picked("up"), pot, lead].join("-");
    history.replaceState(null, "", `#${game()}/${mine}/${key}`);
    const kind = `--objective ${form.elements.objective.value}${by("of-pot").hidden ? "" : " --carry-over"}`;
    const at = [mine, theirs, prizes].map((cards) => [...cards].join(" ")).concat(pot, lead).join("; ");
    by("command").textContent = `warlab solve gops --cards ${sizes[game()]} ${kind} --at "${at}"`;
    if (!mine || mine.length !== theirs.length || mine.length !== prizes.length) {
      const others = `the other player ${theirs.length}, and there are ${prizes.length} prizes`;
      say("Both hands and the prizes need equally many cards.", `You hold ${mine.length}, ${others}.`);
      return;
    }
    const known = await warlab.load(`data/bids/${game()}/${mine}.js`).catch(() => null);
    if (turn !== asking) return;
    if (!known) say("The figures could not be loaded.", "Are all files of the site there?");
    else if (known[key]) advise(mine, known[key], theirs);
    else {
      const why = "The points do not fit the prizes that are gone, or the lead can no longer be made up.";
      say("Nothing is left to decide here, or no game leads here.", why);
    }
  };

  const recall = () => {
    const [kind, mine, key] = decodeURIComponent(location.hash.slice(1)).split("/");
    const asked = /^(\d*)-(\d*)-(\d?)-(\d+)-(-?\d+)$/.exec(key || "");
    form.elements.objective.value = kind.startsWith("win") ? "win" : "points";
    form.elements.tie.value = kind.endsWith("carry") ? "carry" : "discard";
    restart(Math.min(5, sizes[game()]));
    if (asked) {
      const hands = [mine, asked[1], asked[2]];
      HANDS.forEach((name, place) => boxes(name).forEach((box) => { box.checked = hands[place].includes(box.value); }));
      form.elements.up.value = asked[3];
      form.elements.pot.value = asked[4];
      form.elements.lead.value = asked[5];
    }
    reply();
  };

  form.addEventListener("input", reply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", ({ target }) => {
    if (!target.dataset.cards) return;
    restart(Math.min(target.dataset.cards, sizes[game()]));
    reply();
  });
  addEventListener("hashchange", recall);
  recall();
})();
