#pragma once

#include <string>

#include "prompty/core/connection.hpp"
#include "prompty/core/json.hpp"
#include "prompty/load/reading.hpp"

namespace prompty::connection_codec {

/// The connection that the member `kind` selects; members that its kind does not have are left out, those of an unknown
/// kind are all kept. Throws ValueError when `value` is not a mapping or a member is not a string.
[[nodiscard]] Connection read(Json const& value, std::string const& path, Reading const& reading = {});

/// `{"kind", …}`; what is not set is left out.
[[nodiscard]] Json write(Connection const& connection);

}  // namespace prompty::connection_codec
