#pragma once

#include <memory>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/stream/prompty_stream.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty {

/// The agent as spans show it. What is secret in it goes into what the tracer masks, since it may be in what follows.
[[nodiscard]] Json traced_agent(PromptyAgent const& agent, Tracer const& tracer);

/// `agent` and `messages`, named, as spans show them (P3.1-04).
[[nodiscard]] Json call_inputs(PromptyAgent const& agent, std::vector<Message> const& messages, Tracer const& tracer);

/// What the executor answers, within a span `execute` that tells what §7.1.8 asks for. The span is made here and not by
/// the executor, so that those of programs have it as well (P3.1-14). Throws what the executor throws.
[[nodiscard]] Json traced_execute(PromptyAgent const& agent, std::vector<Message> const& messages,
                                  Executor const& executor, Tracer const& tracer, SpanParent const& parent);

/// As above, for the chunks of a stream; the span ends with them.
[[nodiscard]] std::shared_ptr<PromptyStream> traced_execute_stream(PromptyAgent const& agent,
                                                                   std::vector<Message> const& messages,
                                                                   Executor const& executor, Tracer const& tracer,
                                                                   SpanParent const& parent);

}  // namespace prompty
