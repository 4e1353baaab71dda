#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] RuntimeError trace_not_written(std::string_view path, int system_error);

}  // namespace prompty::errors
