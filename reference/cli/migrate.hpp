#pragma once

#include "cli/console.hpp"

namespace prompty::cli {

/// What `prompty migrate` does with what it finds.
struct MigrateChoices {
  std::vector<std::string> files = {};  ///< "-" is standard input
  bool write = false;                   ///< the files are replaced; without it the changes are shown
  bool check = false;                   ///< nothing is shown but the names of files to be migrated
};

/// Shows what `migrate` would change in the files as a unified diff, or writes it into them. What comes from standard
/// input goes to standard output as a whole. What has to be done by hand goes to standard error, secrets masked.
/// Returns whether all files could be read, and with `check` also whether none of them is to be changed.
[[nodiscard]] bool migrate_files(MigrateChoices const& choices, Console const& console);

/// The lines that differ, as `diff -u` shows them, with `name` as that of both texts; "" when they are equal.
[[nodiscard]] std::string unified_diff(std::string const& name, std::string_view before, std::string_view after);

}  // namespace prompty::cli
