#include "harness/judge/clauses/clause_registry.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "harness/judge/files/input_error.hpp"

namespace conformance {

std::string_view level_name(Level level) {
  switch (level) {
    case Level::must:
      return "MUST";
    case Level::must_not:
      return "MUST NOT";
    case Level::should:
      return "SHOULD";
    case Level::should_not:
      return "SHOULD NOT";
    case Level::may:
      return "MAY";
  }
  return "";
}

bool is_binding(Level level) {
  return level == Level::must || level == Level::must_not;
}

std::string_view provenance_name(Provenance provenance) {
  switch (provenance) {
    case Provenance::none:
      return "";
    case Provenance::public_text:
      return "public";
    case Provenance::both_readings:
      return "both readings";
    case Provenance::extension:
      return "extension";
  }
  return "";
}

std::string_view group_name(Group group) {
  switch (group) {
    case Group::documents:
      return "documents";
    case Group::ours:
      return "ours";
    case Group::extensions:
      return "extensions";
  }
  return "";
}

std::string_view group_text(Group group) {
  switch (group) {
    case Group::documents:
      return "the five documents";
    case Group::ours:
      return "our own pages";
    case Group::extensions:
      return "our extensions";
  }
  return "";
}

std::optional<Group> group_named(std::string_view name) {
  auto const* const found =
      std::find_if(all_groups.begin(), all_groups.end(), [&](Group group) { return group_name(group) == name; });
  return found == all_groups.end() ? std::nullopt : std::optional(*found);
}

std::string span_text(EditionSpan const& span) {
  std::string const since = span.since.empty() ? "" : "since " + span.since;
  std::string const until = span.until.empty() ? "" : "until " + span.until;
  return since.empty() || until.empty() ? since + until : since + " " + until;
}

bool is_taken_as_written(Reading const& reading) {
  return std::find(reading.profiles.begin(), reading.profiles.end(), "as-written") != reading.profiles.end();
}

Reading const* Decision::find(std::string_view name) const {
  auto const found =
      std::find_if(readings.begin(), readings.end(), [name](Reading const& reading) { return reading.name == name; });
  return found == readings.end() ? nullptr : &*found;
}

namespace {

constexpr std::string_view without_mark = "without ";

/// Whether it is a mark that a reading may have.
bool set_mark(Reading& reading, std::string const& mark) {
  if (mark == "public") {
    reading.is_public = true;
  } else if (mark.starts_with(without_mark)) {
    reading.without = mark.substr(without_mark.size());
  } else if (mark == "as-written" || mark == "live" || mark == "live only") {
    reading.is_departure = reading.is_departure || mark == "live only";
    reading.profiles.push_back(mark == "live only" ? "live" : mark);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Reading Reading::in_edition(std::string_view edition) const {
  Reading reading = *this;
  reading.marks.clear();
  for (ReadingMark const& mark : marks) {
    if (mark.span.has(edition)) set_mark(reading, mark.name);
  }
  return reading;
}

Decision Decision::in_edition(std::string_view edition) const {
  Decision decision = *this;
  decision.readings.clear();
  for (Reading const& reading : readings) {
    if (reading.span.has(edition)) decision.readings.push_back(reading.in_edition(edition));
  }
  return decision;
}

Clause Clause::in_edition(std::string_view edition) const {
  Clause clause = *this;
  clause.changes.clear();
  for (ClauseChange const& change : changes) {
    if (change.since > edition) continue;
    clause.level = change.level.value_or(clause.level);
    if (!change.provenance) continue;
    clause.provenance = *change.provenance;
    clause.features = change.features;
    // What is on the documents' pages stays theirs.
    if (clause.group != Group::documents)
      clause.group = clause.provenance == Provenance::extension ? Group::extensions : Group::ours;
  }
  return clause;
}

namespace {

std::optional<Provenance> provenance_named(std::string_view name) {
  for (Provenance const provenance : {Provenance::public_text, Provenance::both_readings, Provenance::extension}) {
    if (provenance_name(provenance) == name) return provenance;
  }
  return std::nullopt;
}

struct PageLine {
  std::string_view text;
  int number = 0;
};

std::vector<PageLine> page_lines(std::string_view text) {
  std::vector<PageLine> lines;
  int number = 0;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back({.text = line, .number = ++number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

[[noreturn]] void reject(std::string const& file, int line, std::string const& what) {
  throw InputError(fmt::format("{}:{}: {}", file, line, what));
}

std::string trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::vector<std::string> split_list(std::string_view text, std::string_view separator) {
  std::vector<std::string> items;
  while (true) {
    std::size_t const end = text.find(separator);
    items.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return items;
    text.remove_prefix(end + separator.size());
  }
}

std::optional<Level> level_named(std::string_view name) {
  for (Level const level : {Level::must, Level::must_not, Level::should, Level::should_not, Level::may}) {
    if (level_name(level) == name) return level;
  }
  return std::nullopt;
}

/// "public since 2026-08" in two: the mark, "" when it is about all that the item says, and its editions.
ReadingMark mark_of(std::string const& text) {
  static RE2 const form(R"((.*?)(?:(?:^|\s+)since ([0-9-]+))?(?:(?:^|\s+)until ([0-9-]+))?)");
  ReadingMark mark;
  RE2::FullMatch(text, form, &mark.name, &mark.span.since, &mark.span.until);
  return mark;
}

/// A level or a provenance that a clause has since an edition; nothing for another marker.
std::optional<ClauseChange> change_of(ReadingMark const& mark) {
  constexpr std::string_view extension = "extension ";
  ClauseChange change{.since = mark.span.since, .level = level_named(mark.name), .provenance = {}, .features = {}};
  change.provenance = provenance_named(mark.name);
  if (mark.name.starts_with(extension)) {
    change.provenance = Provenance::extension;
    change.features = split_list(std::string_view(mark.name).substr(extension.size()), ",");
  }
  if (!change.level && !change.provenance) return std::nullopt;
  return change;
}

void apply_marker(Clause& clause, std::string const& marker) {
  constexpr std::string_view unobservable = "unobservable:";
  constexpr std::string_view contested = "contested ";
  if (marker.starts_with(unobservable)) {
    clause.unobservable = trimmed(std::string_view(marker).substr(unobservable.size()));
    if (clause.unobservable->empty())
      reject(clause.file, clause.line, fmt::format("{}: unobservable needs a reason", clause.id));
    return;
  }
  ReadingMark const mark = mark_of(marker);
  std::optional<ClauseChange> change = change_of(mark);
  if (mark.name.empty() && !mark.span.is_everything()) {
    if (!mark.span.since.empty()) clause.span.since = mark.span.since;
    if (!mark.span.until.empty()) clause.span.until = mark.span.until;
  } else if (change && !mark.span.since.empty() && mark.span.until.empty()) {
    clause.changes.push_back(*std::move(change));
  } else if (change && change->provenance && mark.span.is_everything()) {
    clause.provenance = *change->provenance;
    clause.features = std::move(change->features);
  } else if (marker == "native") {
    clause.native = true;
  } else if (marker == "security") {
    clause.security = true;
  } else if (marker.starts_with(contested)) {
    clause.contested = split_list(std::string_view(marker).substr(contested.size()), ",");
  } else {
    reject(clause.file, clause.line,
           fmt::format(
               "{}: unknown marker \"{}\"; write native, security, unobservable: reason, contested A-nnn, since or "
               "until edition, where the clause is ours public, both readings or extension feature, or one of "
               "these or a level with since edition",
               clause.id, marker));
  }
}

Clause clause_of(PageLine const& line, std::string const& file) {
  static RE2 const item(R"(- \*\*([PM][0-9.]+-[0-9]{2,})\*\* (.*?) — (.*\S.*))");
  Clause clause{.file = file, .line = line.number};
  std::string markers;
  if (!RE2::FullMatch(re2::StringPiece(line.text.data(), line.text.size()), item, &clause.id, &markers,
                      &clause.statement)) {
    reject(file, line.number, "a clause is written \"- **P1.2-03** MUST · marker — statement\"");
  }
  std::vector<std::string> const words = split_list(markers, "·");
  std::optional<Level> const level = level_named(words.front());
  if (!level) {
    reject(file, line.number,
           fmt::format("{}: \"{}\" is no level; write MUST, MUST NOT, SHOULD, SHOULD NOT or MAY", clause.id,
                       words.front()));
  }
  clause.level = *level;
  for (std::size_t index = 1; index < words.size(); ++index) apply_marker(clause, words[index]);
  return clause;
}

bool looks_like_clause(std::string_view line) {
  static RE2 const item(R"(\s*[-*+]\s+\**\s*[PM][0-9.]+-[0-9]+.*)");
  return RE2::FullMatch(re2::StringPiece(line.data(), line.size()), item);
}

Reading reading_of(PageLine const& line, std::string const& file) {
  static RE2 const item(R"(- \*\*([a-z0-9-]+)\*\*((?: · [a-z0-9, -]+)*) — (.*))");
  Reading reading;
  std::string groups;
  if (!RE2::FullMatch(re2::StringPiece(line.text.data(), line.text.size()), item, &reading.name, &groups,
                      &reading.text)) {
    reject(file, line.number,
           "a reading is written \"- **name** · as-written, live — what it does\", the marks may be missing");
  }
  std::vector<std::string> marks;
  for (std::string const& group : split_list(groups, "·")) {
    if (group.empty()) continue;
    for (std::string& mark : split_list(group, ",")) marks.push_back(std::move(mark));
  }
  for (std::string const& text : marks) {
    ReadingMark mark = mark_of(text);
    Reading tried;
    bool const is_known = set_mark(tried, mark.name);
    if (mark.name.empty() && !mark.span.is_everything()) {
      reading.span = mark.span;
    } else if (is_known && mark.span.is_everything()) {
      set_mark(reading, mark.name);
    } else if (is_known) {
      reading.marks.push_back(std::move(mark));
    } else {
      reject(file, line.number,
             fmt::format("\"{}\" is no mark of a reading; write as-written, live, live only, public or without "
                         "FEATURE, each with since or until edition where it is not in all",
                         text));
    }
  }
  return reading;
}

/// Every edition that the readings name, and one before and behind all of them: who takes a reading changes nowhere
/// else.
std::set<std::string> editions_at_which_readings_change(Decision const& decision) {
  std::set<std::string> editions = {"", "~"};
  auto const add = [&editions](EditionSpan const& span) { editions.insert({span.since, span.until}); };
  for (Reading const& reading : decision.readings) {
    add(reading.span);
    for (ReadingMark const& mark : reading.marks) add(mark.span);
  }
  return editions;
}

void check_takers(Decision const& decision) {
  std::array<int, 2> takers{};
  for (Reading const& reading : decision.readings) {
    for (std::string const& profile : reading.profiles) ++takers[profile == "live" ? 1 : 0];
  }
  if (takers[0] != 1 || takers[1] > 1) {
    reject(decision.file, decision.line,
           fmt::format("{}: exactly one reading takes as-written and at most one takes live, in every edition",
                       decision.id));
  }
}

void check_decision(Decision const& decision) {
  if (decision.readings.empty()) {
    reject(decision.file, decision.line,
           fmt::format("{}: has no reading; list them below a line \"Readings:\"", decision.id));
  }
  for (Reading const& reading : decision.readings) {
    if (decision.find(reading.name) != &reading) {
      reject(decision.file, decision.line,
             fmt::format("{}: two readings are called \"{}\"", decision.id, reading.name));
    }
  }
  for (std::string const& edition : editions_at_which_readings_change(decision))
    check_takers(decision.in_edition(edition));
}

void demand_known(std::vector<std::string> const& named, std::vector<std::string> const& editions,
                  std::string const& file, int line, std::string const& id) {
  for (std::string const& edition : named) {
    if (edition.empty() || std::find(editions.begin(), editions.end(), edition) != editions.end()) continue;
    throw InputError(fmt::format("{}:{}: {} names the edition {}; known are {}", file, line, id, edition,
                                 fmt::join(editions, ", ")));
  }
}

std::vector<std::string> editions_named_by(Clause const& clause) {
  std::vector<std::string> named = {clause.span.since, clause.span.until};
  for (ClauseChange const& change : clause.changes) named.push_back(change.since);
  return named;
}

std::vector<std::string> editions_named_by(Decision const& decision) {
  std::set<std::string> named = editions_at_which_readings_change(decision);
  named.erase("~");
  return {named.begin(), named.end()};
}

}  // namespace

std::vector<Clause> parse_page(std::string_view text, std::string const& file) {
  std::vector<Clause> clauses;
  std::string section;
  std::string conformance_class;
  Group group = Group::documents;
  bool in_item = false;
  bool in_code = false;
  for (PageLine const& line : page_lines(text)) {
    if (line.text.starts_with("```")) in_code = !in_code;
    if (in_code) continue;
    if (line.text.starts_with("## ")) {
      section = trimmed(line.text.substr(3));
      conformance_class.clear();
      group = Group::documents;
      in_item = false;
    } else if (line.text.starts_with("Class: ")) {
      conformance_class = trimmed(line.text.substr(7));
    } else if (line.text == "Group: ours") {
      group = Group::ours;
    } else if (line.text.starts_with("Group:")) {
      reject(file, line.number, "the line reads \"Group: ours\" or is left out");
    } else if (looks_like_clause(line.text)) {
      Clause clause = clause_of(line, file);
      if (section.empty() || conformance_class.empty()) {
        reject(file, line.number,
               fmt::format("{} stands under no \"## §… \" heading with a \"Class: \" line", clause.id));
      }
      clause.section = section;
      clause.conformance_class = conformance_class;
      bool const is_extension = group == Group::ours && clause.provenance == Provenance::extension;
      clause.group = is_extension ? Group::extensions : group;
      clauses.push_back(std::move(clause));
      in_item = true;
    } else if (in_item && line.text.starts_with("  ")) {
      clauses.back().statement += " " + trimmed(line.text);
    } else {
      in_item = false;
    }
  }
  return clauses;
}

std::vector<Decision> parse_decisions(std::string_view text, std::string const& file) {
  static RE2 const heading(R"(###? (A-[0-9]{3,}) — (.*))");
  std::vector<Decision> decisions;
  bool in_readings = false;
  for (PageLine const& line : page_lines(text)) {
    if (line.text.starts_with("## A-") || line.text.starts_with("### ")) {
      Decision decision{.file = file, .line = line.number};
      if (!RE2::FullMatch(re2::StringPiece(line.text.data(), line.text.size()), heading, &decision.id,
                          &decision.title)) {
        reject(file, line.number, "a decision is headed \"### A-012 — Title\"");
      }
      decisions.push_back(std::move(decision));
      in_readings = false;
    } else if (decisions.empty()) {
      continue;
    } else if (line.text == "Readings:") {
      in_readings = true;
    } else if (line.text == "Gating: no") {
      decisions.back().gating = false;
    } else if (line.text.starts_with("Gating:")) {
      reject(file, line.number, "the line reads \"Gating: no\" or is left out");
    } else if (in_readings && line.text.starts_with("- ")) {
      decisions.back().readings.push_back(reading_of(line, file));
    } else if (in_readings && line.text.starts_with("  ") && !decisions.back().readings.empty()) {
      decisions.back().readings.back().text += " " + trimmed(line.text);
    } else if (!line.text.empty()) {
      in_readings = false;
    }
  }
  for (Decision const& decision : decisions) check_decision(decision);
  return decisions;
}

std::vector<std::string> parse_editions(std::string_view text, std::string const& file) {
  static RE2 const item(R"(- \*\*([0-9]{4}-[0-9]{2})\*\* — .*)");
  std::vector<std::string> editions;
  for (PageLine const& line : page_lines(text)) {
    if (!line.text.starts_with("- ")) continue;
    std::string edition;
    if (!RE2::FullMatch(re2::StringPiece(line.text.data(), line.text.size()), item, &edition))
      reject(file, line.number, "an edition is written \"- **2026-04** — what it is\"");
    if (!editions.empty() && editions.back() >= edition)
      reject(file, line.number,
             fmt::format("{} stands behind {}; the oldest edition comes first", edition, editions.back()));
    editions.push_back(std::move(edition));
  }
  if (editions.empty()) reject(file, 1, "the page has no edition");
  return editions;
}

namespace {

/// Of the decisions that contest them the ids.
std::set<std::string> decisions_about(std::vector<Clause> const& clauses) {
  std::set<std::string> ids;
  for (Clause const& clause : clauses) ids.insert(clause.contested.begin(), clause.contested.end());
  return ids;
}

}  // namespace

ClauseRegistry::ClauseRegistry(std::vector<Clause> clauses, std::vector<Decision> decisions,
                               std::vector<std::string> editions)
    : clauses_(std::move(clauses)), decisions_(std::move(decisions)), editions_(std::move(editions)) {
  for (std::size_t index = 0; index < decisions_.size(); ++index) {
    Decision const& decision = decisions_[index];
    if (!decision_index_.emplace(decision.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", decision.file, decision.line, decision.id));
    }
    demand_known(editions_named_by(decision), editions_, decision.file, decision.line, decision.id);
  }
  for (std::size_t index = 0; index < clauses_.size(); ++index) {
    Clause const& clause = clauses_[index];
    if (!clause_index_.emplace(clause.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", clause.file, clause.line, clause.id));
    }
    demand_known(editions_named_by(clause), editions_, clause.file, clause.line, clause.id);
    for (std::string const& id : clause.contested) {
      if (find_decision(id) == nullptr) {
        throw InputError(fmt::format("{}:{}: {} is contested by {}, which decisions.md does not have", clause.file,
                                     clause.line, clause.id, id));
      }
    }
  }
}

ClauseRegistry ClauseRegistry::of_edition(std::string const& edition) const {
  if (std::find(editions_.begin(), editions_.end(), edition) == editions_.end())
    throw InputError(
        fmt::format("there is no edition {} of the specification; known are {}", edition, fmt::join(editions_, ", ")));
  std::vector<Clause> clauses;
  for (Clause const& clause : clauses_) {
    if (clause.span.has(edition)) clauses.push_back(clause.in_edition(edition));
  }
  std::set<std::string> const contesting = decisions_about(clauses);
  std::set<std::string> const ever_contesting = decisions_about(clauses_);
  std::vector<Decision> decisions;
  for (Decision const& decision : decisions_) {
    bool const is_of_others = ever_contesting.contains(decision.id) && !contesting.contains(decision.id);
    if (!is_of_others) decisions.push_back(decision.in_edition(edition));
  }
  ClauseRegistry registry(std::move(clauses), std::move(decisions), editions_);
  registry.edition_ = edition;
  return registry;
}

ClauseRegistry ClauseRegistry::without_extensions() const {
  std::vector<Clause> clauses;
  std::copy_if(clauses_.begin(), clauses_.end(), std::back_inserter(clauses),
               [](Clause const& clause) { return clause.group != Group::extensions; });
  ClauseRegistry registry(std::move(clauses), decisions_, editions_);
  registry.edition_ = edition_;
  return registry;
}

Clause const* ClauseRegistry::find_clause(std::string_view id) const {
  auto const found = clause_index_.find(id);
  return found == clause_index_.end() ? nullptr : &clauses_[found->second];
}

Decision const* ClauseRegistry::find_decision(std::string_view id) const {
  auto const found = decision_index_.find(id);
  return found == decision_index_.end() ? nullptr : &decisions_[found->second];
}

Clause const& ClauseRegistry::leading_clause(std::vector<std::string> const& cited) const {
  static Clause const unknown;
  for (std::string const& id : cited) {
    if (Clause const* const clause = find_clause(id)) return *clause;
  }
  return unknown;
}

ClauseRegistry read_clause_registry(FileTree const& spec) {
  if (!spec.exists())
    throw InputError(
        fmt::format("{} is no folder; --spec names the folder of the specification pages", spec.display_name()));
  std::vector<Clause> clauses;
  std::vector<Decision> decisions;
  std::vector<std::string> editions = {first_edition};
  for (std::string const& page : spec.paths()) {
    bool const is_page = page.ends_with(".md") && page.find('/') == std::string::npos;
    if (!is_page || page == "README.md") continue;
    std::string const text = spec.read_text(page);
    std::string const name = spec.name() + "/" + page;
    if (page == "decisions.md") {
      decisions = parse_decisions(text, name);
    } else if (page == "editions.md") {
      editions = parse_editions(text, name);
    } else {
      std::vector<Clause> const found = parse_page(text, name);
      clauses.insert(clauses.end(), found.begin(), found.end());
    }
  }
  if (clauses.empty())
    throw InputError(
        fmt::format("no clause in {}; --spec names the folder of the specification pages", spec.display_name()));
  return ClauseRegistry(std::move(clauses), std::move(decisions), std::move(editions));
}

}  // namespace conformance
