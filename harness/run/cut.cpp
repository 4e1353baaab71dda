#include "harness/run/cut.hpp"

#include <fmt/core.h>

#include <csignal>

namespace conformance {
namespace cut {
namespace {

constexpr int killed_by = 128;
constexpr int not_conformant = 1;
constexpr int no_verdict = 3;

}  // namespace
}  // namespace cut

std::string cut_by(CutCause cause, std::chrono::milliseconds limit) {
  switch (cause) {
    case CutCause::interrupt:
      return "by Ctrl-C";
    case CutCause::terminate:
      return "by SIGTERM";
    case CutCause::time_limit:
      return fmt::format("after the {} s that --time-limit allows", static_cast<double>(limit.count()) / 1000);
  }
  return "";
}

void mark_as_cut(Summary& summary, std::string const& by, std::size_t played, std::size_t selected) {
  mark_as_incomplete(
      summary, fmt::format("the run was cut {}: {} of {} vectors were not played", by, selected - played, selected));
}

void mark_as_incomplete(Summary& summary, std::string const& what) {
  summary.cut = what;
  bool const has_failed = summary.exit_code == cut::not_conformant && summary.deciding_failures > 0;
  if (has_failed) {
    summary.verdict += "; " + what;
    return;
  }
  summary.exit_code = cut::no_verdict;
  summary.verdict = "no verdict: " + what;
}

int exit_code_of_cut(CutCause cause, int of_summary) {
  switch (cause) {
    case CutCause::interrupt:
      return cut::killed_by + SIGINT;
    case CutCause::terminate:
      return cut::killed_by + SIGTERM;
    case CutCause::time_limit:
      return of_summary;
  }
  return of_summary;
}

}  // namespace conformance
