#include <fmt/core.h>
#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mock-provider/announcer.hpp"
#include "mock-provider/http/caller_check.hpp"
#include "mock-provider/port_file.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/scenario_watch.hpp"
#include "mock-provider/server.hpp"

namespace {

using mock_provider::Announcer;
using mock_provider::CheckMode;
using mock_provider::PortFile;
using mock_provider::Reload;
using mock_provider::ScenarioWatch;
using mock_provider::Server;

/// What the caller can mend on the command line or in a file he named.
constexpr int wrong_usage = 2;

struct CommandLine {
  mock_provider::ServerOptions server;
  std::vector<std::string> scenario_files;
  std::string port_file;
  std::string check = "report";
  std::vector<std::string> tls;  ///< certificate and key, or nothing
  std::string recorded_url;      ///< "" when nothing is recorded
  std::string recording_file;
  std::string recorded_authorities;  ///< "" for those of the system
  bool watches = false;
  bool exits_with_parent = false;
  bool announces_json = false;
  bool shows_secrets = false;
  std::vector<std::string> checked_files;  ///< of the command `check`
};

/// CLI::Range reports text that is no number as out of range.
CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
  return {[least, most](std::string const& text) {
            std::int64_t number = 0;
            std::from_chars_result const read = std::from_chars(text.data(), text.data() + text.size(), number);
            bool const is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
            if (is_number && number >= least && number <= most) return std::string();
            return fmt::format("must be a whole number from {} to {}, got \"{}\"", least, most, text);
          },
          ""};
}

/// What browsers send: a path, or a slash at the end, would never be met.
std::string problem_of_origin(std::string const& text) {
  std::size_t const scheme = text.find("://");
  bool const has_host = scheme != std::string::npos && scheme > 0 && text.size() > scheme + 3;
  bool const has_path = has_host && text.find_first_of("/ ", scheme + 3) != std::string::npos;
  if (text == "*" || text == "null" || (has_host && !has_path)) return "";
  return fmt::format("must be an origin such as https://app.example, without a path, or *, got \"{}\"", text);
}

void describe_options(CLI::App& app, CommandLine& line) {
  app.set_version_flag("--version", PROMPTY_SUITE_VERSION);
  app.add_option("--host", line.server.host, "Address to listen on (default 127.0.0.1)");
  app.add_option("--port", line.server.port, "Port; 0 takes any free one (default)")
      ->check(whole_number(0, 65'535))
      ->type_name("N");
  app.add_option("--port-file", line.port_file, "Write the port into this file when ready");
  app.add_option("--scenario", line.scenario_files,
                 "Scenario to play, JSON or YAML, or preset:NAME; may be given several times")
      ->type_name("FILE");
  app.add_flag("--watch", line.watches, "Play a scenario file anew when it changes");
  app.add_flag("--json", line.announces_json, "Print each line as JSON, the first with the URLs of the scenarios");
  app.add_flag("--show-secrets", line.shows_secrets, "Leave keys whole in the journal as JSON; on loopback alone");
  app.add_flag("--exit-with-parent", line.exits_with_parent, "End when the program that started this one has ended");
  app.add_option("--check", line.check, "What to do about broken rules of the provider (default report)")
      ->check(CLI::IsMember({"off", "report", "enforce"}))
      ->type_name("MODE");
  app.add_option("--journal", line.server.journal_capacity, "How many requests are remembered (default 10000)")
      ->check(whole_number(1, 10'000'000))
      ->type_name("N");
  app.add_option("--max-request-bytes", line.server.max_request_bytes, "Largest body that is read (default 16 MiB)")
      ->check(whole_number(1, 1'073'741'824))
      ->type_name("N");
  app.add_option("--tls", line.tls, "Speak https with these PEM files")->expected(2)->type_name("CERT KEY");
  app.add_option("--journal-bytes", line.server.journal_bytes, "How much of them at most (default 256 MiB)")
      ->check(whole_number(1, 1'073'741'824))
      ->type_name("N");
  app.add_option("--journal-answer-bytes", line.server.journal_answer_bytes, "Of each answer's body (default 4096)")
      ->check(whole_number(0, 1'073'741'824))
      ->type_name("N");
  app.add_option("--max-header-bytes", line.server.max_header_bytes, "Largest head of a request (default 64 KiB)")
      ->check(whole_number(64, 16'777'216))
      ->type_name("N");
  app.add_option("--connections", line.server.max_connections, "Served at once; more wait (default 1024)")
      ->check(whole_number(1, 65'536))
      ->type_name("N");
  app.add_option_function<std::int64_t>(
         "--idle-ms", [&line](std::int64_t count) { line.server.idle = std::chrono::milliseconds(count); },
         "Silence that closes a connection (default 30000)")
      ->check(whole_number(1, 86'400'000))
      ->type_name("N");
  app.add_option_function<std::int64_t>(
         "--deadline-ms", [&line](std::int64_t count) { line.server.deadline = std::chrono::milliseconds(count); },
         "Most that a client may take for one request or answer (default 60000)")
      ->check(whole_number(1, 86'400'000))
      ->type_name("N");
  app.add_option("--api-key", line.server.api_keys,
                 "Answer 401 to requests without this key; may be given several times")
      ->type_name("KEY")
      ->allow_extra_args(false);
  app.add_option("--allow-host", line.server.admitted.hosts, "Name under which clients reach the mock, or *")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--allow-origin", line.server.admitted.origins,
                 "Pages in browsers that may send requests and read the answers, or *")
      ->check(CLI::Validator(problem_of_origin, ""))
      ->type_name("ORIGIN")
      ->allow_extra_args(false);
  CLI::Option* const record =
      app.add_option("--record", line.recorded_url, "Pass requests on to this server and record its answers")
          ->type_name("URL");
  CLI::Option* const record_to =
      app.add_option("--record-to", line.recording_file, "Where to record them, as a scenario in JSON")
          ->type_name("FILE");
  app.add_option("--record-ca", line.recorded_authorities, "Trust these certificate authorities (PEM) in its https")
      ->type_name("FILE")
      ->needs(record);
  record->needs(record_to);
  record_to->needs(record);
  CLI::App* const check = app.add_subcommand("check", "Say what is wrong with scenario files, without serving them");
  check->add_option("files", line.checked_files, "Scenarios, JSON or YAML")->required()->type_name("FILE");
  app.footer(
      "Example:\n"
      "  prompty-mock-provider --port 8080 --scenario weather.yaml\n"
      "  curl http://127.0.0.1:8080/_mock/requests");
}

CheckMode check_mode(std::string const& name) {
  if (name == "off") return CheckMode::off;
  return name == "enforce" ? CheckMode::enforce : CheckMode::report;
}

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  // The terminal has gone; nohup says that this is to change nothing.
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

/// Ends the server, but waits no longer than people do: a request whose answer takes long to make cannot be
/// interrupted. Returns whether all threads have ended.
bool stop_soon(Server& server) {
  constexpr std::chrono::milliseconds patience{600};
  std::promise<void> stopped;
  std::future<void> const has_stopped = stopped.get_future();
  std::thread stopping([&server, ended = std::move(stopped)]() mutable {
    server.stop();
    ended.set_value();
  });
  bool const is_stopped = has_stopped.wait_for(patience) == std::future_status::ready;
  if (is_stopped) {
    stopping.join();
  } else {
    stopping.detach();
  }
  return is_stopped;
}

int complain(std::string_view what) {
  // Written at once, so that whoever reads gets a line and not its parts.
  std::cerr << fmt::format("prompty-mock-provider: {}\n", what);
  return wrong_usage;
}

/// Ends with a signal or, where that is asked for, with the parent. Meanwhile files are looked at that may change.
void wait_for_the_end(CommandLine const& line, sigset_t const& signals, Announcer& announcer, ScenarioWatch& scenarios,
                      Server& server, pid_t parent) {
  constexpr timespec between_looks{.tv_sec = 0, .tv_nsec = 100'000'000};
  if (!line.watches && !line.exits_with_parent) {
    int received = 0;
    sigwait(&signals, &received);
    return;
  }
  while (sigtimedwait(&signals, nullptr, &between_looks) < 0) {
    if (line.exits_with_parent && getppid() != parent) return;
    if (!line.watches) continue;
    for (Reload const& reload : scenarios.reload_changed(server)) {
      if (reload.problem.empty()) {
        announcer.reloaded(reload);
      } else {
        complain(fmt::format("{}; the scenario \"{}\" stays as it was", reload.problem, reload.name));
      }
    }
  }
}

/// Requests that are passed on carry the key of the other server, which checks it.
void require_no_keys_of_its_own(CommandLine const& line) {
  if (line.server.api_keys.empty()) return;
  throw std::runtime_error(
      "--api-key does not go with --record, whose server checks the keys of what is passed on: leave one of the two "
      "out");
}

/// Keys that are shown must be those of tests, and no other machine may see them.
void require_privacy_for_secrets(CommandLine const& line) {
  std::string const& host = line.server.host;
  bool const is_version_six = host.find(':') != std::string::npos;
  if (!mock_provider::caller_check::is_loopback(is_version_six ? '[' + host + ']' : host)) {
    throw std::runtime_error(
        fmt::format("--show-secrets does not go with --host {}, where other machines could read them: leave one of the "
                    "two out",
                    host));
  }
  if (line.recorded_url.empty()) return;
  throw std::runtime_error(
      "--show-secrets does not go with --record, to which the keys of another server are sent: leave one of the two "
      "out");
}

/// What is recorded has no prefix, and so belongs to the scenario without a name.
void require_room_for_recording(ScenarioWatch const& scenarios) {
  for (std::string const& name : scenarios.names()) {
    if (name != mock_provider::scenario::default_name) continue;
    throw std::runtime_error(
        "--record does not go with a scenario without a name, which would answer instead: give that one a name");
  }
}

int serve(CommandLine const& line, pid_t parent) {
  // Before the signals are blocked: nothing waits for them while a file is read, which may take as long as it likes.
  ScenarioWatch scenarios(line.scenario_files);
  // Blocked before the first thread starts, so that every thread inherits it and the signals wait for sigwait.
  sigset_t const signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  mock_provider::ServerOptions options = line.server;
  options.check = check_mode(line.check);
  if (!line.tls.empty()) options.tls = mock_provider::TlsFiles{.certificate = line.tls[0], .key = line.tls[1]};
  if (line.shows_secrets) {
    require_privacy_for_secrets(line);
    options.secrets = mock_provider::Secrets::shown;
  }
  if (!line.recorded_url.empty()) {
    require_no_keys_of_its_own(line);
    require_room_for_recording(scenarios);
    options.recording = mock_provider::RecordingOptions{
        .url = line.recorded_url, .file = line.recording_file, .authorities = line.recorded_authorities};
  }
  Server server(options);
  scenarios.put_all(server);
  PortFile port_file(line.port_file, server.port());
  Announcer announcer(std::cout, line.announces_json ? Announcer::Form::json : Announcer::Form::text);
  announcer.listening(server.base_url(), scenarios.names());
  wait_for_the_end(line, signals, announcer, scenarios, server, parent);
  bool const is_stopped = stop_soon(server);
  if (options.recording) announcer.recorded(server.recording(), options.recording->file);
  announcer.unplayed(server.unplayed());
  port_file.remove();
  // Without the destructors, which wait for the threads.
  if (!is_stopped) std::quick_exit(0);
  return 0;
}

/// The command `check`: a line for each file, on standard error for those that cannot be played.
int check_files(std::vector<std::string> const& files) {
  int exit_code = 0;
  for (std::string const& file : files) {
    try {
      mock_provider::scenario_file::Loaded const scenario = mock_provider::scenario_file::load(file);
      std::cout << fmt::format("{}: scenario \"{}\", {}\n", file, scenario.name,
                               mock_provider::counted_steps(scenario.steps));
    } catch (std::runtime_error const& error) {
      std::cerr << error.what() << '\n';
      exit_code = wrong_usage;
    }
  }
  return exit_code;
}

/// What is wrong with the command line, in one sentence.
std::string problem_of(CLI::ParseError const& error, CLI::App const& app) {
  if (dynamic_cast<CLI::ExtrasError const*>(&error) == nullptr) return fmt::format("{}; see --help", error.what());
  std::vector<std::string> const unknown = app.remaining(true);
  std::string words;
  for (std::string const& word : unknown) words += (words.empty() ? "" : " ") + word;
  return fmt::format("not understood: {}; see --help", words);
}

}  // namespace

int main(int argument_count, char** arguments) {
  // A closed stdout must not end the mock: its clients still need it.
  std::signal(SIGPIPE, SIG_IGN);
  // Before anything that takes time: a parent that has ended by then is not noticed.
  pid_t const parent = getppid();
  CLI::App app("Speaks OpenAI's HTTP on loopback: plays scenarios, checks requests, remembers what it received.",
               "prompty-mock-provider");
  CommandLine line;
  describe_options(app, line);
  try {
    app.parse(argument_count, arguments);
    return app.got_subcommand("check") ? check_files(line.checked_files) : serve(line, parent);
  } catch (CLI::ParseError const& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : complain(problem_of(error, app));
  } catch (std::exception const& error) {
    return complain(error.what());
  }
}
