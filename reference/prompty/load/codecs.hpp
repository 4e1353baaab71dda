#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/typed/json_reader.hpp"

// The parts of an agent as JSON. Each `read` throws ValueError for a wrong type, naming the value by `path`; each
// `write` leaves out what is not set.

namespace prompty::property_codec {

/// The properties in a list of mappings with `name` each, or in a mapping of name to Property, scalar, list or plain
/// mapping (§2.7); null means none. Throws for an entry without a name and for a name that occurs twice, too.
[[nodiscard]] std::vector<Property> read(Json const& value, std::string const& path, Reading const& reading = {});

/// The list form.
[[nodiscard]] Json write(std::vector<Property> const& properties);

}  // namespace prompty::property_codec

namespace prompty::model_codec {

/// The model in a mapping or, as its id alone, in a string (§2.4).
[[nodiscard]] Model read(Json const& value, std::string const& path, Reading const& reading = {});

/// The expanded form; `apiType` is always there.
[[nodiscard]] Json write(Model const& model);

}  // namespace prompty::model_codec

namespace prompty::tool_codec {

/// The tools in a list of mappings (P2.9-01); null means none. `kind` alone selects the type (P2.9-02), and one that
/// the specification does not list makes a custom tool. Throws for a tool without name or kind, a name that occurs
/// twice, and a `mode` other than single and agentic, too.
[[nodiscard]] std::vector<Tool> read(Json const& value, std::string const& path, Reading const& reading = {});

/// The list form; a custom tool also has `"type": "CustomTool"`.
[[nodiscard]] Json write(std::vector<Tool> const& tools);

}  // namespace prompty::tool_codec
