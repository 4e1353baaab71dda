#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/recording/upstream.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::recorded_step {

/// The answer as the client of the mock gets it, and later that of the recording: the bytes of the body, a stream as
/// the events that it has, and of the headers those that clients go by (retry-after, request ids, rate limits,
/// location), unless they hold what no header may.
[[nodiscard]] Answer passed_on(UpstreamAnswer const& answer);

/// The step of a scenario that takes such a request, by method, path, query and JSON body, and gives that answer again.
/// Nothing secret is in it: keys in headers and queries, in members such as "authorization", "api_key" and
/// "client_secret" of both bodies, and whatever else repeats one of these (of 8 characters or more). Where the request
/// has a secret in its body, the step takes any text. Nothing where more than a thousand texts would be secrets.
[[nodiscard]] std::optional<Json> of(Request const& request, Route const& route, Answer const& passed_on);

}  // namespace mock_provider::recorded_step
