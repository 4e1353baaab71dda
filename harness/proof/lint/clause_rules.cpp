#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "harness/judge/files/text_file.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance {
namespace {

constexpr std::string_view to_vectors = "../vectors/";

using Topics = std::set<std::string>;

std::string name_of(std::string const& file) {
  return std::filesystem::path(file).filename().string();
}

/// Topics by the name of the page whose clauses their vectors cite; an empty set for a page that none cites.
std::map<std::string, Topics> topics_by_page(Corpus const& corpus, ClauseRegistry const& registry) {
  std::map<std::string, Topics> topics;
  for (Clause const& clause : registry.clauses()) topics[name_of(clause.file)];
  for (Vector const& vector : corpus.vectors) {
    for (std::string const& id : vector.clauses) {
      Clause const* const clause = registry.find_clause(id);
      if (clause != nullptr) topics[name_of(clause->file)].insert(vector.topic);
    }
  }
  return topics;
}

/// The targets of the links in a text, in order.
std::vector<std::string> link_targets(std::string_view text) {
  static RE2 const link(R"(\]\(([^)\s]+)\))");
  std::vector<std::string> targets;
  re2::StringPiece rest(text.data(), text.size());
  for (std::string target; RE2::FindAndConsume(&rest, link, &target);) targets.push_back(target);
  return targets;
}

/// The paragraph that begins with a word, "" when there is none.
std::string_view paragraph_of(std::string_view page, std::string const& word) {
  std::size_t const before = page.find("\n" + word);
  if (before == std::string_view::npos) return "";
  std::string_view const rest = page.substr(before + 1);
  return rest.substr(0, rest.find("\n\n"));
}

std::string link_to(std::string const& topic) {
  return fmt::format("[{0}]({1}{0}.json)", topic, to_vectors);
}

LintFinding vectors_finding(std::string const& page, std::string message) {
  return {.rule = "page-vectors", .place = page, .message = std::move(message)};
}

void check_named(std::string const& page, std::string_view target, Topics const& known, Topics& missing,
                 Topics const& citing, std::vector<LintFinding>& findings) {
  if (!target.starts_with(to_vectors)) {
    findings.push_back(vectors_finding(page, fmt::format("its line \"Vectors:\" links {}, not vectors", target)));
    return;
  }
  std::string name(target.substr(to_vectors.size()));
  bool const is_file = name.ends_with(".json");
  name = is_file ? name.substr(0, name.size() - 5) : name + (name.ends_with('/') ? "" : "/");
  bool is_any = false;
  for (std::string const& topic : known) {
    if (is_file ? topic != name : !topic.starts_with(name)) continue;
    is_any = true;
    missing.erase(topic);
    if (citing.contains(topic)) continue;
    findings.push_back(vectors_finding(
        page,
        fmt::format("its line \"Vectors:\" names {}, but no vector of {} cites a clause of the page; take it out{}",
                    target, topic, is_file ? "" : " and name the other topics of that folder one by one")));
  }
  if (!is_any) findings.push_back(vectors_finding(page, fmt::format("there are no vectors at {}", target)));
}

void check_vectors(std::string const& page, std::string_view text, Topics const& citing, Topics const& known,
                   std::vector<LintFinding>& findings) {
  Topics missing = citing;
  for (std::string const& target : link_targets(paragraph_of(text, "Vectors:"))) {
    check_named(page, target, known, missing, citing, findings);
  }
  for (std::string const& topic : missing) {
    findings.push_back(vectors_finding(
        page, fmt::format("vectors of {} cite its clauses, and its line \"Vectors:\" does not name them; add {}", topic,
                          link_to(topic))));
  }
}

/// The pages in the order of the tables of the index: the first link of each row.
std::vector<std::string> pages_in_order(std::string_view index) {
  static RE2 const row(R"((?m)^\| \[[^\]]*\]\(([^)/]+\.md)\))");
  std::vector<std::string> pages;
  re2::StringPiece rest(index.data(), index.size());
  for (std::string page; RE2::FindAndConsume(&rest, row, &page);) pages.push_back(page);
  return pages;
}

void check_place(std::string const& page, std::string_view text, std::vector<std::string> const& order,
                 std::vector<LintFinding>& findings) {
  auto const add = [&](std::string message) {
    findings.push_back({.rule = "page-place", .place = page, .message = std::move(message)});
  };
  std::vector<std::string>::const_iterator const here = std::find(order.begin(), order.end(), page);
  if (here == order.end()) return add("no table of README.md has it; add a row at its place in the pipeline");
  std::vector<std::string> const linked = link_targets(paragraph_of(text, "Place:"));
  auto const expect = [&](std::string const& neighbour, std::string_view where) {
    if (std::find(linked.begin(), linked.end(), neighbour) == linked.end())
      add(fmt::format("{} comes {} it in README.md; link it in the line \"Place:\"", neighbour, where));
  };
  if (here != order.begin()) expect(*(here - 1), "before");
  if (here + 1 != order.end()) expect(*(here + 1), "after");
}

void check_decisions(std::string_view text, std::vector<LintFinding>& findings) {
  static RE2 const heading(R"((?m)^(##|###) (A-([0-9]+) — )?(.*)$)");
  re2::StringPiece rest(text.data(), text.size());
  std::string chapter;
  int before = 0;
  std::string level;
  std::string entry;
  std::string number;
  std::string title;
  while (RE2::FindAndConsume(&rest, heading, &level, &entry, &number, &title)) {
    if (entry.empty()) {
      chapter = title;
      before = 0;
      continue;
    }
    std::string const id = "A-" + number;
    if (chapter.empty() || level == "##") {
      findings.push_back(
          {.rule = "decision-order",
           .place = id,
           .message = "stands in no chapter; write \"### \" and move it below the \"## \" heading of its stage"});
    }
    if (std::stoi(number) < before) {
      findings.push_back(
          {.rule = "decision-order",
           .place = id,
           .message = fmt::format("comes after a higher number in the chapter \"{}\"; they ascend there", chapter)});
    }
    before = std::stoi(number);
  }
}

bool is_other_reading(Reading const& reading) {
  return reading.is_public && !is_taken_as_written(reading);
}

bool has_other_public_reading(Clause const& clause, ClauseRegistry const& registry) {
  return std::any_of(clause.contested.begin(), clause.contested.end(), [&](std::string const& id) {
    Decision const* const decision = registry.find_decision(id);
    return decision != nullptr && std::any_of(decision->readings.begin(), decision->readings.end(), is_other_reading);
  });
}

void add_words(Json const& words, std::set<std::string>& names) {
  for (Json const& word : words) names.insert(word.get<std::string>());
}

void add_unknown(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (auto const& [id, places] : citations.code) {
    if (registry.find_clause(id) != nullptr) continue;
    for (CodePlace const& place : places)
      findings.push_back({.rule = "unknown-citation",
                          .place = fmt::format("{}:{}", place.file, place.line),
                          .message = fmt::format("{} is on no page", id)});
  }
}

void add_uncited(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (Clause const& clause : registry.clauses()) {
    if (citations.code.contains(clause.id) || citations.without_code.contains(clause.id)) continue;
    findings.push_back({.rule = "uncited-clause",
                        .place = clause.id,
                        .message =
                            "no comment of the reference names it; cite it at the line that does it, or give the "
                            "reason in spec/without-code.yaml"});
  }
}

void add_exceptions(std::vector<LintFinding>& findings, ClauseRegistry const& registry, Citations const& citations) {
  for (auto const& [id, reason] : citations.without_code) {
    bool const is_needed = registry.find_clause(id) != nullptr && !citations.code.contains(id);
    if (!is_needed)
      findings.push_back({.rule = "needless-exception",
                          .place = "spec/without-code.yaml",
                          .message = fmt::format("{} is cited, or on no page", id)});
  }
  if (citations.without_code.size() > most_clauses_without_code)
    findings.push_back({.rule = "many-exceptions",
                        .place = "spec/without-code.yaml",
                        .message = fmt::format("{} clauses without code; {} are allowed", citations.without_code.size(),
                                               most_clauses_without_code)});
}

}  // namespace

std::vector<LintFinding> lint_pages(std::filesystem::path const& spec_folder, Corpus const& corpus,
                                    ClauseRegistry const& registry) {
  std::vector<LintFinding> findings;
  std::set<std::string> known;
  for (Vector const& vector : corpus.vectors) known.insert(vector.topic);
  std::filesystem::path const index = spec_folder / "README.md";
  bool const has_index = std::filesystem::exists(index);
  std::vector<std::string> const order = has_index ? pages_in_order(read_file(index)) : std::vector<std::string>{};
  for (auto const& [page, citing] : topics_by_page(corpus, registry)) {
    std::string const text = read_file(spec_folder / page);
    check_vectors(page, text, citing, known, findings);
    if (has_index) check_place(page, text, order, findings);
  }
  std::filesystem::path const decisions = spec_folder / "decisions.md";
  if (std::filesystem::exists(decisions)) check_decisions(read_file(decisions), findings);
  return findings;
}

std::set<std::string> read_features(std::filesystem::path const& vectors_folder) {
  Json const protocol = read_schema(vectors_folder, "protocol.schema.json");
  std::set<std::string> features;
  add_words(protocol.at("definitions").at("Capabilities").at("properties").at("features").at("items").at("enum"),
            features);
  return features;
}

std::vector<LintFinding> lint_provenance(ClauseRegistry const& registry, std::set<std::string> const& features) {
  std::vector<LintFinding> findings;
  for (Clause const& clause : registry.clauses()) {
    bool const is_said = clause.provenance != Provenance::none;
    if (clause.group != Group::documents && !is_said) {
      findings.push_back({.rule = "no-provenance",
                          .place = clause.id,
                          .message = "is ours; mark it public, both readings or extension feature behind its level"});
    }
    if (clause.group == Group::documents && is_said) {
      findings.push_back({.rule = "needless-provenance",
                          .place = clause.id,
                          .message = "is a clause of the documents; take the mark away"});
    }
    if (clause.provenance == Provenance::extension && clause.features.empty()) {
      findings.push_back({.rule = "extension-without-feature",
                          .place = clause.id,
                          .message = "is demanded by no public text, so only whoever declares a feature is judged by "
                                     "it; write extension and the feature"});
    }
    for (std::string const& feature : clause.features) {
      if (!features.contains(feature))
        findings.push_back(
            {.rule = "unknown-feature",
             .place = clause.id,
             .message = fmt::format("belongs to the feature {}, which the protocol does not have", feature)});
    }
    if (clause.provenance == Provenance::both_readings && !has_other_public_reading(clause, registry)) {
      findings.push_back({.rule = "unread-provenance",
                          .place = clause.id,
                          .message = "is contested by no decision with another reading that is marked public"});
    }
  }
  return findings;
}

std::vector<LintFinding> lint_citations(ClauseRegistry const& registry, Citations const& citations) {
  std::vector<LintFinding> findings;
  add_unknown(findings, registry, citations);
  add_uncited(findings, registry, citations);
  add_exceptions(findings, registry, citations);
  return findings;
}

}  // namespace conformance
