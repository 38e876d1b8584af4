// The cases of a run: list, search, filter, sort, open one. Only ever sets text, never markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const section = document.getElementById("cases");
  if (!section || !data.cases) return;
  const body = section.querySelector("tbody");
  const cases = data.cases;
  const words = data.words;
  const FILTERS = ["q", "verdict", "reason", "blame", "scene", "domain", "scene_type", "condition", "kind", "by"];
  let wanted = {};
  let order = null;

  const make = (tag, name, ...inside) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...inside.filter((one) => one !== null && one !== undefined));
    return made;
  };
  const both = (pair, values = {}) => {
    const fill = (text) => text.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
    if (typeof pair === "string") return make("span", "", pair);
    return ["en", "zh-CN"].reduce((into, lang, at) => {
      const span = make("span", "", fill(pair[at]));
      span.lang = lang;
      into.append(span);
      return into;
    }, document.createDocumentFragment());
  };
  const named = (group, value) => (data.names[group] || {})[value] || value;
  const verdictOf = (c) => c.passed === true ? "passed" : c.passed === false || c.reason ? "failed" : "undecided";
  const number = (x) => typeof x === "boolean" ? (x ? "✓" : "✗") : String(Number(x.toPrecision(4)));
  const read = (c, column) => {
    for (const at of [c, c.scores || {}, c.values || {}]) {
      if (typeof at[column] === "number" || typeof at[column] === "boolean") return Number(at[column]);
    }
    return null;
  };
  const haystack = (c) => c.found ??= [c.id, c.scene, c.domain, c.reason, c.kind, ...["input", "expected", "output", "error"]
    .map((part) => c[part] && c[part][0])].filter(Boolean).join("\n").toLowerCase();

  // What is wanted stands in the address, so that it can be sent to somebody.
  const tests = {
    q: (c, v) => v.toLowerCase().split(/\s+/).every((word) => haystack(c).includes(word)),
    verdict: (c, v) => verdictOf(c) === v,
    by: (c, v) => read(c, v) !== null,
    scene_type: (c, v) => v === "other" ? !!c.scene_type && c.scene_type !== "train" : (c.scene_type ?? "") === v,
    condition: (c, v) => v === "plain" ? !c.condition : (c.condition || "") === v,
  };
  const matches = (c) => FILTERS.every((key) => !(key in wanted)
    || (tests[key] ? tests[key](c, wanted[key]) : (c[key] ?? "") === wanted[key]));
  const address = () => {
    const said = new URLSearchParams(wanted).toString();
    return said ? `#cases?${said}` : "#cases";
  };
  const remember = () => history.replaceState(null, "", address());

  const passage = (label, part) => {
    if (!part) return [];
    const [text, cut] = part;
    const shown = text.trim() ? make("pre", "", text) : make("span", "cut", both(words.blank));
    if (text.trim()) shown.dir = "auto";
    const more = cut ? make("span", "cut", both(words.cut, { n: cut.toLocaleString("en") })) : null;
    return [make("dt", "", both(words[label])), make("dd", "", shown, more)];
  };
  // Words of alphabets whole, everything else character by character.
  const pieces = (text) => text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+|\s+|./gsu) || [];
  const difference = (expected, output) => {
    const a = pieces(expected), b = pieces(output);
    if (a.length * b.length > 1e6) return null;
    const width = b.length + 1;
    const common = new Uint16Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1] + 1
        : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
    const made = make("pre", "diff");
    made.dir = "auto";
    let run = null;
    const add = (tag, text) => {
      if (!run || run[0] !== tag) { run = [tag, make(tag)]; made.append(run[1]); }
      run[1].append(text);
    };
    let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) { add("span", a[i]); i++; j++; }
      else if (j >= b.length || (i < a.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) add("del", a[i++]);
      else add("ins", b[j++]);
    }
    return common[0] * 5 >= Math.max(a.length, b.length) ? made : null;
  };
  const chips = (found) => Object.entries(found).map(([name, value]) => make("span", "score", make("span", "calm", `${name} `), number(value)));
  const detail = (c) => {
    const list = make("dl", "");
    for (const part of ["input", "expected", "output", "error"]) list.append(...passage(part, c[part]));
    if (c.expected && c.output && c.expected[0] !== c.output[0]) {
      const shown = difference(c.expected[0], c.output[0]);
      if (shown) list.append(make("dt", "", both(words.difference)), make("dd", "", shown));
    }
    if (c.scores) list.append(make("dt", "", both(words.scores)), make("dd", "scores", ...chips(c.scores)));
    if (c.values) list.append(make("dt", "", both(words.values)), make("dd", "scores", ...chips(c.values)));
    for (const [name, part] of Object.entries(c.evidence || {})) {
      list.append(make("dt", "", both(words.evidence)), make("dd", "note", make("span", "calm", `${name} `), part[0] + (part[1] ? "…" : "")));
    }
    if (c.steps) {
      const steps = make("ol", "steps", ...c.steps.map((step) => make("li", "", step)));
      const more = c.steps_cut ? make("span", "cut", both(words.steps_cut, { n: c.steps_cut })) : null;
      list.append(make("dt", "", both(words.steps)), make("dd", "", steps, more));
    }
    const link = make("a", "drill", both(words.permalink));
    link.href = `#case-${c.row}`;
    const places = [c.domain, c.scene].filter(Boolean).map((place) => make("bdi", "", place));
    const where = make("div", "where");
    places.forEach((place) => where.append(place, " · "));
    if (c.condition) where.append(both(named("condition", c.condition)), c.kind ? ": " : "", c.kind ? both(named("kind", c.kind)) : "", " · ");
    where.append(link);
    return make("div", "example", where, list);
  };

  const rows = new Map();
  const columns = () => [...section.querySelectorAll("thead th")].filter((th) => getComputedStyle(th).display !== "none").length;
  const toggle = (c, open) => {
    const { line, below } = rows.get(c.row);
    const show = open ?? below.hidden;
    if (show && !below.firstChild) {
      const cell = make("td", "", detail(c));
      below.append(cell);
    }
    if (show) below.firstChild.colSpan = columns();
    below.hidden = !show;
    line.firstChild.firstChild.setAttribute("aria-expanded", String(show));
  };
  const row = (c) => {
    const open = make("button", "open", make("bdi", "", c.id));
    open.type = "button";
    open.setAttribute("aria-expanded", "false");
    const verdict = verdictOf(c);
    const tone = { passed: "good", failed: "bad", undecided: "calm" }[verdict];
    const line = make("tr", "case",
      make("td", "name", open, data.epochs ? make("span", "id", " ", both(words.epoch, { n: (c.epoch || 0) + 1 })) : null),
      make("td", "", make("span", `dot-word ${tone}`, both(words[`verdict_${verdict}`])),
        c.reason ? make("div", "note", both(named("reason", c.reason))) : null),
      make("td", "wide name", make("bdi", "", c.scene || ""),
        c.condition ? make("div", "note", both(named("condition", c.condition)), c.kind ? ": " : "", c.kind ? both(named("kind", c.kind)) : "") : null),
      make("td", "note", make("span", "clamp", make("bdi", "", c.input ? c.input[0].slice(0, 240) : "–"))),
      make("td", "num wide", c.latency_s === undefined ? "–" : number(c.latency_s)));
    line.id = `case-${c.row}`;
    const below = make("tr", "below");
    below.hidden = true;
    rows.set(c.row, { line, below });
    line.addEventListener("click", (event) => {
      if (!event.target.closest("a") && !String(getSelection())) toggle(c);
    });
    return [line, below];
  };

  const key = (c) => {
    if (order.by === "row") return c.row;
    if (order.by === "verdict") return { failed: 0, undecided: 1, passed: 2 }[verdictOf(c)];
    if (order.by === "scene") return c.scene || "";
    return read(c, order.by);
  };
  const sorted = (found) => {
    if (!order) return found;
    const sign = order.down ? -1 : 1;
    return [...found].sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === null || y === null) return (x === null) - (y === null);
      return (x < y ? -1 : x > y ? 1 : a.row - b.row) * (x === y ? 1 : sign);
    });
  };
  const show = () => {
    const found = sorted(cases.filter(matches));
    body.replaceChildren(...found.flatMap((c) => {
      const known = rows.get(c.row);
      return known ? [known.line, known.below] : row(c);
    }));
    if (!found.length) {
      const cell = make("td", "empty", both(words.nothing_found));
      cell.colSpan = columns();
      body.append(make("tr", "", cell));
    }
    const count = section.querySelector("[data-found]");
    const all = cases.length.toLocaleString("en"), some = found.length.toLocaleString("en");
    count.replaceChildren(both(found.length === cases.length ? words.shown_all : words.shown, { shown: some, all }));
    section.querySelector("[data-clear]").hidden = !Object.keys(wanted).length && !order;
    section.querySelectorAll("[data-filter]").forEach((field) => {
      const value = wanted[field.dataset.filter];
      if (field.tagName === "SELECT") field.value = value === undefined ? "*" : `=${value}`;
      else if (document.activeElement !== field) field.value = value ?? "";
    });
    section.querySelectorAll("[data-sort]").forEach((b) => {
      const mine = order && order.by === b.dataset.sort;
      b.dataset.order = mine ? (order.down ? "down" : "up") : "";
    });
    const offered = new Set([...section.querySelectorAll("[data-filter]")].map((f) => f.dataset.filter));
    section.querySelector("[data-chips]").replaceChildren(...Object.keys(wanted).filter((k) => FILTERS.includes(k) && !offered.has(k)).map((k) => {
      const chip = make("button", "chip", both(words[`by_${k}`]), ": ", both(wanted[k] ? named(k, wanted[k]) : words.no_group), " ×");
      chip.type = "button";
      chip.addEventListener("click", () => { delete wanted[k]; if (k === "by") order = null; remember(); show(); });
      return chip;
    }));
  };

  const option = (value, text) => { const made = make("option", "", text); made.value = value; return made; };
  const language = () => document.documentElement.lang === "en" ? 0 : 1;
  const say = (said) => typeof said === "string" ? said : said[language()];
  const fillSelects = () => section.querySelectorAll("select").forEach((select) => {
    const name = select.dataset.filter;
    const of = { verdict: verdictOf, condition: (c) => c.condition || "plain" }[name] || ((c) => c[name] ?? "");
    const counts = new Map();
    cases.forEach((c) => { if (name !== "reason" || c.reason) counts.set(of(c), (counts.get(of(c)) || 0) + 1); });
    const label = (v) => name === "verdict" ? say(words[`verdict_${v}`]) : v === "" ? say(words.no_group)
      : v === "plain" && name === "condition" ? say(words.plain) : say(named(name, v));
    const known = [...counts].sort(([a, n], [b, m]) => name === "scene" ? (a < b ? -1 : 1) : m - n);
    if (wanted[name] !== undefined && !counts.has(wanted[name])) known.push([wanted[name], 0]);
    select.replaceChildren(option("*", say(words.any)), ...known.map(([v, n]) => option(`=${v}`, `${label(v)} (${n})`)));
    select.value = wanted[name] === undefined ? "*" : `=${wanted[name]}`;
  });
  new MutationObserver(() => { fillSelects(); }).observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });

  section.querySelectorAll("select").forEach((select) => select.addEventListener("change", () => {
    if (select.value === "*") delete wanted[select.dataset.filter];
    else wanted[select.dataset.filter] = select.value.slice(1);
    remember();
    show();
  }));
  section.querySelector("input[type=search]").addEventListener("input", (event) => {
    if (event.target.value.trim()) wanted.q = event.target.value;
    else delete wanted.q;
    remember();
    show();
  });
  section.querySelector("[data-clear]").addEventListener("click", () => { wanted = {}; order = null; remember(); fillSelects(); show(); });
  section.querySelectorAll("[data-sort]").forEach((b) => b.addEventListener("click", () => {
    const same = order && order.by === b.dataset.sort;
    order = { by: b.dataset.sort, down: same ? !order.down : b.dataset.sort === "latency_s" };
    show();
  }));

  // #cases?scene=fire, #case-17
  const follow = () => {
    const hash = location.hash.slice(1);
    if (hash.startsWith("cases?")) {
      const asked = new URLSearchParams(hash.slice(6));
      wanted = Object.fromEntries([...asked].filter(([k]) => FILTERS.includes(k)));
      order = wanted.by ? { by: wanted.by, down: asked.get("worst") === "high" } : null;
      fillSelects();
      show();
      section.scrollIntoView();
    } else if (/^case-\d+$/.test(hash)) {
      const c = cases.find((one) => `case-${one.row}` === hash);
      if (!c) return;
      if (!matches(c)) { wanted = {}; order = null; fillSelects(); show(); }
      toggle(c, true);
      rows.get(c.row).line.scrollIntoView();
    }
  };
  fillSelects();
  show();
  addEventListener("hashchange", follow);
  follow();
})();
