#include <fmt/core.h>
#include <pthread.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mock-provider/port_file.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"

namespace {

using mock_provider::CheckMode;
using mock_provider::Json;
using mock_provider::PortFile;
using mock_provider::Server;

/// What the caller can mend on the command line or in a file he named.
constexpr int wrong_usage = 2;

struct CommandLine {
  mock_provider::ServerOptions server;
  std::vector<std::string> scenario_files;
  std::string port_file;
  std::string check = "report";
  std::vector<std::string> tls;  ///< certificate and key, or nothing
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

void describe_options(CLI::App& app, CommandLine& line) {
  app.set_version_flag("--version", PROMPTY_SUITE_VERSION);
  app.add_option("--host", line.server.host, "Address to listen on (default 127.0.0.1)");
  app.add_option("--port", line.server.port, "Port; 0 takes any free one (default)")
      ->check(whole_number(0, 65'535))
      ->type_name("N");
  app.add_option("--port-file", line.port_file, "Write the port into this file when ready");
  app.add_option("--scenario", line.scenario_files, "Scenario to play, JSON or YAML; may be given several times")
      ->type_name("FILE");
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
  app.add_option("--allow-host", line.server.admitted.hosts, "Name under which clients reach the mock, or *")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--allow-origin", line.server.admitted.origins, "Pages in browsers that may send requests, or *")
      ->type_name("ORIGIN")
      ->allow_extra_args(false);
  app.footer(
      "Example:\n"
      "  prompty-mock-provider --port 8080 --scenario weather.yaml\n"
      "  curl http://127.0.0.1:8080/_mock/requests");
}

CheckMode check_mode(std::string const& name) {
  if (name == "off") return CheckMode::off;
  return name == "enforce" ? CheckMode::enforce : CheckMode::report;
}

struct NamedScenario {
  std::string name;
  Json value;
};

/// Every scenario, decoded once, so that a mistake in any file is told before the port is opened.
std::vector<NamedScenario> read_scenarios(std::vector<std::string> const& files) {
  std::vector<NamedScenario> scenarios;
  std::set<std::string> names;
  for (std::string const& file : files) {
    try {
      Json value = mock_provider::scenario_file::read(file);
      std::string const name =
          mock_provider::scenario::decode(value).name.value_or(std::string(mock_provider::scenario::default_name));
      if (!names.insert(name).second) {
        throw mock_provider::ScenarioError(
            "/name", fmt::format("an earlier file has the scenario \"{}\" already: give this one another name", name));
      }
      scenarios.push_back({.name = name, .value = std::move(value)});
    } catch (mock_provider::ScenarioError const& error) {
      throw std::runtime_error(fmt::format("scenario file {}, {}", file, error.what()));
    }
  }
  return scenarios;
}

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

void report_unplayed(Server const& server) {
  for (mock_provider::UnplayedStep const& step : server.unplayed()) {
    std::cout << (step.played == 0 ? "never played: " : "not played out: ") << mock_provider::describe(step) << '\n';
  }
  std::cout.flush();
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

int serve(CommandLine const& line) {
  // Before the signals are blocked: nothing waits for them while a file is read, which may take as long as it likes.
  std::vector<NamedScenario> const scenarios = read_scenarios(line.scenario_files);
  // Blocked before the first thread starts, so that every thread inherits it and the signals wait for sigwait.
  sigset_t const signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  mock_provider::ServerOptions options = line.server;
  options.check = check_mode(line.check);
  if (!line.tls.empty()) options.tls = mock_provider::TlsFiles{.certificate = line.tls[0], .key = line.tls[1]};
  Server server(options);
  for (NamedScenario const& scenario : scenarios) server.put_scenario(scenario.name, scenario.value);
  PortFile port_file(line.port_file, server.port());
  std::cout << "listening on " << server.base_url() << std::endl;
  int received = 0;
  sigwait(&signals, &received);
  bool const is_stopped = stop_soon(server);
  report_unplayed(server);
  port_file.remove();
  // Without the destructors, which wait for the threads.
  if (!is_stopped) std::quick_exit(0);
  return 0;
}

int complain(std::string_view what) {
  std::cerr << "prompty-mock-provider: " << what << '\n';
  return wrong_usage;
}

/// What is wrong with the command line, in one sentence.
std::string problem_of(CLI::ParseError const& error, CLI::App const& app) {
  if (dynamic_cast<CLI::ExtrasError const*>(&error) == nullptr) return fmt::format("{}; see --help", error.what());
  std::vector<std::string> const unknown = app.remaining();
  std::string words;
  for (std::string const& word : unknown) words += (words.empty() ? "" : " ") + word;
  return fmt::format("not understood: {}; see --help", words);
}

}  // namespace

int main(int argument_count, char** arguments) {
  // A closed stdout must not end the mock: its clients still need it.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Speaks OpenAI's HTTP on loopback: plays scenarios, checks requests, remembers what it received.",
               "prompty-mock-provider");
  CommandLine line;
  describe_options(app, line);
  try {
    app.parse(argument_count, arguments);
    return serve(line);
  } catch (CLI::ParseError const& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : complain(problem_of(error, app));
  } catch (std::exception const& error) {
    return complain(error.what());
  }
}
