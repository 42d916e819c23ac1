// What the page does beyond its words and pictures: links open the folded section they lead to, printing opens all,
// what is wider than the page can be scrolled by keyboard, and the drawn charts become live ones, which answer to the
// pointer and highlight one variant everywhere. Without this script the page is complete: its charts are drawings then.
(() => {
  "use strict";
  const all = (selector) => [...document.querySelectorAll(selector)];

  const open = (hash) => {
    const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    const section = target && target.closest("details");
    if (section) section.open = true;
    if (section) section.scrollIntoView();
  };
  addEventListener("hashchange", () => open(location.hash));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link) setTimeout(open, 0, link.hash);
  });
  open(location.hash);

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open])");
    folded.forEach((section) => { section.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((section) => { section.open = false; }));

  // Only what can be scrolled is a stop of the Tab key.
  const measured = new ResizeObserver((entries) => entries.forEach(({ target }) => {
    const over = target.scrollWidth > target.clientWidth;
    target.classList.toggle("over", over);
    if (over) { target.tabIndex = 0; target.setAttribute("role", "region"); }
    else { target.removeAttribute("tabindex"); target.removeAttribute("role"); }
  }));
  all(".scroll").forEach((box) => measured.observe(box));

  const packed = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };

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
    const options = { actions: false, defaultStyle: false, renderer: "svg", tooltip: show };
    const { view } = await embed(box, chart, options).catch((error) => { box.remove(); throw error; });
    views.get(place)?.finalize();
    place.querySelectorAll(".live").forEach((old) => { if (old !== box) old.remove(); });
    place.classList.add("drawn");
    views.set(place, view);
    return view;
  };

  const start = async () => {
    const [program, data] = await Promise.all([packed("vega"), packed("charts")]);
    const page = {};
    new Function("window", program)(page);
    const { charts, names } = JSON.parse(data);
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
      const view = await draw(place, charts[place.dataset.chart], page.vegaEmbed);
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

  // Where Vega cannot start, the drawings stay.
  if (document.getElementById("charts") && "DecompressionStream" in window) start().catch(() => {});
})();
