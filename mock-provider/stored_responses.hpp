#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/request.hpp"
#include "mock-provider/journal/journal.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

/// The items of a request for a response.
namespace mock_provider::response_items {

/// Those of an `input`, a text or a list, each with a type and an id that depends on `seed` where it has none.
[[nodiscard]] std::vector<Json> of_input(Json const& input, std::string const& seed);

/// The response in the answer to such a request, whole or streamed; null when it has none.
[[nodiscard]] Json response_of(Answer const& answer);

}  // namespace mock_provider::response_items

namespace mock_provider {

/// The newest 1,000 responses that were given, with their requests 64 MiB at most, so that clients can ask for them
/// again and go on from them, whatever the journal has dropped. Thread-safe.
class StoredResponses {
 public:
  /// Keeps the response in an answer with its request, the entry of the journal. What the answer has beside a response
  /// is looked at only when it is requested.
  void keep(std::shared_ptr<JournalEntry const> request, Answer const& answer);

  /// The answer to GET and DELETE of "/v1/responses/ID", as a stream when the query wants one, and to GET of
  /// "/v1/responses/ID/input_items". DELETE removes every response of that id.
  [[nodiscard]] Answer respond(Request const& request, Route const& route);

  /// The refusal of a request for a response that goes on from one that is not there; nothing when it does not.
  [[nodiscard]] std::optional<Answer> refusal_of(Request const& request, Route const& route) const;

  /// The items of the conversation that a request goes on from, inputs and outputs, oldest first; null when it begins.
  [[nodiscard]] Json items_before(Request const& request, Route const& route) const;

  /// The answer to POST of "/v1/responses/compact": the messages of the user in `before` and in the request, and one
  /// item that stands for the rest.
  [[nodiscard]] static Answer compacted(Request const& request, Json const& before);

  void clear();

 private:
  struct Stored {
    std::shared_ptr<JournalEntry const> request;
    std::string text;  ///< a response as JSON, or an event that has it
  };

  [[nodiscard]] static std::size_t size_of(Stored const& stored);
  [[nodiscard]] static bool is_named(Stored const& stored, std::string const& scenario, std::string const& id);
  /// The newest of that id.
  [[nodiscard]] std::optional<Stored> find(std::string const& scenario, std::string const& id) const;
  void remove(std::string const& scenario, std::string const& id);

  mutable std::mutex mutex_;
  std::deque<Stored> stored_;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider
