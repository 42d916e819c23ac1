// The charts of a report: its drawings become live at the first sign of a reader, since Vega takes seconds of a phone's
// processor. Where Vega cannot be loaded, they stay.
(() => {
  "use strict";
  const report = /** @type {HTMLElement | null} */ (document.querySelector("[data-charts]"));
  if (!report || !report.querySelector(".drawing")) return;

  const start = async () => {
    const [charts] = await Promise.all([warlab.load(report.dataset.charts), warlab.load("assets/vega.js")]);
    liveCharts(charts, window.vegaEmbed);
  };
  const signs = ["pointermove", "touchstart", "keydown", "scroll"];
  const begin = () => {
    signs.forEach((sign) => removeEventListener(sign, begin));
    start().catch(() => {});
  };
  signs.forEach((sign) => addEventListener(sign, begin, { passive: true }));
})();
