// The charts of a report: its drawings become live at the first sign of a reader, if Vega can be loaded.
(() => {
  "use strict";
  const report = document.querySelector("[data-charts]");
  if (!report.querySelector(".drawing")) return;

  atFirstSign(async () => {
    const [charts] = await Promise.all([warlab.load(report.dataset.charts), warlab.load("assets/vega.js")]);
    liveCharts(charts, window.vegaEmbed);
  });
})();
