// The charts of a report: its drawings become live once the page is shown. Where Vega cannot be loaded, they stay.
(() => {
  "use strict";
  const report = /** @type {HTMLElement | null} */ (document.querySelector("[data-charts]"));
  if (!report || !report.querySelector(".drawing")) return;

  const start = async () => {
    const [charts] = await Promise.all([warlab.load(report.dataset.charts), warlab.load("assets/vega.js")]);
    liveCharts(charts, window.vegaEmbed);
  };
  const soon = () => setTimeout(() => start().catch(() => {}), 0);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
})();
