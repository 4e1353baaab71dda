#pragma once

#include <string>

namespace prompty_tests {

// Functions, not macros: a path on every command line would make each new checkout compile all tests again.

/// The absolute path of the repository's sources, without a slash at the end.
[[nodiscard]] std::string repository();

/// The absolute path of the folder of the programs that were built, without a slash at the end.
[[nodiscard]] std::string program_folder();

}  // namespace prompty_tests
