// The charts of a report: its drawings become live at the first sign of a reader. Where Vega cannot be loaded, they stay.
(() => {
  "use strict";
  const report = /** @type {HTMLElement | null} */ (document.querySelector("[data-charts]"));
  if (!report || !report.querySelector(".drawing")) return;

  const start = async () => {
    const [charts] = await Promise.all([warlab.load(report.dataset.charts), warlab.load("assets/vega.js")]);
    liveCharts(charts, window.vegaEmbed);
  };
  atFirstSign(start);
})();
