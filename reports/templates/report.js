// The charts of a page that loads nothing: they and Vega are inside it, packed. Its drawings stay without them.
(() => {
  "use strict";
  const packed = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };

  const start = async () => {
    const [program, charts] = await Promise.all([packed("vega"), packed("charts")]);
    const page = {};
    new Function("window", program)(page);
    liveCharts(JSON.parse(charts), page.vegaEmbed);
  };

  if (document.getElementById("charts") && "DecompressionStream" in window) atFirstSign(start);
})();
