#pragma once

#include <string>

#include "harness/matching/same_json.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// A scenario on the mock provider for as long as this lives, under a name that tells nothing of the vector.
class Scenario {
 public:
  /// `steps` is the array of scenario steps. Throws mock_provider::ScenarioError when they are malformed.
  Scenario(mock_provider::Server& mock, Json const& steps);
  ~Scenario();
  Scenario(Scenario const&) = delete;
  Scenario& operator=(Scenario const&) = delete;

  /// "http://127.0.0.1:PORT/NAME"
  [[nodiscard]] std::string base_url() const;
  [[nodiscard]] std::vector<mock_provider::JournalEntry> requests() const;

 private:
  mock_provider::Server& mock_;
  std::string name_;
};

}  // namespace conformance
