// The page: questions, the link that holds the answers, the player and what can be taken away.

(() => {
  const $ = (name) => document.getElementById(name);
  const state = { rules: [[]], games: 10000, seed: "1", pace: 0, deal: "", playing: false, number: 0, longest: null };
  let page, show, send, links, match;

  const unpacked = async (name) => {
    const bytes = Uint8Array.from(atob($(name).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  // A function with one instruction on vectors: whether this browser has them.
  const PROBE = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ];

  const say = (text, isError) => {
    $("status").hidden = false;
    $("ready").hidden = true;
    $("status").textContent = text;
    $("status").className = isError ? "error" : "";
  };

  const settings = (which, field) => [
    page.fixed[field],
    ...state.rules[which].map((answer, index) => page.questions[index].answers[answer][field]),
  ].filter(Boolean);

  /** The policy of each player, where they choose. */
  const policies = (which) => {
    const answers = state.rules[which];
    return Array.from({ length: warlab.valueOf(page, page.players, answers) }, (_, seat) => {
      const index = page.questions.findIndex(({ seats: [first, last] }) => first <= seat && seat < last);
      return page.questions[index].answers[answers[index]].policy;
    });
  };

  const take = () => {
    const both = state.rules.map((_, which) => which);
    const games = state.counts && !state.playing ? state.counts[0].games : state.games;
    const pace = page.time && state.pace !== page.time[1] && state.pace;
    const typed = (which) => [
      ...settings(which, "typed"), ...(page.players ? [`--policies ${policies(which).join(",")}`] : []),
    ];
    const chosen = (which) => (page.players ? [`policies = ${JSON.stringify(policies(which))}`] : []);
    const command = (which) => [
      `warlab play ${page.game}`, ...typed(which), `--games ${games}`, `--seed ${state.seed}`,
      ...(pace ? [`--seconds-per-play ${pace}`] : []),
    ].join(" ");
    $("command").textContent = both.map(command).join("\n");
    const lines = [
      `title = "My rules of ${page.title}"`,
      `question = "${page.asks}"`, `game = "${page.game}"`, `games = ${games}`, `seed = ${state.seed}`,
    ];
    const variant = (which) => [
      "\n[[variant]]", `name = "${NAMES[which]}"`, ...chosen(which), "[variant.rules]",
    ];
    both.forEach((which) => {
      lines.push(...(both.length > 1 ? variant(which) : [...chosen(which), "\n[rules]"]), ...settings(which, "toml"));
    });
    if (pace) lines.push(`\n[report]\nseconds_per_play = ${pace}`);
    $("scenario").textContent = lines.join("\n");
    const game = $("game-number").value || "0";
    const replay = [`warlab replay ${page.game} ${game} --seed ${state.seed}`, ...typed(0)];
    $("replay").textContent = [...replay, "--html game.html"].join(" ");
    $("link").value = location.href.split("#")[0] + links.link();
  };

  const keep = () => {
    history.replaceState(null, "", links.link());
    take();
  };

  const stopped = (why) => {
    say(why, true);
    state.playing = false;
    $("rest").hidden = true;
    buttons();
  };

  const play = () => {
    const why = state.rules.map(links.excluded).find(Boolean);
    state.number += 1;
    if (why) { send({ stop: true }); stopped(why); return; }
    keep();
    state.playing = true;
    state.counts = null;
    if (match) match.begin();
    buttons();
    send({ asked: { rules: state.rules, seed: state.seed, games: state.games }, number: state.number });
  };

  const buttons = () => {
    $("stop").hidden = !state.playing;
    $("go").hidden = state.playing;
    $("go").textContent = state.counts?.[0].games < state.games ? "Go on" : "Play";
  };

  const NAMES = ["first rules", "second rules"];

  const heard = (news) => {
    if (news.state === "ready") {
      $("sixteen").hidden = !news.vectors;
      play();
    } else if (news.state === "match" || news.state === "deal") {
      match.show(news);
    } else if (news.state === "failed" && news.number === state.number) {
      stopped(`The games could not be played: ${news.why}`);
    } else if (news.number === state.number) {
      state.playing = news.state === "playing";
      state.counts = news.counts;
      buttons();
      const rate = news.seconds && Math.round((news.done * news.counts.length) / news.seconds);
      const how = { playing: " so far", stopped: ", stopped", done: "" }[news.state];
      const speed = rate ? `, ${rate.toLocaleString("en")} a second` : "";
      say(`${news.done.toLocaleString("en")} game${news.done === 1 ? "" : "s"}${how}${speed}`);
      $("rest").hidden = false;
      const [length, game] = news.counts[0].longest;
      $("longest").textContent = length < 0 ? ""
        : `The longest game that ended is number ${game}: ${length.toLocaleString("en")} ${page.unit}.`;
      if (length >= 0 && !$("game-number").dataset.typed) $("game-number").value = game;
      take();
      show(news.counts, NAMES, state.pace);
      Object.assign(document.documentElement.dataset, { games: news.done, state: news.state });
    }
  };

  const asked = () => {
    const part = (which, isOpen) => page.questions.map((question, index) => [question, index])
      .filter(([question]) => question.open === isOpen).map(([question, index]) => {
        const label = document.createElement("label"), select = document.createElement("select");
        label.append(question.text, select);
        question.answers.forEach((answer, at) => select.add(new Option(answer.label, String(at))));
        select.value = String(state.rules[which][index]);
        select.addEventListener("change", () => { state.rules[which][index] = Number(select.value); play(); });
        return label;
      });
    ["first", "second"].forEach((name, which) => {
      $(name).hidden = which >= state.rules.length;
      if (which >= state.rules.length) return;
      $(`${name}-open`).replaceChildren(...part(which, true));
      const folded = part(which, false);
      $(`${name}-more`).replaceChildren(...folded);
      $(`${name}-folded`).hidden = !folded.length;
      $(`${name}-folded`).open ||= state.rules[which].some((answer, index) => answer && !page.questions[index].open);
    });
    $("two").checked = state.rules.length > 1;
    ["games", "seed", "pace"].forEach((name) => { $(name).value = state[name]; });
  };

  /** Play on to the games that are wanted, or anew if there are enough already. */
  const further = () => {
    if (!state.counts || state.counts[0].games >= state.games) { play(); return; }
    keep();
    state.playing = true;
    buttons();
    send({ more: state.games });
  };

  /** Take what a field says, or tell what it may say. */
  const taken = (name, words, then) => () => {
    const value = links.fields[name]($(name).value.trim());
    if (!value) { say(words, true); return; }
    state[name] = value;
    then();
  };

  const changed = {
    two: () => {
      state.rules = $("two").checked ? [state.rules[0], [...state.rules[0]]] : [state.rules[0]];
      asked();
      play();
    },
    games: taken("games", "Play 1 to 1,000,000,000 games.", further),
    seed: taken("seed", "A seed is a whole number from 0 to 2^64 − 1.", play),
    pace: taken("pace", "A card takes more than 0 and at most 3600 seconds.", () => {
      keep();
      if (state.counts) show(state.counts, NAMES, state.pace);
    }),
  };

  /** Take what the link holds, and say what of it is not known here. */
  const linked = () => {
    const strange = links.read(location.hash);
    $("strange").textContent = strange.length ? `This page lacks what the link asks for: ${strange.join(", ")}.` : "";
  };

  const listen = () => {
    Object.entries(changed).forEach(([name, hear]) => $(name).addEventListener("change", hear));
    $("go").addEventListener("click", further);
    $("stop").addEventListener("click", () => send({ stop: true }));
    $("game-number").addEventListener("input", () => { $("game-number").dataset.typed = "1"; take(); });
    addEventListener("hashchange", () => { linked(); asked(); play(); });
    // Where the clipboard is closed, what is selected can be copied by hand.
    document.querySelectorAll("[data-copies]").forEach((button) => button.addEventListener("click", () => {
      const from = $(button.dataset.copies);
      getSelection().selectAllChildren(from);
      if (from.select) from.select();
      if (navigator.clipboard) navigator.clipboard.writeText(from.value || from.textContent).catch(() => {});
    }));
  };

  const worker = (failed) => {
    try {
      const text = $("playing").textContent;
      const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
      made.onmessage = (event) => heard(event.data);
      made.onerror = failed;
      return (message) => made.postMessage(message);
    } catch { return null; }
  };

  const start = async () => {
    document.documentElement.classList.toggle("framed", parent !== window);
    if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
      say("This browser has no WebAssembly or cannot unpack gzip; one from 2023 on has both.", true);
      return;
    }
    page = JSON.parse(new TextDecoder().decode(await unpacked("data")));
    state.rules = [page.questions.map(() => 0)];
    if (page.time) state.pace = page.time[1];
    links = warlab.link(page, state);
    linked();
    if (page.match) match = warlab.match(page, $("match"), (asked) => send({ match: asked }), state);
    if (page.own_deal) match = warlab.deal(page, $("match"), (asked) => send({ deal: asked }), state, keep);
    show = warlab.view(page, $);
    asked();
    listen();
    $("pace").parentElement.hidden = !page.time;
    $("ready").hidden = true;
    $("form").hidden = false;
    const kinds = ["plain", "vectors"].filter($);
    const can = kinds.filter((kind) => kind === "plain" || WebAssembly.validate(new Uint8Array(PROBE)));
    const modules = await Promise.all(can.map(unpacked));
    const alone = () => { send = warlab.player(heard); send({ page, modules }); };
    send = worker(alone);
    if (send) send({ page, modules }); else alone();
  };

  start().catch((error) => say(`The page could not begin: ${error}`, true));
})();
