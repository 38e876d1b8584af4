"use strict";
(() => {
  const root = document.documentElement;
  const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const speak = (lang) => {
    root.lang = lang;
    each("[data-speak]", (b) => b.setAttribute("aria-pressed", String(b.dataset.speak === lang)));
  };
  each("[data-speak]", (b) => b.addEventListener("click", () => speak(b.dataset.speak)));
  each("[data-theme-switch]", (b) => b.addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
  }));
  speak(root.lang);
})();
