// The first view: verdict, numbers by class, level and section.

function verdictBox() {
  const kind = run.exitCode === 0 ? "" : run.exitCode === 1 ? " broken" : " open";
  return element("section", { class: `verdict${kind}`, "aria-label": "Verdict" },
    element("h1", {}, run.verdict),
    element("p", { class: "lead" }, `${run.subject.name} ${run.subject.version} (${run.subject.language}), judged by the edition ${run.edition} in the profile ${run.profile}.`),
    ...(run.notes || []).map((note) => element("p", {}, `Note: ${note}`)),
    ...(run.notJudged ? run.notJudged.split("\n").map((line) => element("p", {}, element("strong", {}, line))) : []),
    element("p", { class: "quiet" }, `Exit code ${run.exitCode}.`, run.nonGatingFailures ? ` ${plural(run.nonGatingFailures, "failure does", "failures do")} not decide: of vectors that never gate, or of another level or group.` : ""));
}

function countsOf(counts) {
  return Object.entries(counts).map(([status, count]) => `${count.toLocaleString("en")} ${status}`).join(", ") || "none";
}

/** What came of subjects that answer without understanding, in words. */
function trivialFacts(subjects) {
  const held = subjects.filter((subject) => subject.clausesHeld > 0);
  const names = subjects.map((subject) => subject.subject).join(", ");
  const holding = held.length === 0 ? "none holds a clause" : held.map((subject) => `${subject.subject} holds ${plural(subject.clausesHeld, "clause", "clauses")}`).join(", ");
  return `of ${plural(subjects.length, "subject", "subjects")} (${names}) ${holding}`;
}

/** How well many mistakes at once are told apart, in words. */
function togetherFacts(scores) {
  return (scores || []).map((score) => `; of ${score.atOnce} mistakes at once${score.unknown ? " that are unknown" : ""} ${score.recall} % found, ${score.precision} % of the faults right`).join("");
}

function runFacts() {
  const score = run.mutation;
  return facts([
    ["Vectors", countsOf(run.statuses)],
    ...Object.entries(run.ways).map(([way, counts]) => [`played ${way}`, countsOf(counts)]),
    ["Suite", `${run.suiteVersion}, corpus ${run.corpusDigest}`],
    ["Command", run.commandLine],
    ...(run.network ? [["Network of the adapter", run.network]] : []),
    ...(run.protocolNotice ? [["Protocol", run.protocolNotice]] : []),
    ["Sharpness of the suite", score ? `${score.dead} of ${score.mutants} mutants dead by a vector of their clause, ${score.uselessVectors} useless vectors${togetherFacts(score.together)}` : "not measured in this run"],
    ...(score && score.trivial ? [["Subjects that understand nothing", trivialFacts(score.trivial)]] : []),
  ]);
}

function groupTables(group) {
  const numbers = (tally) => [[String(tally.total), "is-number"], [String(tally.held), "is-number"], [String(tally.broken), "is-number"], [String(tally.notTestable), "is-number"], [String(tally.notJudged), "is-number"], [String(tally.exempt), "is-number"]];
  const heads = (name) => [name, "share", ">clauses", ">held", ">broken", ">not testable", ">not judged", ">exempt"];
  const chosen = (key, value) => `#/clauses?group=${group.name}&${key}=${encodeURIComponent(value)}`;
  return [
    element("h2", {}, `Clauses of ${originOf(group.name)}`),
    table("By level", heads("Level"), group.levels.map((entry) => [chosen("level", entry.name), link(chosen("level", entry.name), entry.name), bar(entry.tally), ...numbers(entry.tally)])),
    table("By class: MUST and MUST NOT decide", ["Class", "share", "Verdict"], group.classes.map((entry) => [chosen("class", entry.name), link(chosen("class", entry.name), entry.name), bar(entry.tally), entry.verdict])),
    table("By section", heads("Section"), group.sections.map((entry) => [chosen("section", entry.name), link(chosen("section", entry.name), entry.name), bar(entry.tally), ...numbers(entry.tally)])),
  ];
}

/** One line per fault of a group, the worst first. */
function fixFirst(group) {
  const faults = run.faults.filter((fault) => fault.group === group);
  if (faults.length === 0) return null;
  const deciding = faults.filter((fault) => fault.decides).length;
  const share = deciding === faults.length ? "" : `, ${deciding || "none"} of which ${deciding === 1 ? "decides" : "decide"}`;
  const notes = (fault) => [...(fault.title === fault.what ? [] : [fault.what]), ...(fault.decides || deciding === 0 ? [] : ["It decides nothing."])];
  return [
    element("h2", {}, `Fix first: ${plural(faults.length, "fault", "faults")} in clauses of ${originOf(group)}${share}`),
    table("The worst first; with each the number of vectors that show nothing else", ["Fault", ">vectors", "What is wrong", "Clauses"], faults.map((fault) => [
      `#/fault/${fault.number}`, [link(`#/fault/${fault.number}`, String(fault.number)), "is-id"], [String(fault.wouldPass), "is-number"], [[fault.title, ...notes(fault).map((note) => element("div", { class: "quiet" }, note))], "is-long"], clauseLinks(fault.clauses),
    ])),
  ];
}

function overview() {
  return [verdictBox(), ...Object.keys(origins).map(fixFirst), runFacts(), run.groups.map(groupTables)];
}

/** What the mock, as a second judge, has against requests that the documents demand. */
function requestsView() {
  const rules = Object.entries(run.findings);
  return [
    element("h1", {}, "Requests that a provider would question"),
    element("p", {}, "The mock provider holds every request against the provider's own published rules. Where the documents demand what a provider refuses, that is shown here; it decides nothing."),
    rules.length === 0
      ? element("p", { class: "lead" }, "No request was questioned.")
      : rules.map(([rule, ids]) => element("details", {}, element("summary", {}, `${rule} (${plural(ids.length, "vector", "vectors")})`), element("ul", { class: "plain" }, ids.map((id) => element("li", {}, link(`#/vector/${id}`, id)))))),
  ];
}
