// One clause, one vector.

function decisionsOf(clause) {
  return (clause.contested || []).map((id) => {
    const decision = run.decisions[id];
    if (!decision) return null;
    return element("details", {}, element("summary", {}, `Contested: ${id} ${decision.title}`),
      element("ul", {}, decision.readings.map((reading) => element("li", {}, element("b", {}, reading.name), reading.profiles.length ? ` (${reading.profiles.join(", ")})` : "", `: ${reading.text}`))));
  });
}

function linked(ids, part, name) {
  return ids.map((id, place) => [place ? ", " : "", link(`#/${part}/${id}`, `${name}${id}`)]);
}

function clauseLinks(ids) {
  return linked(ids, "clause", "");
}

function faultLinks(numbers) {
  return linked(numbers || [], "fault", "fault ");
}

function faultView(number) {
  const fault = run.faults.find((candidate) => String(candidate.number) === number);
  if (!fault) return missing(`fault ${number}`);
  const vectorsOf = (ids) => ids.map((id) => run.vectors.find((vector) => vector.id === id)).filter(Boolean);
  const own = vectorsOf(fault.own);
  const other = vectorsOf(fault.other);
  const first = own[0] || other[0];
  return [
    element("p", { class: "path" }, link("#/", "Overview")),
    element("h1", {}, `Fault ${fault.number}`),
    element("p", { class: "lead" }, fault.title),
    fault.title === fault.what ? null : element("p", {}, "Seen as ", element("code", {}, fault.what)),
    fault.clauses.map((id) => run.clauses.find((clause) => clause.id === id)).filter(Boolean).map((clause) => element("blockquote", {}, link(`#/clause/${clause.id}`, clause.id), ` ${clause.level} — `, withCode(clause.statement))),
    element("p", {}, `${plural(fault.wouldPass, "vector shows", "vectors show")} nothing else. ${fault.decides ? "It decides the verdict." : "It does not decide the verdict."}`),
    fault.besides ? element("details", {}, element("summary", {}, `In ${plural(fault.besides.length, "other form", "other forms")}`), element("ul", {}, fault.besides.map((form) => element("li", {}, element("code", {}, form))))) : null,
    first ? [element("h2", {}, "The narrowest vector that shows it"), element("p", {}, link(`#/vector/${first.id}`, first.id), ` — ${first.why}`), first.attempts.filter((attempt) => attempt.status !== "pass").slice(0, 1).map(attemptView)] : null,
    own.length ? [element("h2", {}, `${plural(own.length, "vector", "vectors")} of these clauses`), table("", ["Status", "Vector", "Clauses", "Why"], own.map(vectorRow))] : null,
    other.length ? [element("h2", {}, `${plural(other.length, "other vector", "other vectors")}`), table("", ["Status", "Vector", "Clauses", "Why"], other.map(vectorRow))] : null,
  ];
}

function whyNotJudged(clause) {
  if (clause.state === "native") return "No operation of the adapter protocol can show it; the reference proves it by a unit test.";
  if (clause.state === "unobservable") return `It cannot be observed: ${clause.unobservable}`;
  if (clause.state === "unsupported") return "The subject declares support for none of its vectors.";
  if (clause.state === "not selected") return "The filters of this run chose none of its vectors.";
  if (clause.state === "no vector") return "No vector cites it.";
  if (clause.state === "not testable") return ["Its vectors failed by faults of other clauses, at the places that it is about; fix first: ", faultLinks(clause.faults), "."];
  if (clause.state === "partly") return "What was played of its vectors passed, but not all of them were: the run did not select them, or the subject does not declare what they need.";
  if (clause.state === "undecided") return "Only vectors failed that decide nothing in this profile, and none passed.";
  return null;
}

function placeView(place) {
  return element("details", {}, element("summary", {}, element("code", {}, `${place.file}:${place.line}`), ` ${place.comment}`), element("pre", {}, place.lines.join("\n")));
}

function clauseView(id) {
  const clause = run.clauses.find((candidate) => candidate.id === id);
  if (!clause) return missing(`clause ${id}`);
  const vectors = run.vectors.filter((vector) => vector.clauses.includes(id));
  const failing = vectors.filter((vector) => kindOf(vector.status) === "broken");
  const first = clause.state === "broken" && (failing.find((vector) => clause.failing?.[0] === vector.id) || failing[0]);
  return [
    element("p", { class: "path" }, link(`#/clauses?section=${encodeURIComponent(clause.section)}`, clause.section)),
    element("h1", {}, `${clause.id} · ${clause.level} · `, mark(clause.state)),
    element("blockquote", {}, withCode(clause.statement)),
    whyNotJudged(clause) ? element("p", {}, whyNotJudged(clause)) : null,
    decisionsOf(clause),
    facts([["Class", clause.class], ["Page", `${clause.file}:${clause.line}`], ["Whose", originOf(clause.group)]]),
    first ? [element("h2", {}, "How it is broken"), element("p", {}, first.why), first.attempts.filter((attempt) => attempt.status !== "pass").slice(0, 1).map(attemptView)] : null,
    vectors.length ? [element("h2", {}, plural(vectors.length, "vector", "vectors")), table("", ["Status", "Vector", "Clauses", "Why"], vectors.map(vectorRow))] : null,
    clause.code ? [element("h2", {}, "In the reference"), clause.code.map(placeView)] : null,
    clause.mutants?.length ? [element("h2", {}, `Broken on purpose: ${plural(clause.mutants.length, "mutant", "mutants")}`), element("ul", {}, clause.mutants.map((mutant) => element("li", {}, element("code", {}, mutant.id), ` ${mutant.breaks}`)))] : null,
  ];
}

function exchangeView(exchange) {
  let body = exchange.body;
  try { body = JSON.stringify(JSON.parse(exchange.body), null, 2); } catch { /* shown as it came */ }
  return [
    element("h3", {}, `${exchange.method} ${exchange.path} → ${exchange.status}`),
    folded("headers", exchange.headers), folded("body", body, true),
    exchange.findings.length ? element("ul", {}, exchange.findings.map((finding) => element("li", {}, element("code", {}, finding.rule), ` at ${finding.pointer || "the whole body"}: ${finding.message}`))) : null,
  ];
}

function wayOf(attempt) {
  if (!attempt.transform) return attempt.way;
  return `${attempt.of} under the transform ${attempt.transform}`;
}

function attemptView(attempt) {
  if (attempt.status === "pass" && !attempt.http) return element("p", {}, `Played ${wayOf(attempt)}: `, mark("pass"), attempt.reading ? ` by the reading ${attempt.reading}` : "");
  const [difference, ...further] = attempt.differences || [];
  return element("section", { class: "difference", "aria-label": `Played ${wayOf(attempt)}` },
    element("h2", {}, `Played ${wayOf(attempt)}: `, mark(attempt.status)),
    attempt.detail ? element("p", {}, attempt.detail) : null,
    difference ? [
      element("p", {}, "First difference at ", element("code", {}, difference.pointer || "the whole answer"), `: ${difference.message}`),
      element("div", { class: "pair" }, element("div", {}, titled("expected", difference.expected)), element("div", {}, titled("got", difference.got))),
      further.length ? folded(`${plural(further.length, "further difference", "further differences")}`, further) : null,
    ] : null,
    attempt.operation ? folded(`sent: ${attempt.operation}`, attempt.sent, true) : null,
    attempt.file ? folded("the file", attempt.file, true) : null,
    folded("answered", attempt.answered, !difference || difference.pointer !== ""),
    attempt.http ? attempt.http.map(exchangeView) : null,
    folded("standard error", attempt.stderr),
    attempt.trace ? element("p", {}, "The whole exchange: ", element("code", {}, attempt.trace)) : null,
    attempt.rerun ? [element("h3", {}, "Run just this again"), command(attempt.rerun)] : null);
}

function vectorView(id) {
  const vector = run.vectors.find((candidate) => candidate.id === id);
  if (!vector) return missing(`vector ${id}`);
  const clauseOf = (cited) => run.clauses.find((clause) => clause.id === cited);
  const { given, expect, steps, ...rest } = vector.source || {};
  return [
    element("p", { class: "path" }, link(`#/vectors?topic=${encodeURIComponent(vector.topic)}`, vector.topic)),
    element("h1", {}, `${vector.id} · `, mark(vector.status)),
    element("p", { class: "lead" }, vector.why),
    vector.clauses.map((cited) => clauseOf(cited) && element("blockquote", {}, link(`#/clause/${cited}`, cited), ` ${clauseOf(cited).level} — `, withCode(clauseOf(cited).statement))),
    vector.faults ? element("p", {}, vector.standing ? `It ${vector.standing.replace("not testable", "says nothing about its clauses")}. ` : "", "It shows ", faultLinks(vector.faults), ".") : null,
    vector.gating === false ? element("p", { class: "quiet" }, "It decides nothing in this profile.") : null,
    vector.unsupported ? element("p", {}, `Not played: ${vector.unsupported}`) : null,
    vector.attempts.map(attemptView),
    vector.source ? [
      element("h2", {}, "The vector"), element("p", { class: "quiet" }, `operation: ${vector.operations.join(", ")}`),
      steps ? titled("steps", steps) : element("div", { class: "pair" }, element("div", {}, titled("given", given)), element("div", {}, titled("expect", expect))),
      Object.keys(rest).length ? folded("what surrounds it", rest) : null,
    ] : element("p", { class: "quiet" }, `What it gives and expects stands in vectors/${vector.topic}.json.`),
    vector.attempts.some((attempt) => attempt.rerun) ? null : [element("h2", {}, "Run just this"), command(vector.rerun || `${run.rerun} ${vector.id}`)],
  ];
}

function missing(what) {
  return [element("h1", {}, `There is no ${what} in this report`), element("p", {}, link("#/", "Overview"))];
}
