#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over what a provider's request says of tools and outputs: build_request and project_tools.

/// Asks the reference with changed params, wherever it is to build a request or to convert tools.
[[nodiscard]] Rule changed_request(std::function<void(Json& params)> change);

/// The same for each tool of the agent.
[[nodiscard]] Rule changed_asked_tools(std::function<void(Json& tool, Json const& params)> change);

/// The same for each property of outputs and of the parameters of function tools; false takes the property away.
[[nodiscard]] Rule changed_asked_properties(std::function<bool(Json& property)> change);

/// Changes the list of wire tools that was made of the agent's tools. A list that becomes empty is nothing to send.
using ChangeWireTools = std::function<void(Json& wire_tools, Json const& params)>;
[[nodiscard]] Rule changed_wire_tools(ChangeWireTools change);

/// Changes each definition, the `function` of a wire tool, given the tool that it comes from.
[[nodiscard]] Rule changed_definitions(std::function<void(Json& definition, Json const& tool)> change);

/// Keeps the wire tools for which the predicate holds, given the tool and which of its definitions this is (from 0).
using KeepDefinition = std::function<bool(Json const& tool, std::size_t index)>;
[[nodiscard]] Rule kept_definitions(KeepDefinition predicate);

/// Changes the schemas that the definitions and the outputs have; `properties` is the list that a schema was made of,
/// null where it was made of something else.
using ChangeSchema = std::function<void(Json& schema, Json const& properties)>;
[[nodiscard]] Rule changed_schemas(ChangeSchema change);

/// Changes the schema of each property in them, given the property.
[[nodiscard]] Rule changed_property_schemas(std::function<void(Json& schema, Json const& property)> change);

/// Changes the response_format that was made of the agent's outputs.
[[nodiscard]] Rule changed_format(std::function<void(Json& format, Json const& agent)> change);

/// The tool of the agent that the definition of that name comes from; null when there is none.
[[nodiscard]] Json const& origin_of(Json const& definition_name, Json const& params);

/// The agent of the file that a prompty tool names; null when the reference cannot load it.
[[nodiscard]] Json child_of(Json const& tool, Json const& params, AskReference const& reference);

/// The names of the functions that `discovered` lists for a tool, in order.
[[nodiscard]] std::vector<std::string> discovered_names(Json const& tool, Json const& params);

[[nodiscard]] bool is_of_kind(Json const& tool, std::string const& kind);
[[nodiscard]] bool is_strict(Json const& tool);

}  // namespace conformance::mutants
