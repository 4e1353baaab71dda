#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over what happens between an agent and its messages: validate_inputs, render, parse and prepare.

/// Changes agent or inputs before the reference completes, renders or prepares them.
using ChangeAsked = std::function<void(Json& agent, Json& inputs)>;
[[nodiscard]] Rule changed_before_inputs(ChangeAsked change);     ///< before validate_inputs, render and prepare
[[nodiscard]] Rule changed_before_rendering(ChangeAsked change);  ///< before render and prepare

/// Changes the template before it is rendered, by `render` or `prepare`.
[[nodiscard]] Rule changed_template_text(std::function<std::string(std::string const& text)> change);

/// Changes what `validate_inputs` answers, and renders and prepares with it.
using ChangeInputs = std::function<void(Json& completed, Json const& agent, Json const& given)>;
[[nodiscard]] Rule changed_completed_inputs(ChangeInputs change);

/// Changes the text that `render` answers. For an agent without rich inputs `prepare` goes on with that text.
using ChangeRendered = std::function<void(std::string& rendered, Json const& agent, Json const& inputs)>;
[[nodiscard]] Rule changed_rendered(ChangeRendered change);

/// Changes a text before it is parsed: by `parse`, and by `prepare` in the template, where its role markers stand.
[[nodiscard]] Rule changed_text_to_parse(std::function<std::string(std::string const& text)> change);

/// Changes the messages that `parse` and `prepare` answer, knowing the text that was parsed; for `prepare` this is the
/// text that `render` gives, with placeholders for rich inputs.
using ChangeParsed = std::function<void(Json& messages, std::string const& text)>;
[[nodiscard]] Rule changed_parsed(ChangeParsed change);

/// Changes each message that `parse` and `prepare` answer.
[[nodiscard]] Rule changed_each_message(std::function<void(Json& message)> change);

/// Changes each text part of the messages that `parse` and `prepare` answer.
[[nodiscard]] Rule changed_text_parts(std::function<std::string(std::string const& value)> change);

/// Changes the messages that `prepare` answers.
using ChangePrepared = std::function<void(Json& messages, Json const& agent, Json const& inputs)>;
[[nodiscard]] Rule changed_prepared(ChangePrepared change);

/// Answers something else than the reference for these operations.
using AnswerOther =
    std::function<Reply(Reply reply, std::string const& operation, Json const& params, AskReference const& reference)>;
[[nodiscard]] Rule changed_reply(std::vector<std::string> operations, AnswerOther change);

/// Raises an error of that kind for these operations where the reference answers and the predicate holds.
[[nodiscard]] Rule refused_asking(std::vector<std::string> operations, std::string kind,
                                  std::function<bool(Json const& params)> predicate);

/// Whether an agent has an input of a rich kind (thread, image, file, audio), and whether a property is of one.
[[nodiscard]] bool has_rich_inputs(Json const& agent);
[[nodiscard]] bool is_rich(Json const& property);

/// The text of a template: the agent's instructions.
[[nodiscard]] std::string template_of(Json const& agent);

}  // namespace conformance::mutants
