#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// Whether a question registers components, whose answers then stand beside what they were called with.
[[nodiscard]] bool registers_components(Json const& params);

/// Asks `registry` other steps in place of each: a list, of whose answers the last one counts; none is null. `earlier`
/// are the steps before.
[[nodiscard]] Rule other_steps(std::function<Json(Json const& step, Json const& earlier)> instead);

/// Takes other steps in place of those that do that.
[[nodiscard]] Rule other_steps_for(std::string action,
                                   std::function<Json(Json const& step, Json const& earlier)> instead);

/// Changes the answer to each step of `registry`.
[[nodiscard]] Rule changed_answers(std::function<void(Json& answer, Json const& step, Json const& earlier)> change);

/// Changes the answer to steps that do that.
[[nodiscard]] Rule changed_answers_to(std::string action, std::function<void(Json& answer, Json const& step)> change);

/// What a step of `registry` answers when it raises that kind of error.
[[nodiscard]] Json raised_in_step(std::string const& kind);

/// Whether a step before does that under the same `name`, `kind` or `key`.
[[nodiscard]] bool did_before(Json const& earlier, std::string const& action, std::string const& member_name,
                              Json const& value);

/// Asks `dispatch` something else.
[[nodiscard]] Rule other_dispatch(std::function<void(Json& asked)> change);

/// Changes the result of `dispatch`.
[[nodiscard]] Rule changed_dispatch(std::function<void(Json& told, Json const& asked)> change);

/// Changes whatever `dispatch` replies.
[[nodiscard]] Rule changed_dispatch_reply(std::function<Reply(Reply reply, Json const& asked)> change);

/// Whether a text looks like the name of a member that every object has in some languages, so that a look-up in an
/// object finds it: two words in one, or underscores before it.
[[nodiscard]] bool is_name_of_objects(std::string const& name);

/// The kind of the tool that is to be called; "" when the agent has to tell.
[[nodiscard]] std::string called_kind(Json const& asked);

/// Whether a handler is given for the name of the call.
[[nodiscard]] bool is_named(Json const& asked);

/// Asks something else of operations by which components are called: `render`, `parse`, `prepare`, `execute`,
/// `process`, `run` and `invoke`.
[[nodiscard]] Rule other_components(std::function<void(Json& asked, std::string const& operation)> change);

/// Changes what components of that sort were called with.
[[nodiscard]] Rule changed_received(std::string component, std::function<void(Json& received)> change);

}  // namespace conformance::mutants
