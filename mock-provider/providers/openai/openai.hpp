#pragma once

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/dialect.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// How OpenAI answers on a route that asks a model: chat completions, embeddings, image generations or responses.
[[nodiscard]] Dialect const& openai_dialect(Route::Kind kind);

}  // namespace mock_provider

namespace mock_provider::openai {

/// What is known of earlier requests.
struct Kept {
  /// The items that a request for a response goes on from, which steps match as if the request had them itself.
  Json const* earlier = nullptr;
  /// On the routes of kept responses and files what these answer; on that of responses the refusal of a request that
  /// goes on from one that is not there.
  BuiltIn answer = {};
};

/// Answers a request on a route of OpenAI. `player` is the scenario's, nullptr without one: then every valid request
/// gets its default answer. A body that is no JSON object is refused before a step is taken. On a path that names a
/// deployment, as Azure has it, the deployment stands for a `model` that the body leaves out.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check,
                              Kept const& kept);

}  // namespace mock_provider::openai
