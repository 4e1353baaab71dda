#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/mutants/event_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::event_streams {
namespace {

constexpr std::array<std::string_view, 3> last_types = {"response.completed", "response.incomplete", "message_stop"};
constexpr std::array<std::string_view, 3> waiting_types = {"ping", "response.in_progress", "response.created"};
constexpr std::array<std::string_view, 14> other_types = {"message_start",
                                                          "message_delta",
                                                          "content_block_start",
                                                          "content_block_delta",
                                                          "content_block_stop",
                                                          "response.output_text.delta",
                                                          "response.output_text.done",
                                                          "response.content_part.done",
                                                          "response.output_item.added",
                                                          "response.output_item.done",
                                                          "response.function_call_arguments.delta",
                                                          "response.function_call_arguments.done",
                                                          "response.refusal.delta",
                                                          "response.refusal.done"};

template <std::size_t size>
bool is_one_of(Json const& event, std::array<std::string_view, size> const& types) {
  return std::any_of(types.begin(), types.end(), [&](std::string_view type) { return is_event(event, type); });
}

bool is_last(Json const& event) {
  return is_one_of(event, last_types);
}

bool is_error(Json const& event) {
  return is_event(event, "error");
}

bool is_sign_of_life(Json const& event) {
  return is_event(event, "ping") || is_event(event, "response.in_progress");
}

bool has_type(Json const& event) {
  return member(event, "type").is_string();
}

bool is_unknown(Json const& event) {
  return has_type(event) && !is_last(event) && !is_error(event) && !is_event(event, "response.failed") &&
         !is_one_of(event, waiting_types) && !is_one_of(event, other_types);
}

Json last_event_for(Json const& params) {
  bool const is_of_messages = is_about_events(Events::of_messages, "process_stream", params);
  return {{"type", is_of_messages ? "message_stop" : "response.completed"}};
}

Rule changed_cut(ChangeFailure change) {
  return changed_event_failure(
      Events::typed, [change = std::move(change)](Reply reply, Json const& params, AskReference const& reference) {
        bool const is_cut = member(reply.value, "kind") == "ConnectionError";
        return is_cut ? change(std::move(reply), params, reference) : reply;
      });
}

/// The reply as if the stream had come to its end.
Reply completed(Json params, AskReference const& reference) {
  params["chunks"].push_back(last_event_for(params));
  return reference("process_stream", params);
}

Rule of_another_kind(char const* from, char const* to) {
  return changed_event_failure(Events::typed, [from, to](Reply reply, Json const&, AskReference const&) {
    if (member(reply.value, "kind") == from) reply.value["kind"] = to;
    return reply;
  });
}

Rule without_items_before(char const* kind) {
  return changed_event_failure(Events::typed, [kind](Reply reply, Json const&, AskReference const&) {
    bool const is_meant = member(reply.value, "kind") == kind;
    return is_meant ? with_items(std::move(reply), Json::array()) : reply;
  });
}

/// Processes the stream as if it had ended at the first event for which the predicate holds.
Rule ended_at(EventPredicate predicate) {
  return [predicate = std::move(predicate)](std::string const& operation, Json const& params,
                                            AskReference const& reference) {
    if (!is_about_events(Events::typed, operation, params)) return reference(operation, params);
    Json changed = params;
    Json& events = changed["chunks"];
    Json::iterator const at = std::find_if(events.begin(), events.end(), predicate);
    if (at == events.end()) return reference(operation, params);
    events.erase(at, events.end());
    return completed(std::move(changed), reference);
  };
}

/// Takes an event that nobody knows for one of the others, when it looks like it.
void read_unknown(Json& event) {
  bool const is_strange = is_unknown(event) || !has_type(event);
  if (!is_strange) return;
  bool const has_text = member(event, "delta").is_string();
  bool const has_block = member(event, "delta").is_object();
  if (has_text) event["type"] = "response.output_text.delta";
  if (has_block) event["type"] = "content_block_delta";
}

Rule changed_request(std::function<void(Json& params)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "run") return reference(operation, params);
    Json changed = params;
    change(changed);
    return reference(operation, changed);
  };
}

bool asks_for_stream(Json const& params) {
  return member(params, "stream") == true;
}

Reply always_streamed(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const is_whole = operation == "run" && !asks_for_stream(params);
  if (!is_whole) return reference(operation, params);
  Json changed = params;
  changed["stream"] = true;
  Reply reply = reference(operation, changed);
  if (reply.status == Reply::Status::result) reply.value = Json(member(reply.value, "outcome"));
  reply.items.clear();
  return reply;
}

/// Changes what comes of a run with a stream.
Rule changed_streamed_run(std::function<Reply(Reply reply)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    return operation == "run" && asks_for_stream(params) ? change(std::move(reply)) : reply;
  };
}

Reply without_a_cut(Reply reply) {
  bool const is_cut = reply.status == Reply::Status::error && member(reply.value, "kind") == "ConnectionError";
  if (!is_cut) return reply;
  Json const items = items_of(reply);
  Reply whole = answered(Json::object());
  return with_items(std::move(whole), items);
}

Reply as_if_cut(Reply reply) {
  bool const is_whole = reply.status == Reply::Status::result;
  return is_whole ? with_items(raised("ConnectionError"), items_of(reply)) : reply;
}

Rule changed_in_variant(char const* variant, std::function<void(Json& items, Json const& events)> change) {
  Rule const changed = changed_event_items(Events::all, std::move(change));
  return [changed, variant](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const is_meant = member(params, "variant") == variant;
    return is_meant ? changed(operation, params, reference) : reference(operation, params);
  };
}

void drop_last_text(Json& items, Json const&) {
  Json kept = Json::array();
  std::size_t const texts = static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [](Json const& item) { return item.is_string(); }));
  std::size_t seen = 0;
  for (Json const& item : items) {
    seen += item.is_string() ? 1 : 0;
    if (!item.is_string() || seen < texts) kept.push_back(item);
  }
  items = std::move(kept);
}

std::string joined(Json const& items, std::string_view between) {
  std::string text;
  for (Json const& item : items) {
    if (!item.is_string()) continue;
    if (!text.empty()) text += between;
    text += item.get<std::string>();
  }
  return text;
}

Rule with_outputs(std::function<void(Reply& reply)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const has_outputs = !member(member(params, "agent"), "outputs").empty();
    bool const is_meant =
        has_outputs && is_about_events(Events::all, operation, params) && reply.status == Reply::Status::result;
    if (is_meant) change(reply);
    return reply;
  };
}

void parse_whole(Reply& reply) {
  Json const parsed = Json::parse(joined(items_of(reply), ""), nullptr, false);
  if (!parsed.is_discarded()) reply.value["outcome"] = {{"type", "json"}, {"value", parsed}};
}

void keep_back(Reply& reply) {
  Json items = items_of(reply);
  merge_items_of_text(items, Json());
  reply = with_items(std::move(reply), items);
}

Rule changed_whole(std::function<void(Json& outcome, Json const& items)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_result = reply.status == Reply::Status::result;
    if (is_result && is_about_events(Events::all, operation, params)) change(reply.value["outcome"], items_of(reply));
    return reply;
  };
}

std::vector<Mutant> requests_and_cuts() {
  return {
      {"stream-never-asked-for", "P10.1-01", "The request for a stream lacks the member that asks for it.",
       changed_request([](Json& params) { params.erase("stream"); })},
      {"stream-always-asked-for", "P10.1-01", "Every request asks for a stream.", always_streamed},
      {"streamed-request-loses-options", "P10.1-01", "The request for a stream is sent without the options.",
       changed_request([](Json& params) {
         if (asks_for_stream(params)) params["agent"]["model"].erase("options");
       })},
      {"cut-stream-taken-for-whole", "P10.1-02", "A stream that ends early means what came of it.",
       changed_cut(
           [](Reply, Json const& params, AskReference const& reference) { return completed(params, reference); })},
      {"cut-run-taken-for-whole", "P10.1-02", "A run whose stream ends early means what came of it.",
       changed_streamed_run(without_a_cut)},
      {"whole-run-taken-for-cut", "P10.1-02", "A run whose stream came to its end is one that was cut short.",
       changed_streamed_run(as_if_cut)},
      {"cut-stream-is-a-value-error", "P10.1-02", "A stream that ends early is an error of another kind.",
       of_another_kind("ConnectionError", "ValueError")},
      {"cut-stream-loses-its-text", "P10.1-02", "What came of a stream that ends early is not handed on.",
       without_items_before("ConnectionError")},
      {"last-event-overlooked", "P10.1-02", "No event ends a stream.", dropped_events(Events::typed, is_last)},
      {"calls-of-cut-streams-handed-on", "P10.1-03", "A stream that ends early has handed on its tool calls.",
       changed_cut([](Reply reply, Json const& params, AskReference const& reference) {
         return with_items(std::move(reply), items_of(completed(params, reference)));
       })},
      {"calls-of-whole-streams-kept-back", "P10.1-03", "Tool calls are not handed on at the end either.",
       changed_event_items(Events::typed, drop_calls)},
  };
}

std::vector<Mutant> errors_and_strangers() {
  return {
      {"error-event-passed-over", "P10.1-04", "The stream goes on behind an error.",
       dropped_events(Events::typed, is_error)},
      {"error-event-ends-the-stream", "P10.1-04", "An error in the middle ends the stream without being raised.",
       ended_at(is_error)},
      {"error-event-is-a-value-error", "P10.1-04", "An error in the middle is an error of another kind.",
       of_another_kind("ExecuteError", "ValueError")},
      {"error-event-loses-the-text", "P10.1-04", "What came before an error in the middle is not handed on.",
       without_items_before("ExecuteError")},
      {"error-event-unexplained", "P10.1-04", "What the provider says about an error in the middle is lost.",
       changed_event_failure(Events::typed,
                             [](Reply reply, Json const&, AskReference const&) {
                               if (member(reply.value, "kind") == "ExecuteError") reply.value["message"] = "failed";
                               return reply;
                             })},
      {"sign-of-life-taken-for-an-error", "P10.1-04", "Events that only tell that the model is at work raise an error.",
       raised_at_event(Events::typed, is_sign_of_life, "ExecuteError")},
      {"unknown-event-refused", "P10.1-05", "An event of a type that is not known raises an error.",
       raised_at_event(Events::typed, is_unknown, "ValueError")},
      {"ping-refused", "P10.1-05", "A ping raises an error.",
       raised_at_event(
           Events::typed, [](Json const& event) { return is_event(event, "ping"); }, "ValueError")},
      {"untyped-event-refused", "P10.1-05", "An event that names no type raises an error.",
       raised_at_event(
           Events::typed, [](Json const& event) { return !has_type(event); }, "ValueError")},
      {"unknown-event-ends-the-stream", "P10.1-05", "An event of a type that is not known ends the stream.",
       ended_at(is_unknown)},
      {"unknown-event-read", "P10.1-05", "What looks like text in an unknown event is handed on.",
       changed_event(Events::typed, read_unknown)},
  };
}

std::vector<Mutant> variants_and_wholes() {
  return {
      {"async-texts-merged", "P10.1-07", "Read asynchronously, pieces of text come as one.",
       changed_in_variant("async", merge_items_of_text)},
      {"async-last-text-lost", "P10.1-07", "Read asynchronously, the last piece of text is lost.",
       changed_in_variant("async", drop_last_text)},
      {"sync-texts-merged", "P10.1-07", "Read synchronously, pieces of text come as one.",
       changed_in_variant("sync", merge_items_of_text)},
      {"streamed-text-parsed", "P10.1-09", "With outputs declared the whole of a streamed text is its JSON value.",
       with_outputs(parse_whole)},
      {"streamed-text-kept-back", "P10.1-09", "With outputs declared the text of a stream is one item.",
       with_outputs(keep_back)},
      {"whole-is-the-last-piece", "P10.1-10", "A stream means its last piece of text.",
       changed_whole([](Json& outcome, Json const& items) {
         if (outcome["type"] == "text" && !items.empty()) outcome["value"] = items.back();
       })},
      {"whole-joined-with-blanks", "P10.1-10", "The pieces of a text are joined with blanks.",
       changed_whole([](Json& outcome, Json const& items) {
         if (outcome["type"] == "text") outcome["value"] = joined(items, " ");
       })},
      {"whole-text-before-calls", "P10.1-10", "A stream with text means its text, whatever calls it has.",
       changed_whole([](Json& outcome, Json const& items) {
         std::string const text = joined(items, "");
         if (!text.empty()) outcome = {{"type", "text"}, {"value", text}};
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::event_streams

namespace conformance::mutants {

std::vector<Mutant> event_stream_mutants() {
  std::vector<Mutant> all = event_streams::requests_and_cuts();
  for (std::vector<Mutant> const& more : {event_streams::errors_and_strangers(), event_streams::variants_and_wholes()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace conformance::mutants
