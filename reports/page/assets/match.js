// A match by hand: the visitor moves for the first player, and the kernel plays all the others.

warlab.match = (page, place, ask, state) => {
  const { hand, numbers, sets, by, scores } = page.match;
  let moves = [], game = 0, before = null, log = [];

  /** Whether the player whom a line is about takes part. */
  const takesPart = ([, , seat]) => seat < warlab.valueOf(page, page.players, state.rules[0]);

  const make = (name, text, ...inside) => {
    const made = document.createElement(name);
    made.append(text, ...inside);
    return made;
  };

  /** The cards of a list, where zeros are none, or of a set, which has the bit of each. */
  const held = (set) => (Array.isArray(set) ? set.filter(Boolean)
    : Array.from({ length: 53 }, (_, card) => card).filter((card) => Math.floor(set / 2 ** card) % 2));
  const texts = (set) => held(set).join(" ") || "none";

  const further = () => {
    const answers = [...state.rules[0]];
    answers[by[0]] = by[1];
    ask({ answers, seed: state.seed, game, moves });
  };

  const begin = () => {
    moves = [];
    log = [];
    further();
  };

  const button = (text, press) => {
    const made = make("button", text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };

  /** The last move and, where it can be seen, the card that each other hand has lost for it. */
  const answered = (seen) => {
    const theirs = sets.filter(([, , seat]) => seat).filter(takesPart).map(([field, , seat]) => {
      const lost = held(before[field]);
      held(seen[field]).forEach((card) => { if (lost.includes(card)) lost.splice(lost.indexOf(card), 1); });
      return lost.length === 1 ? `, ${page.seats[seat].name}: ${lost[0]}` : "";
    });
    return `You: ${moves[moves.length - 1]}${theirs.join("")}.`;
  };

  const ended = ({ winner, ...row }) => {
    const who = winner === 0 ? "You win" : winner < 0 ? "A draw" : `The ${page.seats[winner].name} wins`;
    const points = scores.map((name, seat) => [name, "", seat]).filter(takesPart)
      .map(([name, , seat]) => `${seat ? `the ${page.seats[seat].name} has` : "you have"} ${row[name]}`);
    return `${who}: ${points.join(", ")}.`;
  };

  const show = ({ over, seen, rows, moves: made }) => {
    if (made.length !== moves.length) return;
    const focused = place.contains(document.activeElement);
    if (made.length && !over) log.push(answered(seen));
    before = seen;
    const line = ([field, words], text) => make("li", `${words}: `, make("strong", text(seen[field])));
    const lines = (items, text) => items.filter(takesPart).map((item) => line(item, text));
    const list = make("ul", "", ...lines(numbers, String), ...lines(sets, texts));
    const choices = make("p", `${hand[1]}: `, ...held(seen[hand[0]]).map((card) => button(String(card), () => {
      moves = [...moves, card];
      further();
    })));
    const next = button("Next match", () => { game += 1; begin(); });
    place.replaceChildren(
      make("h2", "Play a match yourself"),
      make("p", "You are the first player; the others choose as set above. "
        + `This is match ${game} of seed ${state.seed}.`),
      ...(over ? [make("p", make("strong", ended(rows)))] : [list, choices]),
      make("p", log.join(" ")), next,
    );
    place.hidden = false;
    if (focused) place.querySelector("button").focus();
  };

  return { begin, show };
};
