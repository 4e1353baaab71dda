#include "harness/commands/network_option.hpp"

#include <CLI/CLI.hpp>

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

}  // namespace conformance
