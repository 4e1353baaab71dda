#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over what happens between an agent and its messages: validate_inputs, render, parse and prepare.

/// Changes agent or inputs before the reference completes, renders or prepares them.
using ChangeAsked = std::function<void(Json& agent, Json& inputs)>;
[[nodiscard]] Rule changed_before_rendering(ChangeAsked change);  ///< before render and prepare

/// Changes the text that `render` answers. For an agent without rich inputs `prepare` goes on with that text.
using ChangeRendered = std::function<void(std::string& rendered, Json const& agent, Json const& inputs)>;
[[nodiscard]] Rule changed_rendered(ChangeRendered change);

/// Answers something else than the reference for these operations.
using AnswerOther =
    std::function<Reply(Reply reply, std::string const& operation, Json const& params, AskReference const& reference)>;
[[nodiscard]] Rule changed_reply(std::vector<std::string> operations, AnswerOther change);

/// Whether an agent has an input of a rich kind (thread, image, file, audio), and whether a property is of one.
[[nodiscard]] bool has_rich_inputs(Json const& agent);
[[nodiscard]] bool is_rich(Json const& property);

/// The text of a template: the agent's instructions.
[[nodiscard]] std::string template_of(Json const& agent);

}  // namespace conformance::mutants
