// The lists of clauses and vectors, with filters that stand in the address, so that a view can be passed on.

function asked(query) {
  return Object.fromEntries(new URLSearchParams(query || ""));
}

function chooser(name, values, chosen, change) {
  const select = element("select", { change: (event) => change(name, event.target.value) },
    element("option", { value: "" }, "all"), values.map((value) => element("option", { value, selected: value === chosen }, value)));
  return element("label", {}, name, select);
}

/** Filters over one part; changing one changes the address, which draws the list anew. */
function filters(part, wanted, choices) {
  const change = (name, value) => {
    const next = { ...wanted, [name]: value };
    const query = new URLSearchParams(Object.entries(next).filter(([, given]) => given));
    location.replace(`#/${part}${query.size ? `?${query}` : ""}`);
  };
  return element("div", { class: "filters" }, Object.entries(choices).map(([name, values]) => chooser(name, values, wanted[name], change)),
    Object.keys(wanted).length ? link(`#/${part}`, "all of them") : null);
}

function distinct(list, take) {
  return [...new Set(list.flatMap(take))];
}

function holdsWords(text, words) {
  const lower = text.toLowerCase();
  return words.toLowerCase().split(/\s+/).filter(Boolean).every((word) => lower.includes(word));
}

function wantedClauses(wanted) {
  return run.clauses.filter((clause) =>
    (!wanted.state || clause.state === wanted.state) && (!wanted.level || clause.level === wanted.level) && (!wanted.group || clause.group === wanted.group)
    && (!wanted.class || clause.class === wanted.class) && (!wanted.section || clause.section === wanted.section)
    && (!wanted.find || holdsWords(`${clause.id} ${clause.level} ${clause.statement} ${clause.section}`, wanted.find)));
}

function clausesView(query) {
  const wanted = asked(query);
  const found = wantedClauses(wanted);
  listed = found.map((clause) => `#/clause/${clause.id}`);
  return [
    element("h1", {}, plural(found.length, "clause", "clauses")),
    filters("clauses", wanted, {
      state: distinct(run.clauses, (clause) => clause.state), level: distinct(run.clauses, (clause) => clause.level), class: distinct(run.clauses, (clause) => clause.class).sort(),
      section: distinct(run.clauses, (clause) => clause.section), group: distinct(run.clauses, (clause) => clause.group),
    }),
    wanted.find ? element("p", { class: "quiet" }, `with “${wanted.find}”`) : null,
    table("", ["Clause", "Level", "State", "Statement"], found.map((clause) => [
      `#/clause/${clause.id}`, [link(`#/clause/${clause.id}`, clause.id), "is-id"], clause.level, mark(clause.state), [withCode(clause.statement), "is-long"],
    ])),
  ];
}

function wantedVectors(wanted) {
  return run.vectors.filter((vector) =>
    (!wanted.status || vector.status === wanted.status) && (!wanted.standing || standingOf(vector).includes(wanted.standing)) && (!wanted.operation || vector.operations.includes(wanted.operation))
    && (!wanted.topic || vector.topic === wanted.topic) && (!wanted.clause || vector.clauses.includes(wanted.clause))
    && (!wanted.find || holdsWords(`${vector.id} ${vector.clauses.join(" ")} ${vector.why}`, wanted.find)));
}

/** What a failed vector that shows only faults of others says of its own clauses, in words to filter by. */
function standingOf(vector) {
  if (!vector.standing) return [];
  return vector.standing.startsWith("not testable") ? ["not testable"] : ["holds but for faults"];
}

function statusOf(vector) {
  return element("span", {}, mark(vector.status), vector.standing ? element("span", { class: "quiet" }, ` ${vector.standing}`) : null);
}

function vectorRow(vector) {
  return [`#/vector/${vector.id}`, statusOf(vector), [link(`#/vector/${vector.id}`, vector.id), "is-long"], [vector.clauses.join(" "), "is-id"], [vector.why, "is-long"]];
}

function vectorsView(query) {
  const wanted = asked(query);
  const found = wantedVectors(wanted);
  listed = found.map((vector) => `#/vector/${vector.id}`);
  return [
    element("h1", {}, plural(found.length, "vector", "vectors")),
    filters("vectors", wanted, {
      status: distinct(run.vectors, (vector) => vector.status), standing: distinct(run.vectors, standingOf), operation: distinct(run.vectors, (vector) => vector.operations).sort(), topic: distinct(run.vectors, (vector) => vector.topic),
    }),
    wanted.find ? element("p", { class: "quiet" }, `with “${wanted.find}”`) : null,
    table("", ["Status", "Vector", "Clauses", "Why"], found.map(vectorRow)),
  ];
}

/** What the search field finds; one exact id leads there at once. */
function findView(words) {
  const exact = run.clauses.find((clause) => clause.id.toLowerCase() === words.trim().toLowerCase());
  if (exact) return location.replace(`#/clause/${exact.id}`);
  const clauses = wantedClauses({ find: words });
  const vectors = wantedVectors({ find: words });
  listed = [...clauses.map((clause) => `#/clause/${clause.id}`), ...vectors.map((vector) => `#/vector/${vector.id}`)];
  return [
    element("h1", {}, `“${words}”`),
    element("p", {}, `${plural(clauses.length, "clause", "clauses")}, ${plural(vectors.length, "vector", "vectors")}`),
    table("Clauses", ["Clause", "Level", "State", "Statement"], clauses.slice(0, 200).map((clause) => [`#/clause/${clause.id}`, [link(`#/clause/${clause.id}`, clause.id), "is-id"], clause.level, mark(clause.state), [withCode(clause.statement), "is-long"]])),
    table("Vectors", ["Status", "Vector", "Clauses", "Why"], vectors.slice(0, 200).map(vectorRow)),
  ];
}
