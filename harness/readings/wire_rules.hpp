#pragma once

#include <functional>

#include "harness/mutants/rules.hpp"

namespace conformance::readings {

// Rules over requests to providers, whether an operation shows them or sends them.

/// Which agents a rule is about.
using AboutAgent = std::function<bool(Json const& agent)>;
[[nodiscard]] bool is_responses_agent(Json const& agent);

/// Changes the body of a request: what `build_request` and `project_tools` answer (of the latter only `tools`), and
/// what `run`, `execute` and `turn` send. `params` are those of the operation.
using ChangeSent = std::function<void(Json& body, Json const& params)>;
[[nodiscard]] mutants::Rule changed_sent(AboutAgent about, ChangeSent change);

/// Changes every function that is offered, seen as {name, description, parameters} whatever the provider calls them,
/// given the tool that it comes from, or null when that is unknown.
using ChangeFunction = std::function<void(Json& function, Json const& tool, Json const& params)>;
[[nodiscard]] mutants::Rule changed_functions(ChangeFunction change);

/// Changes each schema that is made strict: parameters of strict tools, and outputs. `is_strict` is the flag beside
/// the schema; clearing it leaves a tool without the flag and outputs with a false one.
using ChangeStrict = std::function<void(Json& schema, bool& is_strict)>;
[[nodiscard]] mutants::Rule changed_strict_schemas(ChangeStrict change);

}  // namespace conformance::readings
