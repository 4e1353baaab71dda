#include "harness/commands/edition_option.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/run_info.hpp"

namespace conformance {

void EditionOption::add_to(CLI::App& command) {
  command.add_option("--edition", name,
                     "Edition of the specification to judge by (default: the newest that the adapter speaks)");
}

std::vector<std::string> EditionOption::offered(ClauseRegistry const& registry) const {
  if (name.empty()) return registry.editions();
  static_cast<void>(registry.of_edition(name));
  return {name};
}

std::string EditionOption::to_repeat() const {
  return name.empty() ? "" : " --edition " + shell_quoted(name);
}

std::string chosen_edition(std::vector<std::string> const& offered, Capabilities const& subject) {
  auto const found = std::find_if(offered.rbegin(), offered.rend(),
                                  [&](std::string const& edition) { return subject.editions.contains(edition); });
  if (found != offered.rend()) return *found;
  throw InputError(fmt::format("{} speaks the editions {} of the specification, none of {}: choose one with --edition",
                               subject.name, fmt::join(subject.editions, ", "), fmt::join(offered, ", ")));
}

Suite read_suite_for(Capabilities const& subject, DataFolders const& folders) {
  Suite whole_suite = read_suite(folders);
  std::string const edition = chosen_edition(whole_suite.registry.editions(), subject);
  return suite_of_edition(std::move(whole_suite), edition);
}

}  // namespace conformance
