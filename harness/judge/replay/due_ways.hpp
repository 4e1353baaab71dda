#pragma once

#include <set>
#include <string>

#include "harness/judge/replay/attempt.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/vectors/vector.hpp"

namespace conformance {

/// What a subject needs to have for a vector to be put to it, besides the operations.
struct Needs {
  std::set<std::string> features = {};
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> connection_kinds = {};

  bool operator==(Needs const&) const = default;
};

/// What the operations of a vector need, as far as their params and the agents in them and in the vector's files tell.
/// Of providers, API types and kinds of connections only those that the documents list: another one is registered by
/// the vector, or refused.
///
/// - Features: `requested_features`; the template engine (jinja2, mustache) of what is rendered or looked up; mcp and
///   openapi for a call of such a tool that no handler of the vector serves.
/// - Provider and API type: of the agent that `build_request`, `project_tools`, `process`, `process_stream`, `execute`,
///   `run`, `invoke` and `turn` are about; of prompts that are called as tools; the key of an executor or processor
///   that is looked up. What the vector registers under the same key is not needed.
/// - Kind of connection: of the same agents, where `execute`, `run`, `invoke`, `turn` and calls of prompts connect by
///   it; of the tool in such a call.
///
/// Loading, rendering, parsing and preparing need none of the last three: a runtime loads files that name a provider
/// which it does not have.
[[nodiscard]] Needs needs_of(Vector const& vector);

/// What a vector needs without its `requires` saying so, because the documents demand it of everybody or it is the
/// usual case: provider openai, API type chat, connection kind key, feature jinja2.
[[nodiscard]] Needs const& usual_needs();

/// The ways that are due for a vector with a subject of these capabilities; empty when it is unsupported.
/// `reason` then says in one sentence what is missing.
struct DueWays {
  std::set<Way> ways;
  std::string reason;
};
[[nodiscard]] DueWays due_ways(Vector const& vector, Capabilities const& capabilities);

}  // namespace conformance
