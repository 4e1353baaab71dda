#include "prompty/pipeline/execute_span.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/load/agent_codec.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/traced_streams.hpp"
#include "prompty/trace/gen_ai.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace execute_span {
namespace {

// P7.1.8-01: both forms below open it around the call, and the pipeline calls executors nowhere else.
constexpr TracedCall call = {.name = "execute", .signature = "prompty.execute", .kind = SpanKind::client};

void emit_all(Span& span, gen_ai::Attributes const& attributes) {
  for (auto const& [name, value] : attributes) span.emit(name, value);
}

void emit_request(Span& span, PromptyAgent const& agent, std::vector<Message> const& messages,
                  Executor const& executor) {
  if (!span.is_recording()) return;
  emit_all(span, gen_ai::of_agent(agent));
  try {
    emit_all(span, gen_ai::of_request(executor.build_request(agent, messages).body));
  } catch (std::exception const&) {
    // One that does not show its requests has no options to tell of; what else is wrong is told by the call itself.
    return;
  }
}

void emit_response(Span& span, Json const& response) {
  if (!span.is_recording()) return;
  emit_all(span, gen_ai::of_response(response));
  // P3.3-01, P3.3-04: counted here and nowhere else, since what a tool gives may have a `usage` as well, and an answer
  // is an argument of other spans.
  if (response.is_object() && response.contains("usage")) span.add_usage(response["usage"]);
}

}  // namespace
}  // namespace execute_span

Json traced_agent(PromptyAgent const& agent, Tracer const& tracer) {
  Json shown = agent_codec::to_json(agent);
  tracer.secrets()->add_named(shown);
  return shown;
}

Json call_inputs(PromptyAgent const& agent, std::vector<Message> const& messages, Tracer const& tracer) {
  return Json{{"agent", traced_agent(agent, tracer)}, {"messages", message_codec::write(messages)}};
}

Json traced_execute(PromptyAgent const& agent, std::vector<Message> const& messages, Executor const& executor,
                    Tracer const& tracer, SpanParent const& parent) {
  return traced(
      tracer, parent, execute_span::call, [&] { return call_inputs(agent, messages, tracer); },
      [&](Span& span) {
        // P3.1-08: told before the call, which may fail.
        execute_span::emit_request(span, agent, messages, executor);
        Json response = executor.execute(agent, messages);
        execute_span::emit_response(span, response);
        return response;
      },
      // P3.1-05: shown as it came, whatever the provider put in it.
      [](Json const& response) { return response; });
}

std::shared_ptr<PromptyStream> traced_execute_stream(PromptyAgent const& agent, std::vector<Message> const& messages,
                                                     Executor const& executor, Tracer const& tracer,
                                                     SpanParent const& parent) {
  Span span = open_call(tracer, parent, execute_span::call, [&] { return call_inputs(agent, messages, tracer); });
  execute_span::emit_request(span, agent, messages, executor);
  try {
    std::shared_ptr<PromptyStream> chunks = executor.execute_stream(agent, messages);
    return traced_chunks(tracer, std::move(span), std::move(chunks));
  } catch (...) {
    span.fail(std::current_exception());
    throw;
  }
}

}  // namespace prompty
