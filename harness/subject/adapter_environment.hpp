#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace conformance {

/// The value of an environment variable by its name, or nothing.
using VariableLookup = std::function<std::optional<std::string>(std::string const& name)>;

/// The variables of this process.
[[nodiscard]] std::optional<std::string> own_variable(std::string const& name);

/// Values of environment variables by their names.
using Variables = std::map<std::string, std::string>;

/// All that an adapter sees, as NAME=value: TMPDIR, which is its scratch folder; of PATH, HOME, LANG and the names in
/// `passed_on` those that are set; and of `given` those that none of these is, in capitals or small letters.
[[nodiscard]] std::vector<std::string> adapter_environment(std::string const& scratch,
                                                           std::vector<std::string> const& passed_on,
                                                           VariableLookup const& lookup, Variables const& given = {});

}  // namespace conformance
