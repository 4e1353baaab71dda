#pragma once

#include <filesystem>

#include "prompty/registry/runtime.hpp"

namespace prompty {

/// The agent as spans show it. What is secret in it goes into what the tracer masks, since it may be in what follows.
[[nodiscard]] Json traced_agent(PromptyAgent const& agent, Tracer const& tracer);

/// Arguments of a call, by their names, as spans show them (P3.1-04).
[[nodiscard]] Json call_inputs(PromptyAgent const& agent, std::vector<Message> const& messages, Tracer const& tracer);
[[nodiscard]] Json call_inputs(PromptyAgent const& agent, Json const& inputs, Tracer const& tracer);
[[nodiscard]] Json call_inputs(std::filesystem::path const& path, Json const& inputs);
[[nodiscard]] Json call_inputs(char const* name, Json const& value);

/// `load` with the environment of the runtime, recorded as a span `load` below `parent`. The agent's origin knows the
/// folder of the first of `callers`, the files of the prompts that are being run, outermost first. Throws as `load`.
[[nodiscard]] PromptyAgent traced_load(std::filesystem::path const& path, std::vector<std::string> const& callers,
                                       Runtime const& runtime, SpanParent const& parent);

/// The executor's answer, within a span `execute` that has the attributes of §7.1.8. The span is made here and not by
/// the executor, so that those of programs have it as well (P3.1-14). Throws what the executor throws.
[[nodiscard]] Json traced_execute(PromptyAgent const& agent, std::vector<Message> const& messages,
                                  Executor const& executor, Tracer const& tracer, SpanParent const& parent);

/// As above, for the chunks of a stream. The span ends with them, when its attributes of the response are known
/// (§7.1.8) and its event of the answer, put together by Executor::whole_response; below it stands a span
/// `PromptyStream`, whose `result` is the list of all chunks and which ends as in `traced_items`.
[[nodiscard]] std::shared_ptr<PromptyStream> traced_execute_stream(PromptyAgent const& agent,
                                                                   std::vector<Message> const& messages,
                                                                   std::shared_ptr<Executor const> const& executor,
                                                                   Tracer const& tracer, SpanParent const& parent);

/// The items that `work(span)` gives, within a span for the call, as in `traced`. The span ends with the items and has
/// the list of all of them as its `result`. A stream that breaks off, or is abandoned before its end, ends it in
/// failure (P3.4-04, A-341). Throws what `work` throws.
[[nodiscard]] ItemStream traced_items(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
                                      std::function<Json()> const& inputs,
                                      std::function<ItemStream(Span& span)> const& work);

}  // namespace prompty
