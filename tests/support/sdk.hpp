#pragma once

#include <string>

namespace prompty_tests {

/// The node that scripts/setup --tests installs, by the path of the program itself: the npm of Debian makes no link to
/// it in .bin. Throws when it is not there.
[[nodiscard]] std::string sdk_node();

/// The path of a file below out/sdk, where scripts/setup --tests installs npm's packages. Throws when it is not there.
[[nodiscard]] std::string sdk_file(std::string const& name);

}  // namespace prompty_tests
