#pragma once

#include <string>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/dialect.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider::anthropic {

/// How Anthropic's Messages API puts what a scenario has it say.
[[nodiscard]] Dialect const& dialect();

/// Whether a request is for Anthropic: on its route of messages, or on the routes of models and files, which OpenAI has
/// too, and on those that the mock does not know, with the header `anthropic-version`.
[[nodiscard]] bool is_addressed(Request const& request, Route const& route);

/// Answers a request for Anthropic. `player` is the scenario's, nullptr without one: then every valid request gets its
/// default answer, on the route of files that of `kept`. A body that is no JSON object, and a `thread`, are refused
/// before a step is taken.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check,
                              BuiltIn const& kept);

/// Gives the answer the header `request-id`, unless the scenario did, and an error body the same as its `request_id`.
void sign(Answer& answer, std::string const& request_id);

}  // namespace mock_provider::anthropic

namespace mock_provider::anthropic_models {

/// The answer to GET /v1/models in Anthropic's shape: a page of a fixed list, as long as `limit` says (20 unless it is
/// there, 1 to 1000) and behind the model `after_id` or before the model `before_id`. `query` is the raw text after
/// "?". 400 for a limit that is no such number or an id that is not in the list.
[[nodiscard]] Answer list(std::string const& query);

/// The answer to GET /v1/models/ID: the entry of the list, else 404.
[[nodiscard]] Answer one(std::string const& id);

}  // namespace mock_provider::anthropic_models
