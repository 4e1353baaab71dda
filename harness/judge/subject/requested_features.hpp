#pragma once

#include <set>
#include <string>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// The features that the params of one request ask for by a member of their own: `variant`, `stream`, `trace`, `env`,
/// `register`, `handlers` where no tool is called, `discovered`, `options`, `turnOptions`, `mode`, `undefined`, a
/// template that says `strict` or `undefined: error`, tools of the kind prompty where they are offered or called, and
/// an agent of the Responses API or of Anthropic whose answer is a stream. What else a request needs does not follow
/// from its params.
[[nodiscard]] std::set<std::string> requested_features(std::string const& operation, Json const& params);

}  // namespace conformance
