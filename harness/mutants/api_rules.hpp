#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over the requests and answers of one apiType of OpenAI.

/// Whether the agent is for that apiType; without one it is for chat.
[[nodiscard]] bool is_for(Json const& agent, std::string const& api_type);

/// Changes the body of what `build_request` answers for agents of that apiType.
using ChangeRequest = std::function<void(Json& body, Json const& agent, Json const& messages)>;

/// Changes what `process` answers for agents of that apiType.
using ChangeAnswer = std::function<Reply(Reply reply, Json const& agent, Json const& response)>;

/// The values of the parts of a message, those of texts alone.
[[nodiscard]] std::vector<std::string> texts_of(Json const& message);

}  // namespace conformance::mutants
