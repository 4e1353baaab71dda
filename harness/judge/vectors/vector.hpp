#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// What has to be raised. `message` is an expectation in the matching language.
struct ExpectedError {
  std::optional<std::string> kind;  ///< none: an error of any kind
  std::optional<Json> message;
  std::optional<std::string> message_contains;
  std::optional<Json> partial;

  bool operator==(ExpectedError const&) const = default;
};

/// Exactly one of value and error is set.
struct ExpectedOutcome {
  std::optional<Json> value;
  std::optional<ExpectedError> error;
  std::optional<Json> items = std::nullopt;     ///< expectation over the list of items that a stream delivered
  std::optional<Json> spans = std::nullopt;     ///< list of expectations over the spans of the names that it mentions
  std::optional<Json> requests = std::nullopt;  ///< list of expectations over all requests that the mock provider saw

  bool operator==(ExpectedOutcome const&) const = default;
};

/// An outcome per reading of a contested clause, named as in decisions.md.
struct ExpectedReading {
  std::string name;
  ExpectedOutcome outcome;

  bool operator==(ExpectedReading const&) const = default;
};

/// What one step has to answer: `outcome` when the clause is uncontested, else `readings` (then `outcome` is empty).
struct ExpectedAnswer {
  ExpectedOutcome outcome;
  std::vector<ExpectedReading> readings;

  bool operator==(ExpectedAnswer const&) const = default;
};

/// One operation of a vector.
struct Step {
  std::string operation;
  Json given;
  ExpectedAnswer expect;
  std::map<std::string, std::string> files = {};  ///< those of the vector's files that get other text before the step

  bool operator==(Step const&) const = default;
};

/// What a subject has to declare for the vector to apply to it.
struct Requirements {
  std::vector<std::string> features;
  std::vector<std::string> providers;
  std::vector<std::string> api_types;
  std::vector<std::string> connection_kinds = {};

  bool operator==(Requirements const&) const = default;
};

/// One conformance vector (vectors/README.md). A vector without `steps` in its file has one step here.
struct Vector {
  std::string id;  ///< topic + "/" + short id
  std::string topic;
  std::string file;  ///< path of the file as opened
  std::vector<std::string> clauses;
  std::string why;
  std::vector<Step> steps;
  std::map<std::string, std::string> files;  ///< relative path to bytes
  std::set<std::string> fixtures;            ///< names of the fixtures among its files
  std::optional<std::string> cwd;
  std::optional<Json> env;
  int times = 1;                 ///< how often its steps are taken in order, to find what goes wrong by chance
  std::optional<Json> provider;  ///< array of scenario steps for the mock provider
  std::optional<Json> mcp;       ///< what the scenario's MCP server has
  Requirements requires_;
  std::optional<std::string> twin;  ///< full vector id
  std::vector<std::string> transforms;
  bool gating = true;
  bool malformed = false;   ///< whether an answer in it is, on purpose, none that its provider sends to an SDK
  bool questioned = false;  ///< whether a request in it is, on purpose, none that its provider takes
  /// The vector as it stands in its file; its copies share it.
  std::shared_ptr<Json const> source = std::make_shared<Json const>();

  [[nodiscard]] bool cites(std::string const& clause) const {
    return std::find(clauses.begin(), clauses.end(), clause) != clauses.end();
  }

  /// Whether some of its files get other text between its steps.
  [[nodiscard]] bool changes_files() const {
    return std::any_of(steps.begin(), steps.end(), [](Step const& step) { return !step.files.empty(); });
  }

  [[nodiscard]] bool expects_error() const {
    return std::any_of(steps.begin(), steps.end(),
                       [](Step const& step) { return step.expect.outcome.error.has_value(); });
  }
};

}  // namespace conformance
