#pragma once

#include <set>

#include "cli/console.hpp"
#include "cli/run_setup.hpp"

namespace prompty::cli {

/// Shows a turn while it runs: each piece of the answer on `out`, flushed, and calls of tools, their results and status
/// messages on `err`, a line each. Safe from any thread; the streams are used until `close`.
class TurnDisplay {
 public:
  TurnDisplay(Printing printing, std::ostream& out, std::ostream& err)
      : printing_(printing), out_(out), err_(err), answer_(out) {}

  void show(Event const& event);

  /// Ends the turn: prints the outcome unless its text was shown piece by piece.
  void finish(Outcome const& outcome);

  /// Ends a line that is open; nothing is shown any more.
  void close();

 private:
  void show_piece(std::string const& piece);
  void note(std::string const& line);

  Printing printing_;
  std::ostream& out_;
  std::ostream& err_;
  OpenLine answer_;
  std::mutex mutex_;
  bool is_closed_ = false;
  bool has_shown_pieces_ = false;
};

/// "→ get_weather {"city":"NYC"}", shortened, on one line, values under names of secrets masked; arguments that are no
/// JSON are counted, not shown.
[[nodiscard]] std::string call_line(ToolCall const& call);

/// "← get_weather 72°F and sunny", likewise; a text that is no JSON is shown as it is, and of parts that are no text
/// their number.
[[nodiscard]] std::string result_line(std::string_view tool, ToolResult const& result);

/// Asks a person whether a call may be carried out.
using Consent = std::function<bool(ToolCall const& call)>;

/// Shows the call, `secrets` masked, as a prompt of `lines`; whether the answer is yes. No answer is no.
[[nodiscard]] bool confirm_call(LineReader& lines, ToolCall const& call, Secrets const& secrets = {});

/// The functions of which calls need approval. Safe from any thread.
class Approvals {
 public:
  /// The functions that `tool` offers.
  void note(Tool const& tool, std::vector<ToolDefinition> const& offered) {
    McpTool const* const server = std::get_if<McpTool>(&tool.details);
    if (server == nullptr) return;
    std::lock_guard<std::mutex> const lock(mutex_);
    for (ToolDefinition const& function : offered) {
      if (needs_approval(*server, function.name)) functions_.insert(function.name);
    }
  }

  [[nodiscard]] bool are_needed(std::string const& function) const {
    std::lock_guard<std::mutex> const lock(mutex_);
    return functions_.contains(function);
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> functions_;
};

/// Records the functions of MCP servers whenever a turn discovers them.
[[nodiscard]] std::shared_ptr<Approvals> watch_offers(ToolRegistry& tools);

/// Approves every call of an answer that needs no approval; the others by `approve`, which is always, never or
/// ask. Without `consent` they are denied.
[[nodiscard]] conversation::Gate approval_gate(std::shared_ptr<Approvals const> approvals, std::string approve,
                                               Consent consent);

/// What all turns of one command have in common. Turns that are left behind share it.
struct TurnContext {
  RunChoices run;
  TurnChoices turn;
  PromptyAgent agent;
  Json inputs;
  std::unique_ptr<Runtime> runtime;
  std::shared_ptr<Approvals const> approvals;
};

/// Loads the prompt file and makes ready what its turns need. Messages about the trace and a warning about
/// tools without a handler go to `err`. Throws UsageError for wrong choices, and what `load` throws.
[[nodiscard]] std::shared_ptr<TurnContext const> make_turn_context(RunChoices const& run, TurnChoices const& turn,
                                                                   std::ostream& err);

struct TurnStart {
  /// The command, for the trace.
  std::string signature;
  /// Without one the turn begins with what the prompt file says.
  std::optional<std::vector<Message>> conversation = std::nullopt;
  /// Without one no approval is possible.
  Consent consent = {};
};

/// Takes one turn and prints it, see `TurnDisplay`. Nothing when an interrupt, which it leaves to be taken, ended it.
/// Throws what `turn` throws, behind a line end when one is due.
[[nodiscard]] std::optional<TurnResult> take_turn(std::shared_ptr<TurnContext const> const& setting,
                                                  TurnStart const& start, Console const& console);

/// The conversation for a person to read, a paragraph a message: its role, its text, parts that are no text by their
/// kind, and calls of tools as `call_line` shows them.
[[nodiscard]] std::string history_of(std::vector<Message> const& messages);

/// Writes the conversation with the prompt file as JSON, `{"prompt", "messages"}`, in place of what the file at `path`
/// held, which stays whole if that fails. Only its owner may read a new file. Throws RuntimeError when it cannot be
/// written, and for what is no regular file, such as a link.
void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages);

/// The messages of a file that `save_conversation` wrote. Throws ValueError for another file, and what `read_file`
/// throws.
[[nodiscard]] std::vector<Message> saved_conversation(std::string const& path);

/// A conversation in a terminal, or with a program: takes turns until the end of the input. A turn that fails or is
/// interrupted leaves it as it was before. Returns the exit code of the process: 0, or for lines of a program 1 after a
/// failed turn and `interrupted_code` after an interrupted one. Throws what `prepare` and `saved_conversation` throw.
[[nodiscard]] int chat(std::shared_ptr<TurnContext const> const& setting, LineReader& lines, Console const& console);

}  // namespace prompty::cli
