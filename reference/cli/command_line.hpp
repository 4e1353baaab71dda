#pragma once

#include "cli/console.hpp"
#include "cli/run_setup.hpp"

namespace prompty::cli {

/// The `prompty` command with `arguments` (without the program's name). Results go to `out`, one sentence about what
/// went wrong to `err`. Returns the exit code: 0 done, 1 the work failed, 2 wrong usage (also a file that does not
/// exist), 130 an interrupt ended it.
[[nodiscard]] int run_command_line(std::vector<std::string> arguments, Console const& console);

/// As above, with nothing on standard input and no interrupts.
[[nodiscard]] int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err);

/// Keeps the last request and sends nothing: the answer is empty, and an event stream where one was requested.
class RequestKeeper final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override;

  /// Empty before anything was to be sent.
  [[nodiscard]] HttpRequest const& kept() const { return kept_; }

 private:
  mutable HttpRequest kept_;
};

/// Method and address on a line, the headers on one each, an empty line and the body as indented JSON; as JSON all of
/// it as `{"method", "url", "headers", "body"}` on one line. The values of headers that carry credentials are masked,
/// and `secrets` wherever they turn up.
void print_request(HttpRequest const& request, Printing printing, Secrets const& secrets, std::ostream& out);

/// Whether the values that look like secrets are shown.
enum class SecretValues { masked, shown };

// Each command prints its result to `out` and throws UsageError and what the library raises.

/// The loaded agent as JSON.
void show_agent(PromptChoices const& choices, SecretValues secrets, std::ostream& out);

/// The rendered text as it is, placeholders included.
void show_rendered(PromptChoices const& choices, std::ostream& out);

/// The messages in a text file, or in what a .prompty file renders to, as JSON.
void show_parsed(PromptChoices const& choices, std::ostream& out);

/// The messages of the prompt, as JSON.
void show_messages(PromptChoices const& choices, std::ostream& out);

/// Runs the file and prints its outcome by `print_outcome`, with `stream` by `print_stream`, into an answer file by
/// `write_outcome`, with `dry_run` only the request by `print_request`. Messages about the trace go to `err`.
void run_file(RunChoices const& choices, std::ostream& out, std::ostream& err);

/// All problems of the files, one below the other, and their numbers, secrets masked. Of the choices only the
/// environment is used. Returns whether there is no error.
[[nodiscard]] bool check_files(std::vector<std::string> const& files, PromptChoices const& choices, std::ostream& out);

/// Takes one turn with the prompt file and prints its answer; an interrupt ends it. Returns the exit code.
[[nodiscard]] int turn_file(RunChoices const& run, TurnChoices const& turn, Console const& console);

/// A conversation with the prompt, see `chat`. Returns the exit code.
[[nodiscard]] int chat_with_file(RunChoices const& run, TurnChoices const& turn, Console const& console);

}  // namespace prompty::cli
