// Drawn charts become live ones, which answer to the pointer and highlight one variant everywhere.
"use strict";

/** Start what takes seconds of a phone's processor, as Vega does, at the first sign of a reader. */
const atFirstSign = (start) => new Promise((done) => {
  const signs = ["pointermove", "touchstart", "keydown", "scroll"];
  signs.forEach((sign) => addEventListener(sign, done, { once: true, passive: true }));
}).then(start).catch(() => {});

/**
 * Draw a chart into an element, in place of what is there. Its expressions are interpreted, so no page needs `eval`.
 * @param {HTMLElement} box
 * @param {object} chart of Vega-Lite
 * @param {Function} embed Vega's function that draws a chart
 */
const drawChart = (() => {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const show = (handler, event, item, text) => {
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const { clientX: x, clientY: y } = event.touches ? event.touches[0] : event;
    tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = (y + 18 + tip.offsetHeight > innerHeight ? y - 10 - tip.offsetHeight : y + 18) + "px";
  };

  return async (box, chart, embed) => {
    const options = { actions: false, ast: true, defaultStyle: false, renderer: "svg", tooltip: show };
    const { view } = await embed(box, chart, options);
    return view;
  };
})();

/**
 * Make the drawings of a page live; a drawing stays where its chart cannot be made.
 * @param {{charts: object[], names: string[]}} page the charts in the order of their drawings, and the variants in them
 * @param {Function} embed Vega's function that draws a chart
 */
const liveCharts = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const small = matchMedia("(max-width: 40rem)");
  const views = new Map();

  const draw = async (place, spec, embed) => {
    views.set(place, null);
    const box = document.createElement("div");
    box.className = "live";
    box.setAttribute("aria-hidden", "true");
    const slim = small.matches && spec.narrow;
    box.classList.toggle("small", Boolean(slim));
    place.append(box);
    const chart = { ...(slim ? spec.narrow : spec.wide), datasets: spec.datasets };
    const view = await drawChart(box, chart, embed).catch((error) => { box.remove(); throw error; });
    views.get(place)?.finalize();
    place.querySelectorAll(".live").forEach((old) => { if (old !== box) old.remove(); });
    place.classList.add("drawn");
    views.set(place, view);
    return view;
  };

  const start = ({ charts, names }, embed) => {
    let chosen = "";

    const highlight = (view) => view && view.signal("chosen", chosen).runAsync();
    const choose = (name) => {
      chosen = chosen === name ? "" : name;
      views.forEach(highlight);
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.value === chosen)));
      all("tbody tr").forEach((row) => {
        const own = row.cells[0].textContent;
        row.classList.toggle("dimmed", chosen !== "" && names.includes(own) && own !== chosen);
      });
    };

    const group = document.createElement("div");
    group.className = "variants";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Highlight in all charts");
    const title = document.createElement("p");
    title.textContent = "Highlight in all charts";
    const buttons = names.map((name) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", value: name, textContent: name });
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => choose(name));
      return button;
    });
    group.append(title, ...buttons);
    const settle = () => {
      const aside = document.querySelector(".contents");
      if (getComputedStyle(aside).display === "none") document.querySelector("details").before(group);
      else aside.append(group);
    };
    if (names.length > 1) {
      settle();
      addEventListener("resize", settle);
    }

    const make = async (place) => {
      const view = await draw(place, charts[place.dataset.chart], embed);
      view.addEventListener("click", (event, item) => {
        const { name, variant, policy, value } = (item && item.datum) || {};
        const meant = [name, variant, policy, value, item && item.text].find((each) => names.includes(each));
        if (meant !== undefined) choose(meant);
      });
      await highlight(view);
    };
    const seen = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => {
      if (isIntersecting && !views.has(target)) make(target).catch(() => {});
    }), { rootMargin: "300px" });
    all(".drawing").forEach((place) => seen.observe(place));
    small.addEventListener("change", () => [...views.keys()].forEach((place) => make(place).catch(() => {})));
  };

  return start;
})();
