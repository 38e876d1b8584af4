"use strict";
(() => {
  const root = document.documentElement;
  const read = (id) => document.getElementById(id).textContent;
  const { palettes, template, config, words, figures } = JSON.parse(read("figure-drawings"));
  const places = [...document.querySelectorAll("[data-figure]")].filter((p) => figures[p.dataset.figure]);
  const drawn = new Set();
  const system = matchMedia("(prefers-color-scheme: dark)");
  let printing = false;

  const lang = () => (root.lang.startsWith("zh") ? "zh" : "en");
  const theme = () => (printing ? "light" : root.dataset.theme || (system.matches ? "dark" : "light"));

  // Texts in two languages are {en, zh}, colours are {"@": name}: see resolve.py.
  const resolve = (value, l, colours) => {
    if (Array.isArray(value)) return value.map((item) => resolve(item, l, colours));
    if (value === null || typeof value !== "object") return value;
    if ("@" in value) return colours[value["@"]];
    if ("zh" in value && "en" in value) return value[l];
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v, l, colours)]));
  };
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

  let loading = null;
  const library = () => (loading ??= (async () => {
    const packed = Uint8Array.from(atob(read("figure-library")), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(stream).text();
    document.head.append(script);
    if (!window.Plotly) throw new Error("Plotly");
  })());

  const save = (id, format) => (plot) => {
    const { layout } = plot;
    const title = { text: escaped(resolve(figures[id].title, lang(), {})), x: 0, xref: "container",
      xanchor: "left", y: 1, yref: "container", yanchor: "top", pad: { t: 12, l: 12 } };
    const margin = { ...template.layout.margin, ...layout.margin };
    const titled = { ...layout, title, margin: { ...margin, t: margin.t + 36 } };
    return Plotly.downloadImage({ data: plot.data, layout: titled }, { format, filename: id,
      width: plot.clientWidth, height: plot.clientHeight + 36, scale: format === "png" ? 2 : 1 });
  };
  const buttons = (id, l) => ["png", "svg"].map((format) => ({
    name: resolve(words[`save_${format}`], l, {}), icon: Plotly.Icons[format === "png" ? "camera" : "disk"],
    click: save(id, format),
  }));

  const draw = (place) => {
    const id = place.dataset.figure, l = lang(), figure = figures[id], colours = palettes[theme()];
    const { data, layout } = resolve({ data: figure.data, layout: { ...figure.layout, template } }, l, colours);
    place.setAttribute("aria-label", `${resolve(figure.title, l, {})}. ${resolve(figure.caption, l, {})}`);
    drawn.add(place);
    Plotly.react(place, data, layout, { ...config, modeBarButtons: [buttons(id, l)] });
  };
  const failed = (place) => {
    place.style.height = "auto";
    place.classList.add("undrawn");
    place.textContent = resolve(words.cannot_draw, lang(), {});
  };
  const show = (place) => library().then(() => draw(place)).catch((error) => { console.warn(error); failed(place); });

  places.forEach((place) => { place.style.height = `${figures[place.dataset.figure].layout.height}px`; });
  const seen = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => {
    seen.unobserve(e.target);
    show(e.target);
  }), { rootMargin: "600px" });
  places.forEach((place) => seen.observe(place));

  const again = () => window.Plotly && drawn.forEach(draw);
  new MutationObserver(again).observe(root, { attributes: true, attributeFilter: ["lang", "data-theme"] });
  system.addEventListener("change", again);

  // Paper is white and shows everything; what it shows must be drawn before the event returns.
  addEventListener("beforeprint", () => {
    printing = true;
    if (window.Plotly) places.forEach(draw);
  });
  addEventListener("afterprint", () => { printing = false; again(); });
  // So that a reader who prints without scrolling finds the library there.
  if (places.length) (window.requestIdleCallback || setTimeout)(() => library().catch(() => {}));
  window.figuresDrawn = () => library().then(() => places.forEach((p) => drawn.has(p) || draw(p)));
})();
