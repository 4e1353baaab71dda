// Elements of the page. Whatever comes from a subject is put in as text, never as markup.

/** An element with attributes (functions are listeners) and children: elements, texts, lists of them, or null. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** A statement with what stands between backticks as code. */
function withCode(statement) {
  return statement.split("`").map((piece, place) => (place % 2 ? element("code", {}, piece) : piece));
}

function link(address, text) {
  return element("a", { href: address }, text);
}

function plural(count, one, many) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** JSON as it reads best: short on one line, long indented; a text stands as it is. */
function shown(value) {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  const line = JSON.stringify(value);
  return line.length > 90 ? JSON.stringify(value, null, 2) : line;
}

function block(value) {
  return element("pre", { tabindex: "0" }, shown(value));
}

/** The texts of several lines in an object, below their names: as JSON nobody can read them. */
function textsIn(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const texts = Object.entries(value).filter(([, member]) => typeof member === "string" && member.trim().includes("\n"));
  return texts.map(([name, text]) => element("details", {}, element("summary", {}, `${name} as text`), block(text)));
}

function titled(title, value) {
  return value === undefined ? null : [element("h3", {}, title), block(value), textsIn(value)];
}

function folded(title, value, open) {
  if (value === undefined || value === null) return null;
  return element("details", { open: Boolean(open) }, element("summary", {}, title), block(value), textsIn(value));
}

function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return element("dl", { class: "facts" }, known.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

/** A table whose rows lead somewhere: [address, cells…]; a cell is content or [content, class]. */
function table(caption, heads, rows) {
  const head = (text) => (text.startsWith(">") ? element("th", { scope: "col", class: "number" }, text.slice(1)) : element("th", { scope: "col" }, text));
  const cell = (content) => {
    const [inner, kind] = Array.isArray(content) && content.length === 2 && typeof content[1] === "string" && content[1].startsWith("is-") ? content : [content, ""];
    return element("td", { class: kind.slice(3) || null }, inner);
  };
  const body = rows.map(([address, ...cells]) => {
    const row = element("tr", address ? { class: "row", "data-address": address } : {}, cells.map(cell));
    if (address) row.addEventListener("click", (event) => { if (!event.target.closest("a")) location.hash = address; });
    return row;
  });
  return element("div", { class: "scroll" },
    element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, heads.map(head))), element("tbody", {}, body)));
}

/** The groups of clauses, which are never mixed, and whose they are. */
const origins = { documents: "the five documents", ours: "our own pages, about what the documents only refer to", extensions: "our extensions, which no public text demands" };

function originOf(group) {
  return origins[group];
}

/** How a state is shown: its colour and its word, so that colour is never the only sign. */
function kindOf(state) {
  if (state === "held" || state === "pass") return "held";
  if (state === "broken" || state === "fail" || state === "error" || state === "crash" || state === "timeout" || state === "flaky" || state === "known-failure" || state === "unexpected-pass") return "broken";
  if (state === "native" || state === "unobservable") return "exempt";
  return "open";
}

function mark(state) {
  return element("span", { class: `mark ${kindOf(state)}` }, state);
}

/** A bar of how many clauses are held, broken, neither and exempt, with the numbers in words. */
function bar(tally) {
  const parts = [["held", tally.held], ["broken", tally.broken], ["open", tally.notTestable + tally.notJudged], ["exempt", tally.exempt]];
  const total = parts.reduce((sum, [, count]) => sum + count, 0) || 1;
  const words = `${tally.held} held, ${tally.broken} broken, ${tally.notTestable} not testable, ${tally.notJudged} not judged, ${tally.exempt} exempt`;
  return element("div", { class: "bar", role: "img", "aria-label": words, title: words },
    parts.filter(([, count]) => count > 0).map(([kind, count]) => element("span", { class: kind, style: `width:${(100 * count) / total}%` })));
}

function say(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  setTimeout(() => { if (said.textContent === text) said.textContent = ""; }, 2500);
}

/** Copies a text; where the browser keeps the clipboard from a page in a file, the text is selected instead. */
async function copy(text, shownIn) {
  try {
    await navigator.clipboard.writeText(text);
    say("copied");
  } catch {
    const range = document.createRange();
    range.selectNodeContents(shownIn);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    say(document.execCommand("copy") ? "copied" : "selected; copy it with your browser");
  }
}

function command(text) {
  const written = element("pre", { class: "rerun", tabindex: "0" }, text);
  return element("div", { class: "command" }, written, element("button", { type: "button", class: "copy", click: () => copy(text, written) }, "Copy"));
}
