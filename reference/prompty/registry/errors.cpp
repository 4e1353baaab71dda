#include "prompty/registry/errors.hpp"

#include <fmt/core.h>

#include <system_error>
#include <utility>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/describe_place.hpp"
#include "prompty/core/secrets.hpp"

namespace prompty::errors {

InvokerError not_registered(std::string_view component, std::string_view key) {
  return InvokerError(fmt::format("No {} registered for key: {}", component, key), "P11.3-07");
}

InvokerError provider_not_set(std::string_view component) {
  return InvokerError(
      fmt::format("No {} registered for key: (none); set model.provider, for example to openai", component),
      "P11.3-07");
}

}  // namespace prompty::errors
