#pragma once

#include <iosfwd>
#include <string>

#include "harness/report/run_info.hpp"
#include "harness/run/summary.hpp"

namespace conformance {

/// How the terminal report may look.
struct TerminalStyle {
  bool live = false;  ///< a progress line that is drawn over, for terminals
  bool color = false;
};

/// Looks at the output: live and coloured when it is a terminal, no colour with NO_COLOR or TERM=dumb.
[[nodiscard]] TerminalStyle terminal_style(int file_descriptor);

/// Progress while running, failures as they come, the summary at the end. Not a terminal: one plain line a topic.
class TerminalReport {
 public:
  TerminalReport(std::ostream& out, TerminalStyle style, ClauseRegistry const& registry, RunInfo const& info,
                 std::size_t expected_vectors);

  void begin();
  void add(VectorResult const& result);
  void end(Summary const& summary);

 private:
  void show_progress(VectorResult const& result);
  void finish_topic();
  void show_group(GroupTallies const& tallies, std::string const& of_whom);
  [[nodiscard]] std::string painted(Status status, std::string const& text) const;

  std::ostream& out_;
  TerminalStyle style_;
  ClauseRegistry const& registry_;
  RunInfo const& info_;
  std::size_t expected_;
  std::size_t done_ = 0;
  std::string topic_;
  std::map<Status, int> topic_counts_;
  std::size_t topic_attempts_ = 0;
};

}  // namespace conformance
