#include "prompty/core/environment.hpp"

#include <cstdlib>
#include <utility>

namespace prompty {

Environment process_environment() {
  return [](std::string const& name) -> std::optional<std::string> {
    char const* const value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

Environment fixed_environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](std::string const& name) -> std::optional<std::string> {
    std::map<std::string, std::string>::const_iterator const found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

}  // namespace prompty
