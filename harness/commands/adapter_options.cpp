#include "harness/commands/adapter_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "harness/judge/report/run_info.hpp"

namespace conformance {

void NetworkOption::add_to(CLI::App& command) {
  command
      .add_option(
          "--network", name,
          "isolated: adapters reach the mock provider and no other machine, as far as this system can see to it "
          "(default); host: whatever this program reaches")
      ->check(CLI::IsMember({"isolated", "host"}));
}

AdapterNetwork NetworkOption::network() const {
  return name == "host" ? network_of_the_host() : isolated_network();
}

mock_provider::ServerOptions mock_within(AdapterNetwork const& network) {
  mock_provider::ServerOptions options;
  if (network.own) options.bound = network.own->bound.number();
  return options;
}

void AdapterOptions::add_to(CLI::App& command) {
  command.add_option("--timeout", timeout_seconds, "Seconds that one request to an adapter may take (default 10)")
      ->check(seconds_between(0.05, 3600))
      ->option_text("SECONDS");
  command.add_option("--env", variables, "Pass this variable on to the adapter (repeatable)");
  command.add_option("--secret", secrets,
                     "Pass this variable on to the adapter and mask its value wherever it turns up (repeatable)");
  network.add_to(command);
}

ProcessOptions AdapterOptions::process_options() const {
  ProcessOptions process;
  process.timeout = milliseconds_of(timeout_seconds);
  process.start_timeout = std::max(process.start_timeout, process.timeout);
  process.pass_environment = variables;
  process.pass_environment.insert(process.pass_environment.end(), secrets.begin(), secrets.end());
  process.secrets = secret_values();
  process.suite_version = suite_version();
  return process;
}

Secrets AdapterOptions::secret_values() const {
  std::vector<std::string> values;
  for (std::string const& name : secrets) {
    if (std::optional<std::string> value = own_variable(name)) values.push_back(std::move(*value));
  }
  return Secrets(values);
}

std::string AdapterOptions::to_repeat() const {
  std::string repeated;
  if (timeout_seconds != AdapterOptions{}.timeout_seconds) repeated += fmt::format(" --timeout {}", timeout_seconds);
  if (network.name != NetworkOption{}.name) repeated += " --network " + network.name;
  for (std::string const& name : variables) repeated += " --env " + shell_quoted(name);
  for (std::string const& name : secrets) repeated += " --secret " + shell_quoted(name);
  return repeated;
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

CLI::Validator seconds_between(double least, double most) {
  auto const problem_of = [least, most](std::string& text) {
    double seconds = 0;
    bool const fits = CLI::detail::lexical_cast(text, seconds) && seconds >= least && seconds <= most;
    return fits ? "" : fmt::format("{} is no number of seconds from {} to {}", text, least, most);
  };
  return {problem_of, ""};
}

std::string shell_command(std::vector<std::string> const& words) {
  std::string command;
  for (std::string const& word : words) command += (command.empty() ? "" : " ") + shell_quoted(word);
  return command;
}

Capabilities masked(Capabilities declared, Secrets const& secrets) {
  for (std::string* const text : {&declared.name, &declared.version, &declared.language}) *text = secrets.masked(*text);
  return declared;
}

}  // namespace conformance
