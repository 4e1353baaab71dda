#include "harness/commands/edition_option.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/subject/in_process.hpp"

namespace conformance {

void EditionOption::add_to(CLI::App& command) {
  command.add_option("--edition", name,
                     "Edition of the specification to judge by (default: the newest that the adapter speaks)");
}

void EditionOption::add_to_measuring(CLI::App& command) {
  command.add_option("--edition", name, "Edition of the specification to measure by (default: one after the other)");
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

int measure_by_editions(EditionOption const& option, Suite const& whole_suite, MeasureEdition const& measure) {
  std::vector<std::string> editions = option.offered(whole_suite.registry);
  Capabilities const reference = InProcessSubject().capabilities();
  static_cast<void>(chosen_edition(editions, reference));
  std::erase_if(editions, [&](std::string const& edition) { return !reference.editions.contains(edition); });
  int exit_code = 0;
  for (std::string const& edition : editions) {
    if (editions.size() > 1) std::cout << fmt::format("Edition {}:", edition) << std::endl;
    exit_code = std::max(exit_code, measure(suite_of_edition(whole_suite, edition), edition == editions.back()));
  }
  return exit_code;
}

}  // namespace conformance
