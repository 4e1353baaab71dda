// Addresses, keys, and the drawing of views.

/** The run, see run_document.hpp; it stands in the page compressed. */
let run;
/** The addresses of the list that was looked at last, for going from one entry to the next. */
let listed = [];
let up = "#/";

function parted(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [part, ...rest] = path.split("/");
  return { part: part || "overview", rest: decodeURIComponent(rest.join("/")), query };
}

function viewOf({ part, rest, query }) {
  if (part === "overview") return overview();
  if (part === "clauses") return clausesView(query);
  if (part === "vectors") return vectorsView(query);
  if (part === "requests") return requestsView();
  if (part === "fault") return faultView(rest);
  if (part === "clause") return clauseView(rest);
  if (part === "vector") return vectorView(rest);
  if (part === "find") return findView(rest);
  return missing(`part “${part}”`);
}

function draw() {
  const address = parted(location.hash);
  const view = viewOf(address);
  if (!view) return;
  if (["overview", "clauses", "vectors", "requests", "find"].includes(address.part)) up = location.hash || "#/";
  const main = document.getElementById("main");
  main.replaceChildren(...[view].flat(Infinity).filter((child) => child !== null && child !== undefined));
  const shownPart = { clause: "clauses", vector: "vectors" }[address.part] || address.part;
  for (const part of document.querySelectorAll("header nav a")) {
    if (part.dataset.part === shownPart) part.setAttribute("aria-current", "page");
    else part.removeAttribute("aria-current");
  }
  document.title = `${main.querySelector("h1")?.textContent || "Conformance"} · ${run.subject.name}`;
  scrollTo(0, 0);
}

function moveInList(step) {
  const links = [...document.querySelectorAll("tr.row a:first-of-type")];
  if (links.length === 0) return;
  const here = links.findIndex((candidate) => candidate.closest("tr").contains(document.activeElement));
  const next = links[Math.min(links.length - 1, Math.max(0, here + step))];
  next.focus();
  next.scrollIntoView({ block: "center" });
}

function moveAmongEntries(step) {
  const here = listed.indexOf(decodeURIComponent(location.hash));
  const next = listed[here + step];
  if (next) location.hash = next;
  else say(step > 0 ? "that was the last" : "that was the first");
}

const keys = {
  "/": () => document.getElementById("find").focus(),
  j: () => moveInList(1),
  k: () => moveInList(-1),
  u: () => { location.hash = up; },
  n: () => moveAmongEntries(1),
  p: () => moveAmongEntries(-1),
  o: () => { location.hash = "#/"; },
  c: () => { location.hash = "#/clauses"; },
  v: () => { location.hash = "#/vectors"; },
  r: () => { location.hash = "#/requests"; },
  y: () => document.querySelector("button.copy")?.click(),
  "?": () => document.getElementById("help").showModal(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

document.querySelector("form.find").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = document.getElementById("find").value.trim();
  if (words) location.hash = `#/find/${encodeURIComponent(words)}`;
});
document.getElementById("keys").addEventListener("click", keys["?"]);


/** What is done with the unpacked run. */
function show(unpackedRun) {
  run = unpackedRun;
  document.getElementById("subject").textContent = `${run.subject.name} ${run.subject.version}`;
  addEventListener("hashchange", () => { draw(); document.getElementById("main").focus({ preventScroll: true }); });
  draw();
}
