#include <fmt/core.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <set>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/yaml_place.hpp"
#include "harness/judge/jq/jq.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance {
namespace {

constexpr char const* ended_page = "ended.yaml";

Json json_of(YAML::Node const& node) {
  if (node.IsMap()) {
    Json object = Json::object();
    for (auto const& member : node) {
      if (member.first.IsScalar()) object[member.first.Scalar()] = json_of(member.second);
    }
    return object;
  }
  if (node.IsSequence()) {
    Json list = Json::array();
    for (YAML::Node const& element : node) list.push_back(json_of(element));
    return list;
  }
  return node.IsScalar() ? Json(node.Scalar()) : Json();
}

/// The frontmatter of a prompt file, its scalars as texts; nothing when there is none that can be read.
std::optional<Json> frontmatter_in(std::string const& text) {
  static std::string_view constexpr delimiter = "---";
  std::size_t const begin = text.find(delimiter);
  std::size_t const end = begin == std::string::npos ? begin : text.find(delimiter, begin + delimiter.size());
  if (end == std::string::npos) return std::nullopt;
  try {
    return json_of(YAML::Load(text.substr(begin + delimiter.size(), end - begin - delimiter.size())));
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// Everything that the vector gives, as a list.
Json given_by(Vector const& vector) {
  Json given = Json::array();
  auto const add_files = [&](std::map<std::string, std::string> const& files) {
    for (auto const& [name, text] : files) {
      if (std::optional<Json> frontmatter = frontmatter_in(text)) given.push_back(*std::move(frontmatter));
    }
  };
  add_files(vector.files);
  for (Step const& step : vector.steps) {
    given.push_back(step.given);
    add_files(step.files);
  }
  return given;
}

bool is_true_of(JqProgram& filter, Json const& given) {
  JqValues values{&given};
  jv const made = filter.run(values.to_jq(given));
  bool const is_true = jv_is_valid(made) != 0 && jv_get_kind(made) == JV_KIND_TRUE;
  jv_free(made);
  return is_true;
}

/// The editions that have all of these clauses.
std::set<std::string> editions_of(std::vector<std::string> const& clauses, ClauseRegistry const& registry) {
  std::set<std::string> editions;
  for (std::string const& edition : registry.editions()) {
    bool const has_all = std::all_of(clauses.begin(), clauses.end(), [&](std::string const& id) {
      Clause const* const clause = registry.find_clause(id);
      return clause != nullptr && clause->span.has(edition);
    });
    if (has_all) editions.insert(edition);
  }
  return editions;
}

EndedUse ended_use_of(std::string const& clause, YamlPlace const& place) {
  EndedUse use{.clause = clause, .what = {}, .has = {}, .at = fmt::format("{}:{}", place.page, place.line)};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "what")
      use.what = text_of(value);
    else if (key == "has")
      use.has = text_of(value);
    else
      value.refuse(fmt::format("there is no '{}' here; there are what and has", key));
  }
  if (use.what.empty() || use.has.empty()) place.refuse(fmt::format("{} needs what and has", clause));
  return use;
}

JqProgram filter_of(EndedUse const& use) {
  try {
    return JqProgram(use.has);
  } catch (JqSyntaxError const& error) {
    throw InputError(fmt::format("{}: {}: {}", use.at, use.clause, error.what()));
  }
}

void check_use(EndedUse const& use, Suite const& suite, std::vector<LintFinding>& findings) {
  std::set<std::string> const with = editions_of({use.clause}, suite.registry);
  if (with.empty() || with.contains(suite.registry.editions().back())) {
    findings.push_back({.rule = "unended-use",
                        .place = use.at,
                        .message = fmt::format("{} is on no page, or has not ended", use.clause)});
    return;
  }
  JqProgram filter = filter_of(use);
  bool is_used = false;
  for (Vector const& vector : suite.corpus.vectors) {
    if (!is_true_of(filter, given_by(vector))) continue;
    is_used = true;
    std::set<std::string> const editions = editions_of(vector.clauses, suite.registry);
    bool const is_inside = std::includes(with.begin(), with.end(), editions.begin(), editions.end());
    bool const is_outside = std::none_of(editions.begin(), editions.end(),
                                         [&](std::string const& edition) { return with.contains(edition); });
    if (is_inside || is_outside) continue;
    findings.push_back(
        {.rule = "ended-use",
         .place = vector.id,
         .message = fmt::format("has {}, which means something else in editions without {}, and belongs to the "
                                "editions {}: cite a clause that has ended as well, or take it out",
                                use.what, use.clause, fmt::join(editions, ", "))});
  }
  if (!is_used)
    findings.push_back(
        {.rule = "idle-ended-use", .place = use.at, .message = fmt::format("no vector has {}", use.what)});
}

void check_clauses(Vector const& vector, ClauseRegistry const& registry, std::vector<LintFinding>& findings) {
  bool are_known = true;
  for (std::string const& id : vector.clauses) {
    if (registry.find_clause(id) != nullptr) continue;
    are_known = false;
    findings.push_back({.rule = "unknown-clause",
                        .place = vector.id,
                        .message = fmt::format("cites {}, which is on no page of spec/", id)});
  }
  if (are_known && editions_of(vector.clauses, registry).empty())
    findings.push_back(
        {.rule = "no-edition", .place = vector.id, .message = "cites clauses that no edition has together; split it"});
}

void check_readings(Suite const& suite, std::string const& edition, std::vector<LintFinding>& findings) {
  Suite const of_edition = suite_of_edition(suite, edition);
  for (Vector const& left : of_edition.corpus.vectors) {
    Vector const& whole = *suite.corpus.find(left.id);
    for (std::size_t step = 0; step < whole.steps.size(); ++step) {
      if (whole.steps[step].expect.readings.empty() || !left.steps[step].expect.readings.empty()) continue;
      findings.push_back({.rule = "edition-without-reading",
                          .place = left.id,
                          .message = fmt::format("the edition {} has none of its readings", edition)});
    }
  }
}

}  // namespace

std::vector<EndedUse> read_ended_uses(FileTree const& spec) {
  std::vector<EndedUse> uses;
  if (!spec.holds(ended_page)) return uses;
  for (auto const& [clause, place] : members_of(read_yaml_page(spec, ended_page)))
    uses.push_back(ended_use_of(clause, place));
  return uses;
}

std::vector<LintFinding> lint_editions(Suite const& suite, std::vector<EndedUse> const& ended) {
  std::vector<LintFinding> findings;
  for (Vector const& vector : suite.corpus.vectors) check_clauses(vector, suite.registry, findings);
  for (EndedUse const& use : ended) check_use(use, suite, findings);
  for (std::string const& edition : suite.registry.editions()) check_readings(suite, edition, findings);
  return findings;
}

}  // namespace conformance
