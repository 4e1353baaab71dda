#include "harness/subject/adapter_environment.hpp"

#include <cstdlib>
#include <set>

namespace conformance {

std::optional<std::string> own_variable(std::string const& name) {
  char const* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> adapter_environment(std::string const& scratch, std::vector<std::string> const& passed_on,
                                             VariableLookup const& lookup) {
  std::set<std::string> names(passed_on.begin(), passed_on.end());
  names.insert({"PATH", "HOME", "LANG"});
  names.erase("TMPDIR");
  std::vector<std::string> environment = {"TMPDIR=" + scratch};
  for (std::string const& name : names) {
    std::optional<std::string> const value = lookup(name);
    if (value) environment.push_back(name + "=" + *value);
  }
  return environment;
}

}  // namespace conformance
