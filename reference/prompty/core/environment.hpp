#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace prompty {

/// Looks an environment variable up by name; nothing when it is not set. One that is set to "" is set (P2.11-07).
/// Called from many threads at once.
using Environment = std::function<std::optional<std::string>(std::string const& name)>;

/// The environment of the process, read at each call.
[[nodiscard]] Environment process_environment();

/// An environment of these variables and no others.
[[nodiscard]] Environment fixed_environment(std::map<std::string, std::string> variables);

}  // namespace prompty
