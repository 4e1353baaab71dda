
// Clause by implementation: who holds what, and where they differ.

let matrix;
const wanted = { show: "where they differ" };

function runsList() {
  return element("ol", {}, matrix.runs.map((run) => element("li", {}, element("b", {}, run.subject), ` in the profile ${run.profile}: ${run.verdict}`)));
}

function tallyOf(rows, place) {
  const count = (kind) => rows.filter((row) => kindOf(row.states[place]) === kind).length;
  const notTestable = rows.filter((row) => row.states[place] === "not testable").length;
  return { held: count("held"), broken: count("broken"), notTestable, notJudged: count("open") - notTestable, exempt: count("exempt") };
}

function classTable(group) {
  const binding = matrix.rows.filter((row) => row.group === group && row.level.startsWith("MUST"));
  const classes = [...new Set(binding.map((row) => row.class))].sort();
  if (classes.length === 0) return null;
  return table(`MUST and MUST NOT of ${originOf(group)}, by class`, ["Class", ...matrix.runs.map((run) => run.subject)],
    classes.map((name) => [null, name, ...matrix.runs.map((_, place) => {
      const tally = tallyOf(binding.filter((row) => row.class === name), place);
      return [element("div", {}, bar(tally), element("span", { class: "quiet" }, `${tally.held} of ${tally.held + tally.broken + tally.notTestable + tally.notJudged} held`))];
    })]));
}

function wantedRows() {
  const words = document.getElementById("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  return matrix.rows.filter((row) => {
    const text = `${row.id} ${row.level} ${row.section} ${row.statement}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (wanted.show === "all" || (wanted.show === "broken somewhere" ? row.states.includes("broken") : row.differs))
      && (!wanted.class || row.class === wanted.class) && (!wanted.level || row.level === wanted.level);
  });
}

function choice(name, values) {
  const select = element("select", { "data-name": name, change: (event) => { wanted[name] = event.target.value; drawRows(); } }, values.map((value) => element("option", { value, selected: (wanted[name] || "") === value }, value || "all")));
  return element("label", {}, name, select);
}

function drawRows() {
  const rows = wantedRows();
  document.getElementById("rows").replaceChildren(
    element("h2", {}, plural(rows.length, "clause", "clauses")),
    table("", ["Clause", "Level", "Statement", ...matrix.runs.map((run) => run.subject)], rows.map((row) => [null, [row.id, "is-id"], row.level, [withCode(row.statement), "is-long"], ...row.states.map(mark)])));
}

function show(unpackedMatrix) {
  matrix = unpackedMatrix;
  const classes = [...new Set(matrix.rows.map((row) => row.class))].sort();
  const levels = [...new Set(matrix.rows.map((row) => row.level))];
  document.getElementById("main").replaceChildren(
    element("h1", {}, "Clause by implementation"), runsList(), element("p", { class: "quiet" }, `edition ${matrix.edition}, corpus ${matrix.corpusDigest}`), Object.keys(origins).map(classTable),
    element("div", { class: "filters" }, choice("show", ["where they differ", "broken somewhere", "all"]), choice("class", ["", ...classes]), choice("level", ["", ...levels])),
    element("div", { id: "rows" }));
  drawRows();
  document.getElementById("find").addEventListener("input", drawRows);
  document.querySelector("form.find").addEventListener("submit", (event) => event.preventDefault());
}
