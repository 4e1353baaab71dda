#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

namespace prompty::errors {

// Inputs
[[nodiscard]] ValueError inputs_not_a_mapping(Json const& found);
/// `names` holds at least one.
[[nodiscard]] ValueError required_inputs_missing(std::vector<std::string> const& names);
[[nodiscard]] ValueError thread_input_wrong(std::string_view input, Json const& found);
[[nodiscard]] ValueError media_input_wrong(std::string_view input, std::string_view kind, Json const& found);
[[nodiscard]] ValueError media_input_of_other_kind(std::string_view input, std::string_view kind,
                                                   std::string_view found);

}  // namespace prompty::errors
