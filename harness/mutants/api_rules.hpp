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
[[nodiscard]] Rule changed_request_of(std::string api_type, ChangeRequest change);

/// Asks that operation with another agent where the predicate holds for its own.
[[nodiscard]] Rule other_agent_asked(std::string operation, std::function<bool(Json const& agent)> predicate,
                                     std::function<void(Json& agent)> change);

/// Builds the request for another apiType where the predicate holds.
[[nodiscard]] Rule built_for(std::string api_type, std::function<bool(Json const& agent)> predicate);

/// Changes what `process` answers for agents of that apiType.
using ChangeAnswer = std::function<Reply(Reply reply, Json const& agent, Json const& response)>;
[[nodiscard]] Rule changed_answer_of(std::string api_type, ChangeAnswer change);

/// Asks `process` with the response changed, for agents of that apiType.
[[nodiscard]] Rule changed_response_of(std::string api_type, std::function<void(Json& response)> change);

/// What the agent's options are, and its additional properties: null without any.
[[nodiscard]] Json const& options_of(Json const& agent);
[[nodiscard]] Json const& additional_properties_of(Json const& agent);
[[nodiscard]] Json const& model_id_of(Json const& agent);

/// Whether the model is called by that word.
[[nodiscard]] bool is_model_called(Json const& agent, std::string const& word);

/// The values of the parts of a message, those of texts alone.
[[nodiscard]] std::vector<std::string> texts_of(Json const& message);

/// A copy without the elements that were there before.
[[nodiscard]] Json without_repetitions(Json const& list);

}  // namespace conformance::mutants
