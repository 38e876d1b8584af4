"use strict";
(() => {
  const root = document.documentElement;
  const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
  each("[data-print]", (b) => b.addEventListener("click", () => print()));
  // Paper has no folds, and figures must be drawn as wide as it is before it is laid out.
  addEventListener("beforeprint", () => {
    root.classList.add("printing");
    each("details:not([open])", (d) => {
      d.open = true;
      d.dataset.folded = "";
    });
  });
  addEventListener("afterprint", () => {
    root.classList.remove("printing");
    each("details[data-folded]", (d) => {
      d.open = false;
      delete d.dataset.folded;
    });
  });
  // A link to something folded opens the fold.
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  if (location.hash) unfold();
  // The contents mark the section that is being read.
  const lines = new Map();
  each(".toc a", (a) => lines.set(a.getAttribute("href").slice(1), a));
  const seen = new Set();
  const mark = () => {
    let current = null;
    for (const id of lines.keys()) if (seen.has(id)) { current = id; break; }
    lines.forEach((a, id) => a.toggleAttribute("aria-current", id === current));
    const line = lines.get(current);
    if (line) line.closest("ol").scrollLeft = line.offsetLeft - 60;
  };
  const watch = new IntersectionObserver((found) => {
    found.forEach((f) => f.isIntersecting ? seen.add(f.target.id) : seen.delete(f.target.id));
    if (seen.size) mark();
  }, { rootMargin: "-56px 0px -55% 0px" });
  lines.forEach((_, id) => {
    const section = document.getElementById(id);
    if (section) watch.observe(section);
  });
})();
