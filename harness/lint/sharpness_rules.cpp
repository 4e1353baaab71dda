#include <fmt/core.h>
#include <re2/re2.h>

#include <set>

#include "harness/files/text_file.hpp"
#include "harness/lint/lint.hpp"
#include "harness/mutants/filter_literals.hpp"
#include "harness/vectors/vector_file.hpp"

namespace conformance {
namespace {

void collect_leaves(Json const& value, std::set<std::string>& leaves) {
  if (value.is_string()) leaves.insert(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json const& element : value) collect_leaves(element, leaves);
}

void collect_words(Json const& value, std::set<std::string>& words) {
  if (value.is_string()) words.insert(value.get<std::string>());
  if (value.is_array()) {
    for (Json const& element : value) collect_words(element, words);
  }
  if (!value.is_object()) return;
  for (auto const& [key, member] : value.items()) {
    words.insert(key);
    collect_words(member, words);
  }
}

/// What stands in backticks, whole and word by word.
void collect_code_words(std::string const& page, std::set<std::string>& words) {
  static RE2 const code("`([^`\n]+)`");
  static RE2 const word(R"(([A-Za-z0-9_][A-Za-z0-9_./-]*))");
  re2::StringPiece rest(page);
  std::string span;
  while (RE2::FindAndConsume(&rest, code, &span)) {
    words.insert(span);
    re2::StringPiece inner(span);
    std::string part;
    while (RE2::FindAndConsume(&inner, word, &part)) words.insert(part);
  }
}

/// A letter or a digit, blanks, delimiters, the empty text.
bool is_anybodys(std::string const& literal) {
  static RE2 const letter_or_digit("[\\pL\\pN]");
  return literal.size() < 2 || !RE2::PartialMatch(literal, letter_or_digit);
}

}  // namespace

std::vector<LintFinding> lint_sharpness(ClauseRegistry const& registry, std::vector<Mutant> const& mutants,
                                        KillMatrix const& matrix) {
  std::vector<LintFinding> findings;
  for (Mutant const& mutant : mutants) {
    if (registry.find_clause(mutant.clause) == nullptr)
      findings.push_back({.rule = "unknown-mutated-clause",
                          .place = mutant.id,
                          .message = fmt::format("breaks {}, which is on no page of spec/", mutant.clause)});
  }
  for (std::string const& id : clauses_without_mutant(registry, mutants))
    findings.push_back({.rule = "clause-without-mutant", .place = id, .message = "testable, and no mutant breaks it"});
  for (MutantFate const& fate : matrix.fates) {
    if (fate.own_killers.empty())
      findings.push_back(
          {.rule = "survivor",
           .place = fate.mutant,
           .message = fmt::format("no vector of {} fails under it ({} others do)", fate.clause, fate.killers.size())});
  }
  for (Citation const& citation : matrix.unproven_citations) {
    findings.push_back(
        {.rule = "unproven-citation",
         .place = citation.vector,
         .message = fmt::format("cites {}, but no mutant of that clause makes it fail", citation.clause)});
  }
  for (std::string const& id : matrix.useless_vectors)
    findings.push_back({.rule = "useless-vector", .place = id, .message = "fails under no mutant"});
  return findings;
}

std::vector<LintFinding> lint_filters(mutants::MutantPages const& pages, Corpus const& corpus,
                                      std::filesystem::path const& spec_folder,
                                      std::filesystem::path const& vectors_folder) {
  std::set<std::string> literals;
  for (Vector const& vector : corpus.vectors) {
    literals.insert(vector.id);
    literals.insert(vector.id.substr(vector.topic.size() + 1));
    for (Step const& step : vector.steps) collect_leaves(step.given, literals);
    for (auto const& [path, bytes] : vector.files) literals.insert(bytes);
    collect_leaves(vector.source.value("expect", Json()), literals);
    collect_leaves(vector.source.value("steps", Json()), literals);
  }
  std::set<std::string> vocabulary;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(spec_folder)) {
    if (entry.path().extension() == ".md") collect_code_words(read_file(entry.path()), vocabulary);
  }
  for (std::string const name : {"protocol.schema.json", "vectors.schema.json"}) {
    std::filesystem::path const schema = vectors_folder / "schema" / name;
    collect_words(parse_json_file(read_file(schema), schema.string()), vocabulary);
  }
  std::vector<LintFinding> findings;
  for (mutants::FilterLiteral const& literal : mutants::literals_of(pages)) {
    if (is_anybodys(literal.value) || vocabulary.contains(literal.value) || !literals.contains(literal.value)) continue;
    findings.push_back(
        {.rule = "borrowed-literal",
         .place = "spec/" + literal.place,
         .message = fmt::format("a mutant names \"{}\", a literal of a vector; a mutant is a rule", literal.value)});
  }
  return findings;
}

}  // namespace conformance
