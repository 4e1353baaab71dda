#pragma once

#include <string>

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"
#include "prompty/load/reading.hpp"

namespace prompty::model_codec {

/// The model in a mapping or, as its id alone, in a string (§2.4). Throws ValueError for any other type and for members
/// of a wrong type.
[[nodiscard]] Model read(Json const& value, std::string const& path, Reading const& reading = {});

/// The expanded form; what is not set is left out, `apiType` is always there.
[[nodiscard]] Json write(Model const& model);

}  // namespace prompty::model_codec
