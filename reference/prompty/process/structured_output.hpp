#pragma once

#include <string>

#include "prompty/core/agent.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// The outcome for the text of an answer: the JSON value in it when the agent declares outputs and the text is JSON,
/// otherwise the text as it is (§7.7). An empty text stays text.
[[nodiscard]] Outcome text_outcome(PromptyAgent const& agent, std::string content);

}  // namespace prompty::processing
