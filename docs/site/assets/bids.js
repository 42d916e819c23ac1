// What to bid: the position that is picked, and the bids that nobody can exploit.
"use strict";

(() => {
  const { numbers, equilibria } = warlab;
  const USUAL_CARDS = 5;
  /** Chances below this are rounding errors of the kept tables. */
  const NOTHING = 1e-5;

  /** @param {string} id */
  const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const field = (id) => /** @type {HTMLInputElement} */ (by(id));
  const form = /** @type {HTMLFormElement} */ (by("position"));
  /** @type {Record<string, number>} */
  const largest = JSON.parse(by("cards").dataset.largest || "{}");
  let asking = 0;

  /** @param {string} name */
  const boxes = (name) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`input[name="${name}"]`)]);
  /** @param {string} name */
  const picked = (name) => boxes(name).filter((one) => one.checked && !one.disabled).map((one) => Number(one.value));
  /** @param {string} name */
  const option = (name) => (boxes(name).find((one) => one.checked) || boxes(name)[0]).value;

  /** What is picked. */
  const chosen = () => ({
    objective: option("objective"),
    tie: option("tie"),
    cards: Number(field("cards").value),
    mine: picked("mine"),
    theirs: picked("theirs"),
    prizes: picked("prizes"),
    up: picked("up")[0] || 0,
    pot: option("tie") === "carry" ? field("pot").valueAsNumber : 0,
    lead: option("objective") === "win" ? field("lead").valueAsNumber : 0,
  });

  /** Show only what the game has: its cards, and the points that matter. */
  const fit = () => {
    const most = largest[`${option("objective")}-${option("tie")}`];
    const select = /** @type {HTMLSelectElement} */ (by("cards"));
    for (const one of select.options) one.disabled = Number(one.value) > most;
    if (Number(select.value) > most) {
      select.value = String(most);
      restart();
    }
    const cards = Number(select.value);
    for (const name of ["mine", "theirs", "prizes", "up"]) {
      for (const one of boxes(name)) {
        const there = Number(one.value) <= cards;
        one.disabled = !there || (name === "up" && !picked("prizes").includes(Number(one.value)));
        const label = /** @type {HTMLElement} */ (one.closest("label"));
        label.hidden = !there;
      }
    }
    if (!picked("up").length) {
      const first = boxes("up").filter((one) => !one.disabled).pop();
      if (first) first.checked = true;
    }
    for (const one of document.querySelectorAll(".of-pot")) /** @type {HTMLElement} */ (one).hidden = option("tie") !== "carry";
    for (const one of document.querySelectorAll(".of-lead")) /** @type {HTMLElement} */ (one).hidden = option("objective") !== "win";
  };

  /** All cards in hand, all prizes left, the highest turned up. */
  const restart = () => {
    const cards = Number(field("cards").value);
    for (const name of ["mine", "theirs", "prizes"]) for (const one of boxes(name)) one.checked = Number(one.value) <= cards;
    for (const one of boxes("up")) one.checked = Number(one.value) === cards;
    field("pot").value = field("lead").value = "0";
  };

  const remember = () => {
    const now = chosen();
    const told = new URLSearchParams();
    told.set("game", `${now.objective}-${now.tie}-${now.cards}`);
    // A card is one letter: 10 is a.
    for (const name of /** @type {const} */ (["mine", "theirs", "prizes"])) told.set(name, now[name].map((card) => card.toString(36)).join(""));
    told.set("up", String(now.up));
    if (now.pot) told.set("pot", String(now.pot));
    if (now.lead) told.set("lead", String(now.lead));
    history.replaceState(null, "", `#${told}`);
  };

  const recall = () => {
    const told = new URLSearchParams(location.hash.slice(1));
    const game = /^(points|win)-(discard|carry)-([2-9]|1[0-3])$/.exec(told.get("game") || "");
    const [objective, tie, cards] = game ? game.slice(1) : ["points", "discard", String(USUAL_CARDS)];
    for (const one of boxes("objective")) one.checked = one.value === objective;
    for (const one of boxes("tie")) one.checked = one.value === tie;
    field("cards").value = String(Math.min(Number(cards), largest[`${objective}-${tie}`]));
    restart();
    if (game) {
      for (const name of ["mine", "theirs", "prizes"]) {
        for (const one of boxes(name)) one.checked = (told.get(name) || "").includes(Number(one.value).toString(36));
      }
      for (const one of boxes("up")) one.checked = one.value === told.get("up");
      field("pot").value = String(Number(told.get("pot")) || 0);
      field("lead").value = String(Number(told.get("lead")) || 0);
    }
    fit();
  };

  /** What is wrong with the position, if anything. @param {ReturnType<typeof chosen>} now */
  const wrong = (now) => {
    const sizes = [now.mine.length, now.theirs.length, now.prizes.length];
    if (!sizes[0] || new Set(sizes).size > 1) {
      return `Both hands and the prizes need equally many cards: you hold ${sizes[0]}, the other player ${sizes[1]}, and there are ${sizes[2]} prizes.`;
    }
    if (!now.prizes.includes(now.up)) return "Choose the prize that is turned up.";
    if (!Number.isInteger(now.pot) || !Number.isInteger(now.lead)) return "Points are whole numbers.";
    return "";
  };

  /** @param {string} first @param {string} rest */
  const say = (first, rest) => {
    by("first").textContent = first.replace(/(\d) %/g, "$1\u00a0%");
    by("rest").textContent = rest.replace(/(\d) %/g, "$1\u00a0%");
    by("said").textContent = `${first} ${rest}`;
    by("brief").textContent = by("first").textContent;
  };

  /** Say why there are no bids. @param {string} first @param {string} rest */
  const refuse = (first, rest) => {
    say(first, rest);
    by("mixture").replaceChildren(document.createElement("tbody"));
  };

  /** @param {number} chance */
  const percent = (chance) => (chance < NOTHING ? "never" : chance > 1 - NOTHING ? "always" : `${numbers.fixed(100 * chance, 1)} %`);

  /** What a position is worth, in words. @param {number} value @param {boolean} win */
  const worth = (value, win) => {
    const near = Math.abs(value) < 0.0005;
    if (win) {
      return near
        ? "With best play on both sides you win as often as you lose from here."
        : `With best play on both sides your chance to win is ${numbers.fixed(100 * Math.abs(value), 1)} percentage points ${value > 0 ? "higher" : "lower"} than your chance to lose.`;
    }
    return near
      ? "With best play on both sides you get as many points from here as the other player."
      : `With best play on both sides you get ${numbers.fixed(Math.abs(value), 3)} points ${value > 0 ? "more" : "fewer"} from here than the other player.`;
  };

  /** @param {{card: number, chance: number}[]} bids */
  const advice = (bids) => {
    const made = bids.filter(({ chance }) => chance >= NOTHING);
    if (made.length === 1) return `Bid the ${made[0].card}.`;
    const said = made
      .sort((one, other) => other.chance - one.chance)
      .map(({ card, chance }, place) => `the ${card} in ${percent(chance)}${place ? "" : " of cases"}`);
    return `Bid ${said.slice(0, -1).join(", ")} and ${said[said.length - 1]}.`;
  };

  const reply = async () => {
    asking += 1;
    const asked = asking;
    fit();
    const now = chosen();
    remember();
    const complaint = wrong(now);
    by("command").textContent = `warlab solve gops --cards ${now.cards}${now.objective === "win" ? " --objective win" : ""}${now.tie === "carry" ? " --carry-over" : ""} --at "${[now.mine, now.theirs, now.prizes, [now.pot], [now.lead]].map((part) => part.join(" ")).join("; ")}"`;
    if (complaint) {
      refuse("This is no position yet.", complaint);
      return;
    }
    const folder = `data/bids/${now.objective}-${now.tie}-${now.cards}`;
    const size = now.mine.length;
    /** @type {any[]} */
    let written;
    try {
      written = await Promise.all([size, size - 1].map((one) => (one ? warlab.load(`${folder}/${one}.js`) : null)));
    } catch {
      if (asked !== asking) return;
      if (now.cards > 8 && size < now.cards) refuse("Only the first bid is kept here.", "The command below finds the second one, and all bids once nine cards are left.");
      else refuse("The figures could not be loaded.", "Are all files of the site there?");
      return;
    }
    if (asked !== asking) return;
    const [top, below] = written.map((one) => (one ? equilibria.layer(one) : null));
    const position = {
      mine: equilibria.maskOf(now.mine),
      theirs: equilibria.maskOf(now.theirs),
      prizes: equilibria.maskOf(now.prizes),
      pot: now.pot,
      lead: now.lead,
    };
    const found = equilibria.answer(/** @type {any} */ (top), below, position, now.up);
    if (!found) {
      refuse("No game leads to this position.", "The points do not fit the prizes that are gone.");
      return;
    }
    const win = now.objective === "win";
    if (found.decided) {
      refuse(found.decided > 0 ? "You have won." : "The other player has won.", "The lead can no longer be made up; any bid will do.");
      return;
    }
    say(advice(now.mine.map((card, place) => ({ card, chance: found.mine[place] }))), worth(found.value, win));
    table(now, found, win);
  };

  /**
   * The bids of both players, and what the reader's are worth.
   * @param {ReturnType<typeof chosen>} now
   * @param {{mine: number[], theirs: number[], worth: number[]}} found
   * @param {boolean} win
   */
  const table = (now, found, win) => {
    const row = (/** @type {string} */ kind, /** @type {string[]} */ cells) => {
      const made = document.createElement("tr");
      cells.forEach((text, place) => {
        const head = kind === "th" || place === 0;
        const cell = document.createElement(head ? "th" : "td");
        if (head) cell.setAttribute("scope", kind === "th" ? "col" : "row");
        cell.textContent = text.replace(/(\d) %/g, "$1\u00a0%");
        made.append(cell);
      });
      return made;
    };
    const head = document.createElement("thead");
    head.append(row("th", ["card", "you bid it", `worth, in ${win ? "wins minus losses" : "points"}`, "the other player bids it"]));
    const body = document.createElement("tbody");
    for (let card = now.cards; card >= 1; card -= 1) {
      const [own, other] = [now.mine.indexOf(card), now.theirs.indexOf(card)];
      if (own < 0 && other < 0) continue;
      const made = row("td", [
        String(card),
        own < 0 ? "–" : percent(found.mine[own]),
        own < 0 ? "–" : numbers.fixed(found.worth[own], 3),
        other < 0 ? "–" : percent(found.theirs[other]),
      ]);
      for (const [place, chance] of /** @type {const} */ ([[1, found.mine[own]], [3, found.theirs[other]]])) {
        if (chance === undefined) continue;
        const bar = document.createElement("span");
        bar.className = "bar";
        bar.style.width = `${100 * chance}%`;
        bar.style.background = `var(--c${place === 1 ? 1 : 2})`;
        made.children[place].append(bar);
      }
      body.append(made);
    }
    by("mixture").replaceChildren(head, body);
  };

  form.addEventListener("input", (event) => {
    if (event.target === by("cards")) restart();
    reply();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  by("again").addEventListener("click", () => {
    restart();
    reply();
  });
  addEventListener("hashchange", () => {
    recall();
    reply();
  });
  recall();
  reply();
})();
