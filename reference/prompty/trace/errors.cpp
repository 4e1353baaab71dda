#include "prompty/trace/errors.hpp"

#include <fmt/core.h>

#include <system_error>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {

RuntimeError trace_not_written(std::string_view path, int system_error) {
  return RuntimeError(fmt::format("The trace could not be written to {}: {}; name a folder that can be written to",
                                  path, std::generic_category().message(system_error)));
}

}  // namespace prompty::errors
