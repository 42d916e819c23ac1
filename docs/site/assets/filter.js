// The list of questions: only those with the words that are typed are shown.
(() => {
  "use strict";
  const field = document.getElementById("filter");
  const all = [...document.querySelectorAll(".asked-list li")];
  const status = document.getElementById("found");

  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const line of all) {
      const text = `${line.closest("section").dataset.game} ${line.textContent}`.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
    }
    for (const section of document.querySelectorAll("main section")) {
      section.hidden = [...section.querySelectorAll("li")].every((line) => line.hidden);
    }
    const left = all.filter((line) => !line.hidden).length;
    status.textContent = words.length ? `${left} of ${all.length} questions` : "";
  };
  field.addEventListener("input", narrow);
  field.closest("p").hidden = false;
  narrow();
})();
