#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/replay/attempt.hpp"
#include "harness/judge/vectors/vector.hpp"
#include "mock-provider/matching/json.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// A scenario on the mock provider for as long as this lives, under a name that tells nothing of the vector. Its
/// requests go with it.
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
  [[nodiscard]] Json with_address(Json value) const;
  [[nodiscard]] std::vector<mock_provider::JournalEntry> requests() const;
  /// Notes that another item was seen of a stream that is held back.
  void see_item();
  /// What went wrong when the items did not come while a stream was held back, "" otherwise.
  [[nodiscard]] std::string late() const;

 private:
  mock_provider::Server& mock_;
  std::string name_;
  std::size_t items_ = 0;
};

/// A stream that the mock provider holds back: everything from that chunk on, counted from 0, until so many items were
/// seen.
struct Hold {
  std::size_t chunk = 0;
  std::size_t items = 0;

  bool operator==(Hold const&) const = default;
};

/// What the first of the vector's steps for the provider holds back: `hold` says from where on, `afterItems` how many
/// items come before, as many as chunks when it is left out. Nothing when nothing is held.
[[nodiscard]] std::optional<Hold> hold_of(Vector const& vector);

/// The vector's scenario as the mock provider knows it, without what is meant for the harness alone. It asks for no key
/// when the vector has an anonymous connection, which is made to servers of that kind, and lets out what it holds when
/// the items that come before were seen, or after so much patience. `respond_besides`, null or an object, goes into
/// every answer.
[[nodiscard]] Json scenario_of(Vector const& vector, Json const& respond_besides = nullptr,
                               std::chrono::milliseconds patience = std::chrono::seconds(3));

/// Requests of one scenario as reports show them: path relative to the endpoint ("/v1" taken off where the endpoint has
/// it), credentials masked.
[[nodiscard]] std::vector<HttpExchange> exchanges_of(std::vector<mock_provider::JournalEntry> const& entries);

/// Holds the requests of one scenario, as `plain_request` shows them, against a list of expectations, each of which
/// names the members that it speaks of.
[[nodiscard]] Judgement judge_requests(Json const& expected, std::vector<mock_provider::JournalEntry> const& entries);

/// Adds what `judge_requests` finds to how the answer came out; nothing where there was no answer. What was noticed
/// first of an answer that failed stays its detail.
void add_requests(Judgement& judgement, Json const& expected, std::vector<mock_provider::JournalEntry> const& entries);

/// The header in which a provider's public interface has the key: `Authorization: Bearer KEY`, `api-key: KEY` or
/// `x-api-key: KEY`. Each of the three is accepted from whoever sends a request.
enum class KeyHeader : std::uint8_t { authorization, api_key, x_api_key };

/// Says where a credential stands outside the headers that carry keys, how it stands there wrongly, or that it is
/// missing from `header`; "" when it occurs in those headers only.
[[nodiscard]] std::string misplaced_credential(mock_provider::JournalEntry const& entry, std::string const& credential,
                                               KeyHeader header = KeyHeader::authorization);

}  // namespace conformance
