#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace conformance {

/// The value of an environment variable by its name, or nothing.
using VariableLookup = std::function<std::optional<std::string>(std::string const& name)>;

/// The variables of this process.
[[nodiscard]] std::optional<std::string> own_variable(std::string const& name);

/// All that an adapter sees, as NAME=value: TMPDIR, which is its scratch folder, and of PATH, HOME, LANG and the names
/// in `passed_on` those that are set.
[[nodiscard]] std::vector<std::string> adapter_environment(std::string const& scratch,
                                                           std::vector<std::string> const& passed_on,
                                                           VariableLookup const& lookup);

}  // namespace conformance
