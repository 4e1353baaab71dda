#include "harness/judge/report/run_info.hpp"

#include <fmt/core.h>

namespace conformance {

std::string suite_version() {
  return PROMPTY_SUITE_VERSION;
}

std::string RunInfo::rerun_prefix() const {
  return fmt::format("prompty-conformance run --subject {} --profile {}{}", shell_quoted(subject_option),
                     profile_name(profile), more_options);
}

std::string RunInfo::rerun_command(std::string const& vector_id, Group group) const {
  if (!rerun.empty()) return fmt::format("{} {}", rerun, shell_quoted(vector_id));
  std::string const include = group == Group::documents ? "" : fmt::format(" --include {}", group_name(group));
  return fmt::format("{}{} --filter {}", rerun_prefix(), include, shell_quoted(vector_id));
}

std::string shell_quoted(std::string const& word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  std::string quoted = "'";
  for (char const letter : word) {
    if (letter == '\'')
      quoted += "'\\''";
    else
      quoted += letter;
  }
  return quoted + "'";
}

}  // namespace conformance
