// The card of one text: what it is, when it was generated, its bits, fields and encodings.
"use strict";

// card shows the answer to a question "read". chosen is the reading that is shown in full.
function card(answer, chosen = 0) {
  const { result } = answer;
  const box = element("article", { className: "card", "aria-label": "Reading of " + result.input });
  box.append(element("p", { className: "id" }, result.input, copyButton(result.input, "the ID")));
  if (!result.ok) {
    box.append(problem(result.error), ...warnings(result));
    return box;
  }
  if (result.readings.length > 1) box.append(choices(answer, chosen, (i) => box.replaceWith(card(answer, i))));
  const reading = result.readings[chosen];
  box.append(facts(reading, answer.facts && answer.facts[chosen]), drawing(reading), fields(reading), ...encodings(reading),
    ...warnings(result), ...reasons(reading));
  box.append(element("p", {},
    element("button", { type: "button", onclick: () => copy(JSON.stringify(result), "the JSON") }, "Copy as JSON"), " ",
    link(result)));
  return box;
}

// link copies an address that opens this page with the text. A text that is masked goes into no address.
function link(result) {
  if (result.input.includes("*") || location.protocol === "file:") return "";
  const address = location.href.split("#")[0] + "#" + encodeURIComponent(result.input);
  return element("button", { type: "button", onclick: () => copy(address, "the link") }, "Copy a link to this");
}

// choices are the readings, best first, to look at each.
function choices({ result }, chosen, choose) {
  const list = element("ul", { className: "choices", "aria-label": "Readings, best first" });
  result.readings.forEach((reading, i) => {
    const date = reading.time ? " " + reading.time.slice(0, 10) : "";
    list.append(element("li", {}, element("button", { type: "button", "aria-pressed": String(i === chosen),
      onclick: () => choose(i) }, reading.scheme + date)));
  });
  return list;
}

function facts(reading, list) {
  const rows = element("dl");
  const row = (label, text, kind) => rows.append(element("dt", {}, label), element("dd", {}, value(text, label, kind)));
  row("scheme", reading.scheme + ", " + reading.confidence);
  if (reading.time) row("created (UTC)", reading.time, "time");
  if (reading.time_from) row("created after (UTC)", reading.time_from, "time");
  if (reading.time_unix_ms !== undefined) {
    const local = localTime(reading.time_unix_ms);
    if (local) row("created (local)", local, "time");
  }
  for (const fact of list || []) row(fact.label, fact.value, fact.kind);
  return rows;
}

// drawing shows the bits in fours with the letters of their fields below, or the symbols of a text in the same way.
function drawing(reading) {
  const all = reading.fields;
  if (!all.length) return "";
  const label = all.map((f) => f.name + " " + (f.width || f.length) + (f.width ? " bits" : " symbols")).join(", ");
  if (all[0].msb === undefined) {
    const box = element("div", { className: "bits text", role: "img", "aria-label": label });
    const symbols = [...reading.canonical];
    for (const f of all) {
      for (let i = f.start; i < f.start + f.length && i < symbols.length; i++) box.append(pair("symbol", symbols[i], f.letter, f));
    }
    return box;
  }
  const hex = reading.encodings.hex;
  if (!hex) return "";
  const size = reading.size_bits;
  const bits = BigInt("0x" + hex).toString(2).padStart(size, "0");
  const box = element("div", { className: "bits", role: "img", "aria-label": label });
  for (let from = size % 4 ? size % 4 - 4 : 0; from < size; from += 4) {
    const nibble = element("span", { className: "nibble" });
    const [above, below] = [element("span"), element("span")];
    for (let i = from; i < from + 4; i++) {
      const place = size - 1 - i;
      const f = all.find((one) => one.msb >= place && place >= one.lsb);
      const kind = { className: f ? f.source : "quiet" };
      above.append(element("span", kind, i < 0 ? " " : bits[i]));
      below.append(element("span", kind, i < 0 ? " " : f ? f.letter || "-" : "-"));
    }
    nibble.append(above, below);
    box.append(nibble);
  }
  return box;
}

function pair(name, above, below, field) {
  return element("span", { className: name + " " + field.source }, element("span", {}, above), element("span", {}, below));
}

function fields(reading) {
  const whole = reading.fields.some((f) => f.width !== undefined);
  const rows = reading.fields.map((f) => whole
    ? [f.letter || "-", f.name, f.msb === f.lsb ? String(f.msb) : f.msb + "-" + f.lsb, String(f.width), value(f.value, f.name, f.source)]
    : [f.letter || "-", f.name, String(f.start + 1), String(f.length),
      value(f.value === undefined ? f.text : f.text + " is " + f.value, f.name, f.source)]);
  if (!rows.length) return "";
  return table("Fields", ["", "field", whole ? "bits" : "from", whole ? ">width" : ">length", "value"], rows);
}

function encodings(reading) {
  const rows = Object.entries(reading.encodings).map(([name, text]) => [name, value(text, name)]);
  return rows.length ? [element("h3", {}, "Encodings"), table("Encodings", ["encoding", "text"], rows)] : [];
}

function warnings(result) {
  return (result.warnings || []).map((text) => element("p", { className: "warn" }, text));
}

function reasons(reading) {
  return [element("p", { className: "quiet" }, "Why: " + reading.reasons.join("; ") + ". Evidence " + reading.evidence_bits + " bits.")];
}
