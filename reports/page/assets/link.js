// The link that holds the answers, and which answers exclude each other.

warlab.link = (page, state) => {
  /** The reason why answers exclude each other; "" if they do not. */
  const excluded = (answers) => {
    const pair = page.excluded.find(([q1, a1, q2, a2]) => answers[q1] === a1 && answers[q2] === a2);
    if (!pair) return "";
    const [q1, a1, q2, a2, why] = pair;
    const label = (question, answer) => `“${page.questions[question].answers[answer].label}”`;
    return `${label(q1, a1)} and ${label(q2, a2)} do not go together: ${why}.`;
  };

  /** What is written in a field; false if it cannot be read. */
  const fields = {
    games: (text) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= 1e9 && Number(text),
    seed: (text) => /^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n && String(BigInt(text)),
    pace: (text) => Number(text) > 0 && Number(text) <= 3600 && Number(text),
    deal: (text) => page.own_deal !== null && text.slice(0, 1000),
  };

  /** The answer with the default rule. */
  const usual = (question) => Math.max(0, question.answers.findIndex((answer) => !answer.key));

  const link = () => {
    const parts = [];
    state.rules.forEach((answers, which) => answers.forEach((answer, index) => {
      const question = page.questions[index];
      if (answer !== usual(question)) parts.push([(which ? "b." : "") + question.name, question.answers[answer].key]);
    }));
    if (state.rules.length > 1) parts.push(["two", "1"]);
    parts.push(["seed", state.seed], ["games", state.games]);
    if (page.time) parts.push(["pace", state.pace]);
    if (state.deal) parts.push(["deal", state.deal]);
    return `#${new URLSearchParams(parts)}`;
  };

  const read = (text) => {
    const given = new URLSearchParams(text.replace(/^#/, ""));
    const strange = [];
    if (text.length < 2) return strange;
    const answers = ["", "b."].map((before) => page.questions.map((question) => {
      const key = given.get(before + question.name);
      const found = question.answers.findIndex((answer) => answer.key === key);
      if (key !== null && found < 0) strange.push(`${question.name}=${key}`);
      return key === null || found < 0 ? usual(question) : found;
    }));
    state.rules = given.get("two") ? answers : answers.slice(0, 1);
    Object.entries(fields).forEach(([name, read]) => {
      const text = given.get(name), value = text !== null && read(text);
      if (value) state[name] = value;
      else if (text !== null) strange.push(`${name}=${text}`);
    });
    return strange;
  };

  return { excluded, fields, link, read };
};
