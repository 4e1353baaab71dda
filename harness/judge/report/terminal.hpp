#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/summary.hpp"

namespace conformance {

/// How the terminal report may look.
struct TerminalStyle {
  bool live = false;  ///< a progress line that is drawn over, for terminals
  bool color = false;
  std::size_t columns = 80;  ///< of the progress line, which has to fit to be drawn over
};

/// Looks at the output: live and coloured when it is a terminal, as wide as that is; no colour with NO_COLOR or
/// TERM=dumb.
[[nodiscard]] TerminalStyle terminal_style(int file_descriptor);

/// Progress while running; at the end the summary, the worst faults in full, and what to fix first. Not a terminal:
/// one plain line for each topic of which something is supported.
class TerminalReport {
 public:
  TerminalReport(std::ostream& out, TerminalStyle style, ClauseRegistry const& registry, RunInfo const& info,
                 std::vector<Vector const*> const& vectors);

  void begin();
  /// How many of the vectors the subject has what they need for, and how long they may take. After `begin`.
  void foretell(std::size_t due);
  void add(VectorResult const& result);
  /// `results` are all that were added, once the run was diagnosed.
  void end(Summary const& summary, std::vector<VectorResult> const& results);

 private:
  void show_progress(VectorResult const& result);
  /// What went wrong and is no mistake of the subject: errors of the harness, and passes that were not expected.
  void show_what_is_no_fault(std::vector<VectorResult> const& results);
  void show_faults(Summary const& summary, std::vector<VectorResult> const& results);
  void show_topic(std::string const& topic);
  void show_unsupported_topics();
  void show_findings(Summary const& summary);
  void show_group(GroupTallies const& tallies, std::string const& of_whom);
  [[nodiscard]] std::string painted(Status status, std::string const& text) const;

  std::ostream& out_;
  TerminalStyle style_;
  ClauseRegistry const& registry_;
  RunInfo const& info_;
  struct Topic {
    std::size_t expected = 0;
    std::size_t done = 0;
    std::size_t attempts = 0;
    std::map<Status, int> counts;
  };
  std::size_t expected_;
  std::size_t done_ = 0;
  std::map<std::string, Topic> topics_;
};

}  // namespace conformance
