#include "harness/report/counts_text.hpp"

#include <fmt/core.h>

namespace conformance {

std::string counts_text(std::map<Status, int> const& counts) {
  std::string text;
  for (auto const& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status_name(status));
  return text.empty() ? "none" : text;
}

}  // namespace conformance
