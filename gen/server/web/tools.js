// The forms below the reader: generate, range, collisions, compare.
"use strict";

// tool has a form answered: show makes the elements of an answer, of gives the question.
function tool(name, of, show) {
  const form = byId(name), place = byId(name + "-answer");
  let asked = 0;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const number = ++asked;
    place.setAttribute("aria-busy", "true");
    let content;
    try {
      const question = of(Object.fromEntries(new FormData(form)));
      const answer = await answers.ask(name, question);
      content = show(answer, question);
    } catch (error) {
      content = [problem(error)];
      say(error.message);
    }
    if (number !== asked) return; // another was asked meanwhile
    place.setAttribute("aria-busy", "false");
    place.replaceChildren(...content);
  });
}

tool("generate", (f) => ({ scheme: f.scheme, count: Number(f.count), name: byId("of-name").hidden ? "" : f.name,
  namespace: f.namespace }), ({ ids, note }) => {
  say(ids.length + " generated");
  showGenerators().catch((error) => say(error.message));
  const text = ids.join("\n");
  const list = ids.length > 50 ? [element("pre", { className: "value" }, text)]
    : ids.map((id) => element("p", {}, value(id, id)));
  return [...list, note ? element("p", { className: "warn" }, note) : "",
    element("button", { type: "button", onclick: () => copy(text, ids.length + " IDs") }, "Copy all")];
});

// dayOf is the window of a day, of UTC or of the clock on the wall here.
function dayOf(day, zone) {
  const [year, month, date] = day.split("-").map(Number);
  const at = (day) => zone === "utc" ? new Date(Date.UTC(year, month - 1, day)) : new Date(year, month - 1, day);
  return { from: at(date).toISOString(), to: at(date + 1).toISOString() };
}

tool("range", (f) => ({ scheme: f.scheme, column: f.column, ...dayOf(f.day, f.zone) }), (answer) => {
  say("the range was found");
  const rows = element("dl");
  for (const [label, text] of [["SQL", answer.sql], ["smallest", answer.low], ["largest", answer.high],
    ["as numbers", answer.low_int === answer.low ? "" : answer.low_int + " to " + answer.high_int]]) {
    if (text) rows.append(element("dt", {}, label), element("dd", {}, value(text, label)));
  }
  return [rows, ...answer.notes.map((note) => element("p", { className: "warn" }, note))];
});

const spanOf = (years) => years.trim() + "y";

const loadOf = (f) => ({ rate: f.rate, for: spanOf(f.years), nodes: f.nodes.trim() });

tool("collisions", (f) => ({ scheme: f.scheme, ...loadOf(f) }), (answer, question) => {
  const text = "The probability that any two of " + answer.count + " " + answer.unit + " are equal is " +
    answer.text + ".";
  say(text);
  const levels = answer.levels.filter((level) => level.count)
    .map((level) => [level.name, plain(level.count), plain(level.seconds || "")]);
  const heads = ["probability", ">" + answer.unit, ">reached after"];
  const reached = table("Counts that reach a probability", heads, levels);
  return [element("p", {}, text, copyButton(answer.text, "the probability")),
    answer.curve ? curve(answer.curve, question.scheme) : "",
    ...(levels.length ? [reached, copyTable(reached, "the table")] : []),
    element("p", { className: "quiet" }, "Model: " + answer.model + ". " + answer.assumptions.join(". ") + ".")];
});

tool("compare", (f) => ({ schemes: f.schemes, ...loadOf(f) }), (answer) => {
  say("compared");
  const parts = [element("p", {}, "Collisions: " + answer.load + ".")];
  answer.tables.forEach((one, i) => {
    const box = table(i ? "Traits of the schemes" : "The schemes", one.head, (one.rows || []).map((row) => row.map(plain)));
    parts.push(box, copyTable(box, "the table"));
  });
  for (const set of answer.remarks) {
    parts.push(element("h3", {}, set.title), ...set.texts.map((text) => element("p", { className: "quiet" }, text)));
  }
  return parts;
});

const graphics = (name, attributes, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text) e.textContent = text;
  return e;
};

// curve draws a line over two logarithmic axes, and the point that was asked for.
function curve(c, scheme) {
  const width = 640, height = 320, left = 64, right = 16, top = 12, bottom = 44;
  const log = Math.log10;
  const points = c.x.map((x, i) => [x, c.y[i]]).filter(([x, y]) => x > 0 && y > 0);
  if (c.at_x > 0 && c.at_y > 0) points.push([c.at_x, c.at_y]);
  const xs = points.map(([x]) => log(x)), ys = points.map(([, y]) => log(y));
  const x0 = Math.floor(Math.min(...xs)), x1 = Math.max(Math.ceil(Math.max(...xs)), x0 + 1);
  const y0 = Math.floor(Math.min(...ys)), y1 = Math.max(Math.ceil(Math.max(...ys)), y0 + 1);
  const px = (x) => left + (log(x) - x0) / (x1 - x0) * (width - left - right);
  const py = (y) => height - bottom - (log(y) - y0) / (y1 - y0) * (height - top - bottom);
  const svg = graphics("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Curve of ${scheme}: ${c.y_label} against ${c.x_label}; the table below has its figures` });
  const step = (from, to, most) => Math.max(1, Math.ceil((to - from) / most));
  const decade = (n) => n >= -2 && n <= 3 ? String(10 ** n) : "1e" + n;
  for (let n = x0; n <= x1; n += step(x0, x1, 8)) {
    svg.append(graphics("path", { class: "axis", d: `M${px(10 ** n)} ${top}V${height - bottom}` }),
      graphics("text", { x: px(10 ** n), y: height - bottom + 16, "text-anchor": "middle" }, decade(n)));
  }
  for (let n = y0; n <= y1; n += step(y0, y1, 8)) {
    svg.append(graphics("path", { class: "axis", d: `M${left} ${py(10 ** n)}H${width - right}` }),
      graphics("text", { x: left - 6, y: py(10 ** n) + 4, "text-anchor": "end" }, decade(n)));
  }
  const path = c.x.map((x, i) => [x, c.y[i]]).filter(([x, y]) => x > 0 && y > 0)
    .map(([x, y], i) => `${i ? "L" : "M"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("");
  svg.append(graphics("path", { class: "curve", d: path }),
    graphics("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, c.x_label));
  if (c.at_x > 0 && c.at_y > 0) svg.append(graphics("circle", { class: "mark", cx: px(c.at_x), cy: py(c.at_y), r: 5 }));
  return svg;
}
