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
  if (result.readings.length > 1) {
    box.append(choices(answer, chosen, (i) => {
      const other = card(answer, i);
      box.replaceWith(other);
      other.querySelector('[aria-pressed="true"]').focus();
    }));
  }
  const reading = result.readings[chosen];
  const list = answer.facts[chosen];
  box.append(rows(list, result.readings.length), drawing(reading, list), fields(list), ...encodings(list),
    ...warnings(result), ...reasons(reading, list));
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

// factsOf are the facts of a reading of JSON, for servers that answer with nothing else.
function factsOf(reading) {
  const list = [{ key: "scheme", label: "scheme", value: reading.scheme },
    { key: "confidence", value: reading.confidence }];
  const time = reading.time || reading.time_from;
  if (time) list.push({ kind: "time", label: "created", value: time });
  if (reading.time_unix_ms !== undefined) list.push({ kind: "milli", value: reading.time_unix_ms });
  for (const f of reading.fields) {
    const place = f.width === undefined ? { kind: "part", from: f.start, width: f.length }
      : { kind: "field", from: f.lsb, width: f.width };
    const text = f.text === undefined ? f.value : f.text;
    list.push({ key: f.name, source: f.source, letter: f.letter, value: text, ...place });
  }
  for (const [key, text] of Object.entries(reading.encodings)) list.push({ kind: "encoding", key, value: text });
  for (const text of reading.reasons) list.push({ kind: "item", key: "reasons", value: text });
  return list;
}

// The order of the rows of a card, by their labels; findings are at the empty one, all others at the end.
const order = ["scheme", "created", "prefix", "checksum", "", "node", "data", "clock", "sequence", "random", "reveals",
  "next id", "layout"];

// rows walks the facts that have a label.
function rows(list, readings) {
  const byLabel = new Map(order.map((label) => [label, []]));
  for (const fact of list) {
    if (!fact.label || fact.kind === "encoding") continue;
    const label = fact.kind === "finding" ? "" : fact.label;
    byLabel.set(label, [...(byLabel.get(label) || []), fact]);
  }
  const sure = list.find((fact) => fact.key === "confidence");
  const milli = list.find((fact) => fact.kind === "milli");
  const dl = element("dl");
  const row = (label, text, kind, note) => dl.append(element("dt", {}, label),
    element("dd", {}, value(text, label, kind), note ? element("span", { className: "quiet" }, " " + note) : ""));
  for (const [label, facts] of byLabel) {
    if (label === "scheme") {
      const several = sure.value === "possible" && readings > 1 ? ": " + readings + " readings match" : "";
      row(label, facts[0].value, "", sure.value + several);
    } else if (label === "created" && facts.length) {
      row("created (UTC)", facts[0].value, "time", facts[0].note);
      const local = milli && localTime(Number(milli.value));
      if (local) row("created (local)", local, "time");
    } else if (facts.some((fact) => fact.kind === "field")) {
      row(label, facts.map(fieldText).join(", "), facts[0].source);
    } else if (label === "layout" && facts.length) {
      row(label, "same layout as " + facts.map((fact) => fact.value).join(", "));
    } else {
      for (const fact of facts) if (fact.value) row(fact.label, fact.value, "", fact.note);
    }
  }
  return dl;
}

// fieldText is a field with its name; a place in the sequence has its range instead.
function fieldText(fact) {
  if (fact.label === "prefix") return fact.value;
  if (fact.source === "seq") return fact.value + " of 0-" + ((1n << BigInt(fact.width)) - 1n);
  return fact.key + " " + fact.value;
}

// drawing shows the bits in fours with the letters of their fields below, or the symbols of a text in the same way.
function drawing(reading, list) {
  const bits = list.filter((fact) => fact.kind === "field");
  const parts = list.filter((fact) => fact.kind === "part" && fact.width);
  const unit = bits.length ? " bits" : " symbols";
  const label = (bits.length ? bits : parts).map((f) => f.key + " " + f.width + unit).join(", ");
  if (bits.length && reading.encodings.hex) return drawingOfBits(reading, bits, label);
  if (!bits.length && parts.length) return drawingOfText(reading, parts, label);
  return "";
}

function drawingOfText(reading, parts, label) {
  const box = element("div", { className: "bits text", role: "img", "aria-label": label });
  const symbols = [...reading.canonical];
  for (const f of parts) {
    for (let i = f.from; i < f.from + f.width && i < symbols.length; i++) {
      box.append(element("span", { className: "symbol " + f.source }, element("span", {}, symbols[i]),
        element("span", {}, f.letter || "-")));
    }
  }
  return box;
}

function drawingOfBits(reading, fields, label) {
  const size = reading.size_bits;
  const bits = BigInt("0x" + reading.encodings.hex).toString(2).padStart(size, "0");
  const box = element("div", { className: "bits", role: "img", "aria-label": label });
  for (let from = size % 4 ? size % 4 - 4 : 0; from < size; from += 4) {
    const above = element("span"), below = element("span");
    for (let i = from; i < from + 4; i++) {
      const place = size - 1 - i;
      const f = fields.find((one) => one.from <= place && place < one.from + one.width);
      const kind = { className: f ? f.source : "quiet" };
      above.append(element("span", kind, i < 0 ? " " : bits[i]));
      below.append(element("span", kind, i < 0 ? " " : f ? f.letter || "-" : "-"));
    }
    box.append(element("span", { className: "nibble" }, above, below));
  }
  return box;
}

function fields(list) {
  const all = list.filter((fact) => fact.kind === "field" || fact.kind === "part");
  if (!all.length) return "";
  const bits = all[0].kind === "field";
  const place = (f) => {
    if (!bits) return String(f.from + 1);
    return f.width === 1 ? String(f.from) : f.from + f.width - 1 + "-" + f.from;
  };
  return table("Fields", ["", "field", bits ? "bits" : "from", bits ? ">width" : ">length", "value"],
    all.map((f) => [f.letter || "-", f.key, place(f), String(f.width || ""), value(f.value, f.key, f.source)]));
}

function encodings(list) {
  const found = list.filter((fact) => fact.kind === "encoding").map((fact) => [fact.key, value(fact.value, fact.key)]);
  return found.length ? [element("h3", {}, "Encodings"), table("Encodings", ["encoding", "text"], found)] : [];
}

function warnings(result) {
  return (result.warnings || []).map((text) => element("p", { className: "warn" }, text));
}

function reasons(reading, list) {
  const texts = list.filter((fact) => fact.key === "reasons").map((fact) => fact.value);
  const evidence = "Evidence " + reading.evidence_bits + " bits.";
  return [element("p", { className: "quiet" }, "Why: " + texts.join("; ") + ". " + evidence)];
}
