#pragma once

#include <nlohmann/json_fwd.hpp>

namespace prompty {

/// JSON with the order of object members kept. Note that its `==` depends on that order.
using Json = nlohmann::ordered_json;

}  // namespace prompty
