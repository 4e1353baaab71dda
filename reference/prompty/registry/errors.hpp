#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

namespace prompty::errors {

// Registries and pipeline
[[nodiscard]] InvokerError not_registered(std::string_view component, std::string_view key);
[[nodiscard]] InvokerError provider_not_set(std::string_view component);

}  // namespace prompty::errors
