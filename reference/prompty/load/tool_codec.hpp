#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::tool_codec {

/// The tools in a list of mappings (P2.9-01); null means none. `kind` alone selects the type (P2.9-02), and one that
/// the specification does not list makes a custom tool.
/// Throws ValueError for a tool without name or kind, a name that occurs twice, a `mode` other than single and agentic,
/// and members of a wrong type.
[[nodiscard]] std::vector<Tool> read(Json const& value, std::string const& path, Reading const& reading = {});

/// The list form; what is not set is left out, a custom tool also has `"type": "CustomTool"`.
[[nodiscard]] Json write(std::vector<Tool> const& tools);

}  // namespace prompty::tool_codec
