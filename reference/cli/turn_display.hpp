#pragma once

#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

#include "cli/show_outcome.hpp"
#include "prompty/agent/events.hpp"

namespace prompty::cli {

/// Shows a turn to whoever waits: each piece of the answer on `out`, flushed, and calls of tools, their results and
/// what goes on on `err`, a line each. Safe from any thread; the streams are used until `close`.
class TurnDisplay {
 public:
  TurnDisplay(Printing printing, std::ostream& out, std::ostream& err) : out_(out), err_(err), printing_(printing) {}

  void show(Event const& event);

  /// Ends the turn: prints the outcome unless its text was shown piece by piece.
  void finish(Outcome const& outcome);

  /// Ends a line that is open; nothing is shown any more.
  void close();

 private:
  void end_line();
  void show_piece(std::string const& piece);
  void note(std::string const& line);

  std::ostream& out_;
  std::ostream& err_;
  Printing printing_;
  std::mutex mutex_;
  bool is_closed_ = false;
  bool has_shown_pieces_ = false;
  bool line_is_open_ = false;
};

/// "→ get_weather {"city":"NYC"}", shortened, on one line, values under names of secrets masked; arguments that are no
/// JSON are counted, not shown.
[[nodiscard]] std::string call_line(ToolCall const& call);

/// "← get_weather 72°F and sunny", likewise; a result that is no JSON is shown as it is.
[[nodiscard]] std::string result_line(std::string_view tool, std::string_view result);

}  // namespace prompty::cli
