#pragma once

#include <CLI/App.hpp>
#include <string>

#include "harness/subject/adapter_network.hpp"
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

}  // namespace conformance
