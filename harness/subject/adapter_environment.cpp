#include "harness/subject/adapter_environment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

namespace conformance {
namespace adapter_environment_names {
namespace {

/// HTTP_PROXY and http_proxy are one variable to most programs, and which of the two they prefer differs.
std::string in_capitals(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return name;
}

}  // namespace
}  // namespace adapter_environment_names

std::optional<std::string> own_variable(std::string const& name) {
  char const* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> adapter_environment(std::string const& scratch, std::vector<std::string> const& passed_on,
                                             VariableLookup const& lookup, Variables const& given) {
  using adapter_environment_names::in_capitals;
  std::set<std::string> names(passed_on.begin(), passed_on.end());
  names.insert({"PATH", "HOME", "LANG"});
  names.erase("TMPDIR");
  std::vector<std::string> environment = {"TMPDIR=" + scratch};
  std::set<std::string> taken;
  for (std::string const& name : names) {
    std::optional<std::string> const value = lookup(name);
    if (!value) continue;
    environment.push_back(name + "=" + *value);
    taken.insert(in_capitals(name));
  }
  for (auto const& [name, value] : given) {
    if (!taken.contains(in_capitals(name))) environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

}  // namespace conformance
