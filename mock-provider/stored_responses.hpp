#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "mock-provider/http/request.hpp"
#include "mock-provider/journal/journal.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// The newest 1,000 responses that were given, 64 MiB of them at most, so that clients can ask for them again and go on
/// from them. Thread-safe.
class StoredResponses {
 public:
  /// Keeps the response in an answer, which has the number `sequence` in the journal. What the answer has beside a
  /// response is looked at only when somebody asks for it.
  void keep(std::string const& scenario, std::uint64_t sequence, Answer const& answer);

  /// The answer to GET and DELETE of "/v1/responses/ID", as a stream when the query wants one, and to GET of
  /// "/v1/responses/ID/input_items", whose items stand in the journal.
  [[nodiscard]] Answer respond(Request const& request, Route const& route, Journal const& journal);

  /// The refusal of a request for a response that goes on from one that is not there; nothing when it does not.
  [[nodiscard]] std::optional<Answer> refusal_of(Request const& request, Route const& route) const;

  /// The items of the conversation that a request goes on from, inputs and outputs, oldest first; null when it begins.
  [[nodiscard]] Json items_before(Request const& request, Route const& route, Journal const& journal) const;

  void clear();

 private:
  struct Stored {
    std::string scenario;
    std::uint64_t sequence = 0;
    std::string text;  ///< a response as JSON, or an event that has it
  };

  [[nodiscard]] std::optional<Stored> find(std::string const& scenario, std::string const& id) const;
  void remove(std::string const& scenario, std::string const& id);
  [[nodiscard]] std::deque<Stored>::const_iterator place_of(std::string const& scenario, std::string const& id) const;

  mutable std::mutex mutex_;
  std::deque<Stored> stored_;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider
