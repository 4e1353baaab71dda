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
                 std::vector<Vector const*> const& vectors);

  void begin();
  void add(VectorResult const& result);
  void end(Summary const& summary);

 private:
  void show_progress(VectorResult const& result);
  void show_failures(VectorResult const& result);
  void show_topic(std::string const& topic);
  void show_blame(Summary const& summary);
  void show_group(GroupTallies const& tallies, std::string const& of_whom);
  [[nodiscard]] std::string painted(Status status, std::string const& text) const;

  std::ostream& out_;
  TerminalStyle style_;
  ClauseRegistry const& registry_;
  RunInfo const& info_;
  /// A vector may stand before others of its topic because another topic needs it.
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
