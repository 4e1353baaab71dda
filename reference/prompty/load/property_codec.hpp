#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::property_codec {

/// The properties in a list of mappings with `name` each, or in a mapping of name to Property, scalar, list or plain
/// mapping (§2.7); null means none. `path` names the value in errors.
/// Throws ValueError for an entry without a name, for a name that occurs twice, and for members of a wrong type.
[[nodiscard]] std::vector<Property> read(Json const& value, std::string const& path, Reading const& reading = {});

/// The list form; what is not set is left out.
[[nodiscard]] Json write(std::vector<Property> const& properties);

}  // namespace prompty::property_codec
