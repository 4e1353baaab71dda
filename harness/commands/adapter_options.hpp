#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "harness/commands/network_option.hpp"
#include "harness/subject/process.hpp"

namespace conformance {

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

/// What an adapter says of itself, without secrets.
[[nodiscard]] Capabilities masked(Capabilities told, Secrets const& secrets);

}  // namespace conformance
