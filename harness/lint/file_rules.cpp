#include <fmt/core.h>

#include <map>
#include <optional>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/lint/lint.hpp"
#include "harness/schema/schema_check.hpp"
#include "harness/vectors/canonical_json.hpp"
#include "harness/vectors/vector_file.hpp"

namespace conformance {
namespace {

Json read_schema(std::filesystem::path const& vectors_folder, std::string const& name) {
  std::filesystem::path const path = vectors_folder / "schema" / name;
  return parse_json_file(read_file(path), path.string());
}

void check_params(Vector const& vector, Step const& step, std::map<std::string, SchemaCheck> const& checks,
                  std::vector<LintFinding>& findings) {
  auto const check = checks.find(step.operation);
  if (check == checks.end()) {
    findings.push_back({.rule = "params",
                        .place = vector.id,
                        .message = fmt::format("the protocol schema has no operation \"{}\"", step.operation)});
    return;
  }
  for (std::string const& problem : check->second.problems(step.given))
    findings.push_back({.rule = "params", .place = vector.id, .message = problem});
}

}  // namespace

std::vector<LintFinding> lint_files(std::filesystem::path const& vectors_folder, Corpus const& corpus) {
  std::vector<LintFinding> findings;
  SchemaCheck const vector_schema(read_schema(vectors_folder, "vectors.schema.json"));
  for (auto const& [topic, path] : vector_files(vectors_folder)) {
    std::string const text = read_file(path);
    Json const document = parse_json_file(text, path.string());
    for (std::string const& problem : vector_schema.problems(document))
      findings.push_back({.rule = "schema", .place = topic, .message = problem});
    if (text != canonical_json(document)) {
      findings.push_back(
          {.rule = "format", .place = topic, .message = "is not in canonical form; run prompty-conformance format"});
    }
  }
  Json const protocol = read_schema(vectors_folder, "protocol.schema.json");
  std::map<std::string, SchemaCheck> checks;
  for (auto const& [operation, parts] : protocol.at("operations").items()) {
    if (parts.contains("params"))
      checks.emplace(operation, SchemaCheck(protocol, fmt::format("/operations/{}/params", operation)));
  }
  for (Vector const& vector : corpus.vectors) {
    for (Step const& step : vector.steps) check_params(vector, step, checks, findings);
  }
  return findings;
}

}  // namespace conformance
