// The page: reads what is pasted, while it is typed, and tells what it can do.
"use strict";

const rowsAtOnce = 200;
const field = byId("text");
let readings = 0;

// A text that is longer than this is not put into the field, which would hold the page for seconds.
const mostInField = 50_000;
let pasted = "";

async function read() {
  const text = (pasted || field.value).trim();
  const number = ++readings;
  if (!text) return byId("answer").replaceChildren();
  let content;
  try {
    if (!text.includes("\n")) content = await readOne(text);
    else content = await (reads === "server" ? readFirst : readLines)(text);
  } catch (error) {
    content = problem(error);
    say(error.message);
  }
  if (number !== readings) return; // another text was pasted meanwhile
  byId("answer").replaceChildren(content);
  document.body.dataset.read = number;
}

async function readOne(text) {
  const answer = await answers.ask("read", { text, as: byId("as").value.trim() });
  const best = answer.result.readings[0];
  const created = best && best.time ? ", created " + best.time : "";
  say(best ? best.scheme + ", " + best.confidence + created : answer.result.error.message);
  return card(answer);
}

// readFirst shows the first of many lines, where nothing reads more.
async function readFirst(text) {
  const first = await readOne(text.split("\n", 1)[0]);
  return element("div", {}, element("p", {}, "Only the first line was read: " + withoutProgram.message + "."), first);
}

// readLines shows the kinds of many lines, and some lines; each opens its card.
async function readLines(text) {
  const as = byId("as").value.trim();
  const answer = await answers.ask("lines", { text, as, rows: rowsAtOnce });
  const summary = answer.ids + " of " + answer.lines + (answer.lines === 1 ? " line is an ID" : " lines are IDs") +
    (answer.first ? ", created " + answer.first + " to " + answer.last : "");
  say(summary);
  const kinds = table("Kinds", ["scheme", ">lines"], answer.kinds.map((kind) => [kind.scheme, plain(String(kind.count))]));
  const detail = element("div", { id: "detail" });
  const rows = table("Lines", ["ID", "scheme", "confidence", "created (UTC)"], []);
  const texts = text.split("\n").filter((line) => /[^ \t\r\n\v\f]/.test(line));
  const more = element("button", { type: "button" });
  let shown = 0;
  const add = (list) => {
    for (const row of list) rows.querySelector("tbody").append(lineRow(row, texts[shown++], detail));
    more.hidden = shown >= texts.length;
    more.textContent = "Show " + Math.min(rowsAtOnce, texts.length - shown) + " more of " + texts.length;
  };
  more.onclick = async () => {
    const next = texts.slice(shown, shown + rowsAtOnce).join("\n");
    add((await answers.ask("lines", { text: next, as, rows: rowsAtOnce })).rows);
  };
  add(answer.rows);
  return element("div", { className: "card" }, element("p", {}, summary), kinds, detail, rows,
    element("p", {}, more, " ", copyTable(rows, "the lines shown")));
}

// lineRow is a line among many. Its card opens in a place above them.
function lineRow(row, line, place) {
  const open = async () => place.replaceChildren(await readOne(line.trim()).catch(problem));
  const button = element("button", { type: "button", className: "line-id", onclick: open }, row.input.trim() || "blanks");
  const cells = [row.scheme || "not an ID", row.confidence || "", row.time || ""];
  return element("tr", {}, element("td", {}, button), ...cells.map((cell) => element("td", {}, plain(cell))));
}

field.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (text.length <= mostInField) return;
  event.preventDefault();
  forget();
  pasted = text;
  field.value = "";
  field.placeholder = text.length.toLocaleString("en") + " characters were pasted, which are too many to show here";
  read();
});

const example = field.placeholder;
function forget() {
  pasted = "";
  field.placeholder = example;
}

let soon;
field.addEventListener("input", () => {
  forget();
  clearTimeout(soon);
  soon = setTimeout(read, 150);
});
byId("as").addEventListener("change", read);
byId("read").addEventListener("submit", (event) => {
  event.preventDefault();
  read();
});
byId("clear").addEventListener("click", () => {
  forget();
  field.value = byId("as").value = "";
  read();
  field.focus();
});

// readAddress reads the ID behind # of the address, which browsers do not send.
function readAddress() {
  let given = location.hash.slice(1);
  try {
    given = decodeURIComponent(given);
  } catch { /* a % that begins no code is itself */ }
  if (!given) return;
  forget();
  field.value = given;
  return read();
}
addEventListener("hashchange", readAddress);

async function showSchemes() {
  if (reads === "server") return;
  const { schemes } = await answers.ask("schemes", {});
  const options = (keep) => schemes.filter(keep).map((s) => element("option", { value: s.name, label: s.summary }));
  byId("any-scheme").replaceChildren(...options(() => true));
  byId("generated").replaceChildren(...options((s) => s.generated));
  byId("ranged").replaceChildren(...options((s) => s.ranged));
  const named = new Set(schemes.filter((s) => s.named).map((s) => s.name));
  const show = () => { byId("of-name").hidden = !named.has(byId("generate-scheme").value.trim()); };
  byId("generate-scheme").addEventListener("input", show);
  show();
}

// showGenerators lists those of the server, after each call.
async function showGenerators() {
  if (!served) return;
  const answer = await (await fetch("v1/generators")).json();
  byId("generators").replaceChildren(...answer.generators.map((g) => element("tr", {},
    ...[g.name, g.scheme, g.ids.toLocaleString("en"), g.last || "", g.ready ? "ready" : "not ready"].map((cell) =>
      element("td", {}, cell)))));
  byId("listed").textContent = answer.listed ? "" : "Every scheme is served by its name; these have been asked for.";
}

async function begin() {
  const state = byId("state");
  byId("range-day").value = new Date().toISOString().slice(0, 10);
  if (reads === "server") document.querySelectorAll(".program").forEach((part) => { part.hidden = true; });
  if (location.protocol === "file:") return; // the page says what to do
  state.textContent = "The program is loading.";
  try {
    await answers.started;
    state.textContent = reads !== "server" ? "Nothing that you paste leaves this browser."
      : "What you paste is sent to this server, and to no other. Many lines, ranges, probabilities and comparisons are " +
        "missing: " + withoutProgram.message + " (" + withoutProgram.hint + ").";
    await Promise.all([readAddress(), showSchemes(), showGenerators()]);
    document.body.dataset.done = "yes";
  } catch (error) {
    state.textContent = "The program cannot run: " + error.message;
    state.className = "wrong";
  }
}
begin();
