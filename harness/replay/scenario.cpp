#include "harness/replay/scenario.hpp"

#include <fmt/core.h>

#include <atomic>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

std::string unused_scenario_name() {
  static std::atomic<unsigned> next{0};
  return fmt::format("s{}", next.fetch_add(1));
}

}  // namespace

Scenario::Scenario(mock_provider::Server& mock, Json const& steps) : mock_(mock), name_(unused_scenario_name()) {
  mock_.put_scenario(name_, {{"steps", steps}});
}

Scenario::~Scenario() {
  mock_.remove_scenario(name_);
}

std::string Scenario::base_url() const {
  return mock_.base_url() + "/" + name_;
}

std::vector<mock_provider::JournalEntry> Scenario::requests() const {
  return mock_.requests(name_);
}

}  // namespace conformance
