// The player: short blocks one after the other, in a worker or, where none can be made, in the page itself.

/**
 * Plays what it is asked and posts what it has counted.
 */
warlab.player = (post) => {
  const BLOCK_MS = 40, NEWS_MS = 150, MOST_GAMES = 1 << 16, FIRST_GAMES = 128;
  let engine, asked, counts, others, done = 0, size = 0, running = false, told = 0, number = 0, busy = 0;

  const news = (state) => {
    told = performance.now();
    const posted = [counts, others].filter(Boolean).map((one) => one.posted());
    post({ state, number, done, seconds: busy / 1000, counts: posted });
  };

  const block = () => {
    const games = Math.min(size, asked.games - done, MOST_GAMES);
    const begun = performance.now();
    let rows = engine.play(asked.rules[0], asked.seed, BigInt(done), games);
    counts.block(rows, done, games);
    if (others) {
      const copied = Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, values.slice()]));
      rows = engine.play(asked.rules[1], asked.seed, BigInt(done), games);
      others.block(rows, done, games);
      others.against(rows, copied, games);
    }
    done += games;
    const took = performance.now() - begun;
    busy += took;
    // The next block takes about as long as wanted, but at most four times as many games as this one.
    size = Math.max(1, Math.min(Math.round((size * BLOCK_MS) / Math.max(took, 1)), 4 * size));
  };

  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    if (!running) return;
    try {
      block();
    } catch (error) {
      running = false;
      post({ state: "failed", number, why: String(error) });
      return;
    }
    if (done >= asked.games) {
      running = false;
      news("done");
      return;
    }
    if (performance.now() - told > NEWS_MS) news("playing");
    setTimeout(() => channel.port2.postMessage(0), 0);
  };

  return async (message) => {
    if (message.page) {
      try {
        engine = await warlab.Engine.made(message.page, message.modules);
        post({ state: "ready", vectors: message.modules.length > 1 });
      } catch (error) { post({ state: "failed", number: 0, why: String(error) }); }
    } else if (message.match) {
      const { answers, seed, game, moves } = message.match;
      post({ state: "match", ...engine.match(answers, BigInt(seed), BigInt(game), moves), moves });
    } else if (message.deal) {
      post({ state: "deal", rows: engine.dealt(message.deal.answers, message.deal.row) });
    } else if (message.stop) {
      if (running) { running = false; news("stopped"); }
    } else if (message.more) {
      asked = { ...asked, games: message.more };
      if (!running) { running = true; channel.port2.postMessage(0); }
    } else {
      asked = { ...message.asked, seed: BigInt(message.asked.seed) };
      number = message.number;
      counts = new warlab.Counts(engine.page);
      others = asked.rules.length > 1 ? new warlab.Counts(engine.page) : null;
      done = 0; busy = 0; told = 0; size = FIRST_GAMES;
      if (!running) { running = true; channel.port2.postMessage(0); }
    }
  };
};

if (typeof document === "undefined") {
  const play = warlab.player((news) => postMessage(news));
  onmessage = (event) => play(event.data);
}
