#pragma once

#include <nlohmann/json_fwd.hpp>

namespace prompty {

/// JSON with the order of object members kept. Note that its `==` depends on that order.
using Json = nlohmann::ordered_json;

// Initial values of members. Public headers call these instead of the JSON library, and the `==` of structs that hold
// JSON is defined in sources: otherwise each program that includes them would instantiate half of the library.

/// `{}`.
[[nodiscard]] Json empty_object();

/// `[]`.
[[nodiscard]] Json empty_array();

}  // namespace prompty
