#include "prompty/pipeline/traced_stages.hpp"

#include "prompty/load/agent_codec.hpp"
#include "prompty/load/load.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/trace/gen_ai.hpp"
#include "prompty/trace/sinks.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

// P3.1-18: as for rendering and parsing, which open theirs in prepare.cpp.
constexpr TracedCall load_call = {.name = "load", .signature = "prompty.load"};
// P7.1.8-01: both forms of executing open it around the call, and the pipeline calls executors nowhere else.
constexpr TracedCall execute_call = {.name = "execute", .signature = "prompty.execute", .kind = SpanKind::client};

void emit_all(Span& span, gen_ai::Attributes const& attributes) {
  for (auto const& [name, value] : attributes) span.emit(name, value);
}

void tell_all(Span& span, std::vector<gen_ai::MessageEvent> const& events) {
  for (gen_ai::MessageEvent const& event : events) span.event(event.name, Json{{"content", event.content}});
}

/// The body of the request; null for an executor that cannot show it, since other errors come from the call itself.
Json shown_body(PromptyAgent const& agent, std::vector<Message> const& messages, Executor const& executor) {
  try {
    return executor.build_request(agent, messages).body;
  } catch (std::exception const&) {
    return nullptr;
  }
}

void emit_request(Span& span, PromptyAgent const& agent, std::vector<Message> const& messages,
                  Executor const& executor) {
  if (!span.is_recording()) return;
  emit_all(span, gen_ai::of_agent(agent));
  Json const body = shown_body(agent, messages, executor);
  emit_all(span, gen_ai::of_request(body));
  if (span.shows_messages()) tell_all(span, gen_ai::events_of_request(message_codec::write(messages), body));
}

void emit_response(Span& span, Json const& response) {
  if (!span.is_recording()) return;
  emit_all(span, gen_ai::of_response(response));
  if (span.shows_messages()) tell_all(span, gen_ai::events_of_response(response));
  // P3.3-01, P3.3-04: only here, since results of tools may have a `usage`, and an answer is an argument elsewhere.
  span.add_usage(member_of(response, "usage"));
}

/// A stream and its span, which ends with it or with the owner of both.
class TracedItems {
 public:
  TracedItems(Span span, ItemStream items) : span_(std::move(span)), items_(std::move(items)) {}
  TracedItems(TracedItems const&) = delete;
  TracedItems& operator=(TracedItems const&) = delete;
  ~TracedItems() {
    // Spans below end first: `items_` goes before `span_`.
    span_.fail(std::make_exception_ptr(errors::stream_abandoned()));
  }

  std::optional<StreamItem> next() {
    try {
      std::optional<StreamItem> item = items_.next();
      if (item) return item;
    } catch (...) {
      span_.fail(std::current_exception());
      span_.end();
      throw;
    }
    span_.emit_made("result", [this] {
      Json list = Json::array();
      for (StreamItem const& item : items_.items()) list.push_back(stream_item_to_json(item));
      return list;
    });
    span_.end();
    return std::nullopt;
  }

 private:
  Span span_;
  ItemStream items_;
};

class TracedChunks {
 public:
  TracedChunks(Tracer const& tracer, Span execute, std::shared_ptr<PromptyStream> chunks, PromptyAgent agent,
               std::shared_ptr<Executor const> executor)
      : execute_(std::move(execute)),
        // P3.4-01: below the call, which is not over before its stream is.
        stream_(tracer.start("PromptyStream", SpanKind::internal, execute_.as_parent())),
        chunks_(std::move(chunks)),
        agent_(std::move(agent)),
        executor_(std::move(executor)) {
    stream_.emit("signature", "prompty.PromptyStream");
  }
  TracedChunks(TracedChunks const&) = delete;
  TracedChunks& operator=(TracedChunks const&) = delete;
  ~TracedChunks() {
    if (execute_.is_recording()) fail(std::make_exception_ptr(errors::stream_abandoned()));
  }

  std::optional<Json> next() {
    try {
      std::optional<Json> chunk = chunks_->next();
      if (chunk) {
        response_.take(*chunk);
        return chunk;
      }
    } catch (...) {
      fail(std::current_exception());
      throw;
    }
    finish();
    return std::nullopt;
  }

 private:
  void fail(std::exception_ptr const& error) {
    execute_.fail(error);
    stream_.fail(error);
    finish();
  }

  void finish() {
    // P3.4-01, P3.4-04: after a failure too, beside the error, which the end of the span shows.
    stream_.emit("result", Json(chunks_->items()));
    // P3.4-03: once, as of a whole answer.
    stream_.add_usage(response_.gathered().value("usage", Json()));
    // P3.4-02: attributes belong to the call, and only now are they known.
    emit_all(execute_, gen_ai::of_response(response_.gathered()));
    if (execute_.shows_messages()) tell_answer();
    stream_.end();
    execute_.end();
  }

  /// P3.1-19: as for a whole answer, or for as much of it as came.
  void tell_answer() {
    if (chunks_->items().empty()) return;
    try {
      tell_all(execute_, gen_ai::events_of_response(executor_->whole_response(agent_, chunks_->items())));
    } catch (std::exception const&) {
      // Chunks that cannot be put together are the processor's to report; the span of the stream shows them.
    }
  }

  Span execute_;
  Span stream_;
  std::shared_ptr<PromptyStream> chunks_;
  // The stream may outlive the caller's agent.
  PromptyAgent agent_;
  std::shared_ptr<Executor const> executor_;
  gen_ai::StreamedResponse response_;
};

}  // namespace

Json traced_agent(PromptyAgent const& agent, Tracer const& tracer) {
  Json shown = agent_codec::to_json(agent);
  tracer.secrets()->add_named(shown);
  return shown;
}

Json call_inputs(PromptyAgent const& agent, std::vector<Message> const& messages, Tracer const& tracer) {
  return Json{{"agent", traced_agent(agent, tracer)}, {"messages", message_codec::write(messages)}};
}

Json call_inputs(PromptyAgent const& agent, Json const& inputs, Tracer const& tracer) {
  return Json{{"agent", traced_agent(agent, tracer)}, {"inputs", inputs}};
}

Json call_inputs(std::filesystem::path const& path, Json const& inputs) {
  return Json{{"path", trace_value(path)}, {"inputs", inputs}};
}

Json call_inputs(char const* name, Json const& value) {
  return Json{{name, value}};
}

PromptyAgent traced_load(std::filesystem::path const& path, std::vector<std::string> const& callers,
                         Runtime const& runtime, SpanParent const& parent) {
  PromptyAgent agent = traced(
      runtime.tracer, parent, load_call, [&] { return call_inputs("path", trace_value(path)); },
      [&](Span&) {
        return load(
            path,
            {.environment = runtime.environment, .secrets = runtime.connections->secrets, .edition = runtime.edition});
      },
      agent_codec::to_json);
  if (agent.origin && !callers.empty())
    agent.origin->outermost_folder = std::filesystem::path(callers.front()).parent_path().string();
  return agent;
}

Json traced_execute(PromptyAgent const& agent, std::vector<Message> const& messages, Executor const& executor,
                    Tracer const& tracer, SpanParent const& parent) {
  return traced(
      tracer, parent, execute_call, [&] { return call_inputs(agent, messages, tracer); },
      [&](Span& span) {
        // P3.1-08: shown before the call, which may fail.
        emit_request(span, agent, messages, executor);
        Json response = executor.execute(agent, messages);
        emit_response(span, response);
        return response;
      },
      // P3.1-05: shown as it came, whatever the provider put in it.
      [](Json const& response) { return response; });
}

std::shared_ptr<PromptyStream> traced_execute_stream(PromptyAgent const& agent, std::vector<Message> const& messages,
                                                     std::shared_ptr<Executor const> const& executor,
                                                     Tracer const& tracer, SpanParent const& parent) {
  Span span = open_call(tracer, parent, execute_call, [&] { return call_inputs(agent, messages, tracer); });
  emit_request(span, agent, messages, *executor);
  try {
    std::shared_ptr<PromptyStream> chunks = executor->execute_stream(agent, messages);
    if (!span.is_recording()) return chunks;
    std::shared_ptr<TracedChunks> const traced =
        std::make_shared<TracedChunks>(tracer, std::move(span), std::move(chunks), agent, executor);
    return std::make_shared<PromptyStream>([traced] { return traced->next(); });
  } catch (...) {
    span.fail(std::current_exception());
    throw;
  }
}

ItemStream traced_items(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
                        std::function<Json()> const& inputs, std::function<ItemStream(Span& span)> const& work) {
  Span span = open_call(tracer, parent, call, inputs);
  try {
    ItemStream items = work(span);
    if (!span.is_recording()) return items;
    std::shared_ptr<TracedItems> const traced = std::make_shared<TracedItems>(std::move(span), std::move(items));
    return ItemStream([traced] { return traced->next(); });
  } catch (...) {
    span.fail(std::current_exception());
    throw;
  }
}

}  // namespace prompty
