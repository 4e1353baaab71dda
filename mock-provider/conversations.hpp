#pragma once

#include <optional>

#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/stored_objects.hpp"

/// OpenAI's `/v1/conversations`, with which a request for a response goes on from all that was said before.
namespace mock_provider::conversations {

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredObjects& objects);

/// The refusal of a request for a response that names a conversation which is not there; nothing when it names none.
[[nodiscard]] std::optional<Answer> refusal_of(Request const& request, Route const& route,
                                               StoredObjects const& objects);

/// The items of the conversation that a request for a response names, oldest first; null when it names none.
[[nodiscard]] Json items_before(Request const& request, Route const& route, StoredObjects const& objects);

/// Adds what was said to the conversation that the request names: its `input`, a text or items, and the `output` of the
/// response.
void go_on(std::string const& scenario, std::string const& request_body, Json const& response, StoredObjects& objects);

/// Whether the text of a request may name a conversation; a cheap question put to all of them.
[[nodiscard]] bool may_be_named_in(std::string const& request_body);

}  // namespace mock_provider::conversations
