// A deal of one's own: two packets that are written down, and played by the first rules.

warlab.deal = (page, place, ask, state, keep) => {
  const { cards, example, counted: [column, words] } = page.own_deal;
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  let shown = "";
  const said = make("p", ""), label = make("label", "Two packets, top card first, / between them; - is any other card");
  const text = make("textarea", ""), button = make("button", "Play this deal");
  said.setAttribute("role", "status");
  text.rows = 3;
  label.append(text);
  button.type = "button";

  /** The cards of each packet. */
  const size = () => warlab.valueOf(page, page.regions[page.rows].each, state.rules[0]) / 2;

  /** The row of a deal; an error if it cannot be read. */
  const read = () => {
    const packets = text.value.toUpperCase().replace(/\s/g, "").split(/[/|;]/)
      .map((packet) => packet.match(/10|./g) || []);
    const strange = packets.flat().find((card) => !Object.hasOwn(cards, card));
    if (strange) throw new Error(`${strange} is no card.`);
    if (packets.length !== 2 || packets.some((packet) => packet.length !== size())) {
      const found = packets.map((packet) => packet.length).join(" and ");
      throw new Error(`Write two packets of ${size()} cards; these have ${found}.`);
    }
    return packets[0].flatMap((card, at) => [cards[card], cards[packets[1][at]]]);
  };

  const play = () => {
    try {
      ask({ answers: state.rules[0], row: read() });
    } catch (error) { said.textContent = error.message; }
  };

  /** Show the deal of the link, or the example, and play it; what a visitor has begun to write stays. */
  const begin = () => {
    if (text.value === shown) {
      shown = state.deal || (example.length === 2 * size() + 1 ? example : "");
      text.value = shown;
    }
    if (text.value) play(); else said.textContent = `Write two packets of ${size()} cards.`;
  };

  const show = ({ rows }) => {
    const { ending, winner } = rows;
    const count = (name) => rows[name].toLocaleString("en");
    said.textContent = page.endless.includes(ending) ? "This game never ends."
      : `The ${page.seats[winner].name} wins: ${count(page.length)} ${page.unit}, ${count(column)} ${words}.`;
  };

  button.addEventListener("click", () => {
    shown = text.value;
    state.deal = shown.replace(/\s/g, "");
    keep();
    play();
  });
  place.append(make("h2", "A deal of your own"), label, said, button);
  place.hidden = false;
  return { begin, show };
};
