#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/subject/adapter_environment.hpp"
#include "harness/judge/subject/adapter_session.hpp"
#include "harness/judge/subject/in_flight.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// A command that ends inside a quotation or after a lone backslash; the message says where it began.
class ShellWordsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Splits a command into words as a POSIX shell does with its quoting alone: blanks and newlines separate; '…' keeps
/// everything; "…" keeps everything but a backslash before $ ` " \ or newline; a bare backslash keeps the next
/// character, and disappears with a newline. Nothing is expanded and operators such as | or > are ordinary characters.
/// "" makes an empty word. Throws ShellWordsError for an open quotation or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_shell_words(std::string_view command);

struct ProcessOptions {
  std::chrono::milliseconds timeout{10'000};       ///< per request
  std::vector<std::string> pass_environment = {};  ///< names of variables to pass on besides PATH, HOME and LANG
  Secrets secrets = {};                            ///< masked in what is said of an adapter that did not start
  int max_restarts = 20;
  std::size_t max_line_bytes = std::size_t{16} * 1024 * 1024;
  AdapterLimits limits = {};
  std::string suite_name = "prompty-conformance";
  std::string suite_version = {};
  std::vector<std::string> editions = {first_edition};  ///< by one of which the subject is to be judged, oldest first
  std::chrono::milliseconds start_timeout{30'000};      ///< for the answer to `initialize`
  /// Once it is requested, the adapter is killed at once, every call is `not_asked`, and none is started again.
  std::stop_token stop = {};
  ScratchPlace scratch_place = ScratchPlace::temporary_folder;
  AdapterNetwork network = {};
};

/// An implementation behind the adapter protocol: a child process that answers JSON-RPC lines.
///
/// What a failure costs: a time-out costs its own request. When the adapter exits, closes a pipe, writes something that
/// is no answer, an unexpected answer (also a second one) or an overlong line, or uses more than its limits,
/// every request open at that moment ends so, and the next one if none is open. After each of these a fresh adapter is
/// started for the next request, at most `max_restarts` times; from then on every call ends as `not_asked`.
class ProcessSubject final : public Subject, public ReadsText {
 public:
  /// Starts the adapter. `command` is split by shell quoting rules and run without a shell, in the current folder.
  /// Throws SubjectStartError: malformed or empty command, program not found or not executable, exit or no answer to
  /// `initialize` within the time limit, a malformed answer, another protocol version.
  explicit ProcessSubject(std::string command, ProcessOptions options = {});

  /// Sends `shutdown` and gives the adapter two seconds before it is killed with all that it started.
  ~ProcessSubject() override;
  ProcessSubject(ProcessSubject const&) = delete;
  ProcessSubject& operator=(ProcessSubject const&) = delete;

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] Reply call_in_ascii(std::string const& operation, Json const& params,
                                    ItemListener const& on_item) override;
  [[nodiscard]] std::vector<std::string> end() override;
  [[nodiscard]] std::string scratch() const override { return scratch_.path(); }

 private:
  [[nodiscard]] Reply ask(std::string const& operation, Json const& params, ItemListener const& on_item,
                          JsonLetters letters);
  [[nodiscard]] std::shared_ptr<AdapterSession> start_session() const;
  [[nodiscard]] Capabilities greet(AdapterSession& session) const;
  [[nodiscard]] std::shared_ptr<AdapterSession> usable_session();
  void forget(std::shared_ptr<AdapterSession> const& session);
  [[nodiscard]] SubjectStartError start_error(std::string const& why, std::string const& errors) const;

  std::string const command_;
  ProcessOptions const options_;
  ScratchFolder const scratch_{options_.scratch_place};
  Capabilities capabilities_;
  std::optional<RequestGate> gate_;

  std::mutex mutex_;
  std::shared_ptr<AdapterSession> session_;
  int restarts_ = 0;
  std::map<std::string, int> endings_;  ///< those that nobody asked for, and how often
};

}  // namespace conformance
