#pragma once

#include <nlohmann/json_fwd.hpp>

namespace conformance {

using Json = nlohmann::ordered_json;

/// Whether two JSON values are the same value: object members in any order, numbers by value (1 equals 1.0 and 1e0,
/// exactly, without a detour over floating point for integers), arrays in order, everything else literally.
[[nodiscard]] bool same_json(Json const& left, Json const& right);

}  // namespace conformance
