#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "harness/judge/subject/process.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// The option that says what the judged processes may reach.
struct NetworkOption {
  std::string name = "isolated";

  /// Adds --network to a command. It must outlive the parse.
  void add_to(CLI::App& command);
  [[nodiscard]] AdapterNetwork network() const;
};

/// A mock provider where adapters of that network reach it, and no other process does when the network is their own.
[[nodiscard]] mock_provider::ServerOptions mock_within(AdapterNetwork const& network);

/// What the commands share that start adapters: how long a request may take, and what of the environment they see.
struct AdapterOptions {
  double timeout_seconds = 10;         ///< --timeout
  std::vector<std::string> variables;  ///< --env, repeatable
  std::vector<std::string> secrets;    ///< --secret, repeatable
  NetworkOption network;               ///< --network; `process_options` leaves it to the caller, who makes one a run

  /// Adds the options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
  [[nodiscard]] ProcessOptions process_options() const;
  /// The values of the variables of --secret that are set.
  [[nodiscard]] Secrets secret_values() const;
  /// The options as a rerun needs them, each after a blank.
  [[nodiscard]] std::string to_repeat() const;
};

[[nodiscard]] std::chrono::milliseconds milliseconds_of(double seconds);

/// Refuses what is no number of seconds from the one to the other; CLI::Range lets nan pass.
[[nodiscard]] CLI::Validator seconds_between(double least, double most);

/// Words as one command for a POSIX shell.
[[nodiscard]] std::string shell_command(std::vector<std::string> const& words);

/// What an adapter says of itself, without secrets.
[[nodiscard]] Capabilities masked(Capabilities declared, Secrets const& secrets);

}  // namespace conformance
