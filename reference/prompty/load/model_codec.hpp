#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::connection_codec {

/// The connection that the member `kind` selects; members that its kind does not have are left out, those of an unknown
/// kind are all kept. Throws ValueError when `value` is not a mapping or a member is not a string.
[[nodiscard]] Connection read(Json const& value, std::string const& path, Reading const& reading = {});

/// `{"kind", …}`; what is not set is left out.
[[nodiscard]] Json write(Connection const& connection);

}  // namespace prompty::connection_codec

namespace prompty::model_codec {

/// The model in a mapping or, as its id alone, in a string (§2.4). Throws ValueError for any other type and for members
/// of a wrong type.
[[nodiscard]] Model read(Json const& value, std::string const& path, Reading const& reading = {});

/// The expanded form; what is not set is left out, `apiType` is always there.
[[nodiscard]] Json write(Model const& model);

}  // namespace prompty::model_codec
