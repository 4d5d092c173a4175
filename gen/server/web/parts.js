// Parts of the page: elements, buttons that copy, tables. No text becomes markup.
"use strict";

const byId = (id) => document.getElementById(id);

// element makes one; properties that are undefined are left out.
function element(name, properties, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined) continue;
    if (key in e && !key.startsWith("aria")) e[key] = value;
    else e.setAttribute(key, value);
  }
  e.append(...children.filter((child) => child !== undefined && child !== ""));
  return e;
}

// say tells those who do not see the page.
function say(text) { byId("said").textContent = text; }

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // pages without HTTPS have no clipboard
    const field = element("textarea", { value: text, className: "unseen" });
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    document.execCommand("copy");
    field.remove();
    if (focused) focused.focus();
  }
  say(what + " copied");
}

function copyButton(text, what) {
  return element("button", { type: "button", className: "copy", "aria-label": "Copy " + what,
    onclick: () => copy(text, what) }, "copy");
}

function value(text, what, kind) {
  return element("span", {}, element("span", { className: "value " + (kind || "") }, text), copyButton(text, what));
}

// plain is a value of a table of many: the text itself is the button.
function plain(text) {
  return text === "" ? "" : element("button", { type: "button", className: "plain", "aria-label": text + ", copy",
    title: "Copy", onclick: () => copy(text, text) }, text);
}

// table makes one that scrolls sideways in its own box. A heading that begins with > is of numbers.
function table(title, head, rows) {
  const numbers = head.map((text) => text.startsWith(">"));
  const cell = (name) => (content, i) => element(name, { className: numbers[i] ? "number" : undefined,
    scope: name === "th" ? "col" : undefined }, content);
  return element("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": title },
    element("table", {},
      element("thead", {}, element("tr", {}, ...head.map((text) => text.replace(/^>/, "")).map(cell("th")))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell("td")))))));
}

// copyTable copies what a table shows, one row a line, with tabs.
function copyTable(box, what) {
  const text = () => [...box.querySelectorAll("tr")].map((row) =>
    [...row.cells].map((cell) => cell.textContent).join("\t")).join("\n");
  return element("button", { type: "button", onclick: () => copy(text(), what) }, "Copy " + what);
}

function problem(error) {
  return element("div", { className: "wrong" }, element("p", {}, error.message),
    error.hint ? element("p", { className: "quiet" }, error.hint) : undefined);
}

// localTime is a time of Unix in milliseconds as a clock on the wall here shows it, with its offset.
function localTime(milliseconds) {
  const t = new Date(milliseconds);
  if (isNaN(t)) return "";
  const offset = -t.getTimezoneOffset();
  const two = (n) => String(Math.trunc(Math.abs(n))).padStart(2, "0");
  const shifted = new Date(milliseconds + offset * 60000);
  if (isNaN(shifted)) return "";
  return shifted.toISOString().replace("Z", (offset < 0 ? "-" : "+") + two(offset / 60) + ":" + two(offset % 60));
}
