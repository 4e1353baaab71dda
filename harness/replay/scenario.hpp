#pragma once

#include <string>

#include "harness/matching/same_json.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// A scenario on the mock provider for as long as this lives, under a name that tells nothing of the vector.
class Scenario {
 public:
  /// `scenario` is what the mock provider plays, with `steps` and what else it can have. Throws
  /// mock_provider::ScenarioError when it is malformed.
  Scenario(mock_provider::Server& mock, Json const& scenario);
  ~Scenario();
  Scenario(Scenario const&) = delete;
  Scenario& operator=(Scenario const&) = delete;

  /// "http://127.0.0.1:PORT/NAME"
  [[nodiscard]] std::string base_url() const;
  /// The text, or the value and all that it holds, with that address for `${MOCK}`.
  [[nodiscard]] std::string with_address(std::string text) const;
  [[nodiscard]] Json with_address(Json const& value) const;
  [[nodiscard]] std::vector<mock_provider::JournalEntry> requests() const;
  /// Lets everything out that a step holds back.
  void let_out() const;

 private:
  mock_provider::Server& mock_;
  std::string name_;
};

}  // namespace conformance
