#include "harness/judge/clauses/clause_registry.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>

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

Reading const* Decision::find(std::string_view name) const {
  auto const found =
      std::find_if(readings.begin(), readings.end(), [name](Reading const& reading) { return reading.name == name; });
  return found == readings.end() ? nullptr : &*found;
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

void apply_marker(Clause& clause, std::string const& marker) {
  constexpr std::string_view unobservable = "unobservable:";
  constexpr std::string_view contested = "contested ";
  constexpr std::string_view extension = "extension ";
  constexpr std::string_view since = "since ";
  constexpr std::string_view until = "until ";
  if (marker == "native") {
    clause.native = true;
  } else if (marker == "security") {
    clause.security = true;
  } else if (std::optional<Provenance> const provenance = provenance_named(marker)) {
    clause.provenance = *provenance;
  } else if (marker.starts_with(extension)) {
    clause.provenance = Provenance::extension;
    clause.features = split_list(std::string_view(marker).substr(extension.size()), ",");
  } else if (marker.starts_with(unobservable)) {
    clause.unobservable = trimmed(std::string_view(marker).substr(unobservable.size()));
    if (clause.unobservable->empty())
      reject(clause.file, clause.line, fmt::format("{}: unobservable needs a reason", clause.id));
  } else if (marker.starts_with(contested)) {
    clause.contested = split_list(std::string_view(marker).substr(contested.size()), ",");
  } else if (marker.starts_with(since)) {
    clause.since = trimmed(std::string_view(marker).substr(since.size()));
  } else if (marker.starts_with(until)) {
    clause.until = trimmed(std::string_view(marker).substr(until.size()));
  } else {
    reject(clause.file, clause.line,
           fmt::format(
               "{}: unknown marker \"{}\"; write native, security, unobservable: reason, contested A-nnn, since or "
               "until edition, or where the clause is ours public, both readings or extension feature",
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
  static RE2 const item(R"(- \*\*([a-z0-9-]+)\*\*(?: · ([a-z, -]+))? — (.*))");
  Reading reading;
  std::string profiles;
  if (!RE2::FullMatch(re2::StringPiece(line.text.data(), line.text.size()), item, &reading.name, &profiles,
                      &reading.text)) {
    reject(file, line.number,
           "a reading is written \"- **name** · as-written, live — what it does\", the marks may be missing");
  }
  if (profiles.empty()) return reading;
  reading.profiles = split_list(profiles, ",");
  reading.is_public = std::erase(reading.profiles, "public") > 0;
  std::erase_if(reading.profiles, [&](std::string const& mark) {
    constexpr std::string_view without = "without ";
    if (mark.starts_with(without)) reading.without = mark.substr(without.size());
    return mark.starts_with(without);
  });
  for (std::string& profile : reading.profiles) {
    if (profile == "live only") {
      reading.is_departure = true;
      profile = "live";
    }
    if (profile != "as-written" && profile != "live") {
      reject(file, line.number,
             fmt::format("\"{}\" is no mark of a reading; write as-written, live, live only, public or without FEATURE",
                         profile));
    }
  }
  return reading;
}

void check_decision(Decision const& decision) {
  if (decision.readings.empty()) {
    reject(decision.file, decision.line,
           fmt::format("{}: has no reading; list them below a line \"Readings:\"", decision.id));
  }
  std::array<int, 2> takers{};
  for (Reading const& reading : decision.readings) {
    if (decision.find(reading.name) != &reading) {
      reject(decision.file, decision.line,
             fmt::format("{}: two readings are called \"{}\"", decision.id, reading.name));
    }
    for (std::string const& profile : reading.profiles) ++takers[profile == "live" ? 1 : 0];
  }
  if (takers[0] != 1 || takers[1] > 1) {
    reject(decision.file, decision.line,
           fmt::format("{}: exactly one reading takes as-written and at most one takes live", decision.id));
  }
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

ClauseRegistry::ClauseRegistry(std::vector<Clause> clauses, std::vector<Decision> decisions,
                               std::vector<std::string> editions)
    : clauses_(std::move(clauses)), decisions_(std::move(decisions)), editions_(std::move(editions)) {
  for (std::size_t index = 0; index < decisions_.size(); ++index) {
    Decision const& decision = decisions_[index];
    if (!decision_index_.emplace(decision.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", decision.file, decision.line, decision.id));
    }
  }
  for (std::size_t index = 0; index < clauses_.size(); ++index) {
    Clause const& clause = clauses_[index];
    if (!clause_index_.emplace(clause.id, index).second) {
      throw InputError(
          fmt::format("{}:{}: {} occurs twice; ids are never reused", clause.file, clause.line, clause.id));
    }
    for (std::string const* const edition : {&clause.since, &clause.until}) {
      if (edition->empty() || std::find(editions_.begin(), editions_.end(), *edition) != editions_.end()) continue;
      throw InputError(fmt::format("{}:{}: {} names the edition {}; known are {}", clause.file, clause.line, clause.id,
                                   *edition, fmt::join(editions_, ", ")));
    }
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
  // Names of editions are dates, and compare as these do.
  std::copy_if(clauses_.begin(), clauses_.end(), std::back_inserter(clauses), [&](Clause const& clause) {
    return clause.since <= edition && (clause.until.empty() || edition <= clause.until);
  });
  return ClauseRegistry(std::move(clauses), decisions_, editions_);
}

ClauseRegistry ClauseRegistry::without_extensions() const {
  std::vector<Clause> clauses;
  std::copy_if(clauses_.begin(), clauses_.end(), std::back_inserter(clauses),
               [](Clause const& clause) { return clause.group != Group::extensions; });
  return ClauseRegistry(std::move(clauses), decisions_, editions_);
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
