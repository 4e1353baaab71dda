#include <algorithm>
#include <utility>

#include "harness/mutants/event_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::response_events {
namespace {

constexpr Events ours = Events::of_responses;
constexpr char const* text_delta = "response.output_text.delta";
constexpr char const* item_added = "response.output_item.added";
constexpr char const* item_done = "response.output_item.done";
constexpr char const* arguments_delta = "response.function_call_arguments.delta";
constexpr char const* arguments_done = "response.function_call_arguments.done";
constexpr char const* refusal_delta = "response.refusal.delta";
constexpr char const* refusal_done = "response.refusal.done";
constexpr char const* completed = "response.completed";
constexpr char const* incomplete = "response.incomplete";
constexpr char const* failed = "response.failed";

EventPredicate is(char const* type) {
  return [type](Json const& event) { return is_event(event, type); };
}

bool is_text_behind(Json const& event, char const* key) {
  return is_event(event, text_delta) && member(event, key).is_number() && member(event, key) != 0;
}

bool has_empty_delta(Json const& event) {
  return is_event(event, text_delta) && member(event, "delta") == "";
}

std::string text_of_item(Json const& item) {
  std::string text;
  for (Json const& part : member(item, "content")) {
    if (member(part, "text").is_string()) text += part["text"].get<std::string>();
  }
  return text;
}

void read_finished_item(Json& event) {
  std::string const text = text_of_item(member(event, "item"));
  if (!text.empty()) make_text_event(event, text);
}

/// Puts the text of the whole response in front of the event that ends it.
void read_finished_response(Json& events) {
  Json::iterator const last = std::find_if(events.begin(), events.end(), is(completed));
  if (last == events.end()) return;
  std::string text;
  for (Json const& item : member(member(*last, "response"), "output")) text += text_of_item(item);
  if (text.empty()) return;
  Json repeated = {{"type", text_delta}};
  make_text_event(repeated, text);
  events.insert(last, repeated);
}

Rule changed_item(std::function<void(Json& item)> change) {
  return changed_event(ours, [change = std::move(change)](Json& event) {
    bool const names_item = is_event(event, item_added) || is_event(event, item_done);
    if (names_item && member(event, "item").is_object()) change(event["item"]);
  });
}

void join_in_one_call(Json& events) {
  Json first;
  for (Json& event : events) {
    if (!is_event(event, arguments_delta)) continue;
    if (first.is_null()) first = member(event, "output_index");
    event["output_index"] = first;
  }
}

void keep_last_pieces(Json& events) {
  for (Json::iterator piece = events.begin(); piece != events.end(); ++piece) {
    if (!is_event(*piece, arguments_delta)) continue;
    bool const is_last = std::none_of(piece + 1, events.end(), [&](Json const& later) {
      return is_event(later, arguments_delta) && member(later, "output_index") == member(*piece, "output_index");
    });
    if (!is_last) (*piece)["delta"] = "";
  }
}

void trim_piece(Json& event) {
  std::string const piece = member(event, "delta").is_string() ? event["delta"].get<std::string>() : "";
  std::size_t const start = piece.find_first_not_of(' ');
  event["delta"] = start == std::string::npos ? "" : piece.substr(start, piece.find_last_not_of(' ') + 1 - start);
}

void ignore_final_arguments(Json& event) {
  if (is_event(event, arguments_done)) event["arguments"] = "";
  if (is_event(event, item_done) && member(event, "item").is_object()) event["item"].erase("arguments");
}

void fill_empty_arguments(Json& items, Json const&) {
  for (Json& item : items) {
    if (item.is_object() && item["arguments"] == "") item["arguments"] = "{}";
  }
}

void double_finished_calls(Json& event) {
  constexpr int far_behind = 1000;
  if (is_event(event, item_done) && member(event, "output_index").is_number_integer())
    event["output_index"] = event["output_index"].get<int>() + far_behind;
}

Rule changed_refusal(std::function<void(Reply& reply)> change) {
  return changed_event_failure(ours,
                               [change = std::move(change)](Reply reply, Json const& params, AskReference const&) {
                                 Json const& events = params.at("chunks");
                                 bool const is_refused = std::any_of(events.begin(), events.end(), is(refusal_delta)) ||
                                                         std::any_of(events.begin(), events.end(), is(refusal_done));
                                 if (is_refused && member(reply.value, "kind") == "ValueError") change(reply);
                                 return reply;
                               });
}

Json refused_text(Json const& event) {
  return is_event(event, refusal_done) ? member(event, "refusal") : member(event, "delta");
}

bool is_refusal(Json const& event) {
  return is_event(event, refusal_delta) || is_event(event, refusal_done);
}

void drop_calls_of_incomplete(Json& items, Json const& events) {
  if (std::any_of(events.begin(), events.end(), is(incomplete))) drop_calls(items, events);
}

std::vector<Mutant> texts() {
  return {
      {"response-deltas-merged", "P10.2-01", "Deltas of a response are merged into one item.",
       changed_event_items(ours, merge_items_of_text)},
      {"response-blanks-dropped", "P10.2-01", "Deltas of blanks give no item.",
       changed_event_items(ours, drop_items_of_blanks)},
      {"response-repeats-dropped", "P10.2-01", "A delta equal to the one before gives no item.",
       changed_event_items(ours, drop_items_that_repeat)},
      {"first-part-only", "P10.2-01", "Only the first part of an item is read.",
       dropped_events(ours, [](Json const& event) { return is_text_behind(event, "content_index"); })},
      {"first-item-only", "P10.2-01", "Only the first item of the output is read.",
       dropped_events(ours, [](Json const& event) { return is_text_behind(event, "output_index"); })},
      {"empty-response-delta-yielded", "P10.2-02", "An empty delta of a response gives an empty item.",
       item_for_event(ours, has_empty_delta, "")},
      {"finished-text-yielded", "P10.2-03", "A finished text is handed on once more.",
       changed_event_of(ours, "response.output_text.done",
                        [](Json& event) { make_text_event(event, Json(member(event, "text"))); })},
      {"finished-part-yielded", "P10.2-03", "The text of a finished part is handed on once more.",
       changed_event_of(ours, "response.content_part.done",
                        [](Json& event) { make_text_event(event, Json(member(member(event, "part"), "text"))); })},
      {"finished-item-yielded", "P10.2-03", "The text of a finished item is handed on once more.",
       changed_event_of(ours, item_done, read_finished_item)},
      {"finished-response-yielded", "P10.2-03", "The text of the finished response is handed on once more.",
       changed_events(ours, read_finished_response)},
  };
}

std::vector<Mutant> calls() {
  return {
      {"item-id-for-call-id", "P10.2-04", "A streamed call has the id of its item.", changed_item([](Json& item) {
         if (member(item, "id").is_string()) item["call_id"] = Json(item["id"]);
       })},
      {"every-item-a-call", "P10.2-04", "Whatever has a name and the id of a call is a call.",
       changed_item([](Json& item) {
         if (item.contains("call_id")) item["type"] = "function_call";
       })},
      {"announced-calls-ignored", "P10.2-04", "Calls are read only when they are finished.",
       dropped_events(ours, is(item_added))},
      {"finished-calls-ignored", "P10.2-04", "Calls are read only when they are announced.",
       dropped_events(ours, is(item_done))},
      {"finished-calls-doubled", "P10.2-04", "A finished call is another one than the call that was announced.",
       changed_event(ours, double_finished_calls)},
      {"response-pieces-in-one-call", "P10.2-05", "All pieces of arguments go into one call.",
       changed_events(ours, join_in_one_call)},
      {"response-last-piece-kept", "P10.2-05", "Each piece of arguments replaces those before.",
       changed_events(ours, keep_last_pieces)},
      {"response-pieces-trimmed", "P10.2-05", "Pieces of arguments lose their outer blanks.",
       changed_event_of(ours, arguments_delta, trim_piece)},
      {"response-empty-arguments-filled", "P10.2-05", "A call without pieces has an empty object for arguments.",
       changed_event_items(ours, fill_empty_arguments)},
      {"final-arguments-ignored", "P10.2-06", "Only pieces make up the arguments of a call.",
       changed_event(ours, ignore_final_arguments)},
      {"final-arguments-added", "P10.2-06", "The final arguments are one piece more.",
       changed_event_of(ours, arguments_done,
                        [](Json& event) {
                          event["type"] = arguments_delta;
                          event["delta"] = Json(member(event, "arguments"));
                        })},
      {"response-calls-in-front", "P10.2-07", "Calls of a response are handed on in front of its text.",
       changed_event_items(ours, put_calls_in_front)},
      {"response-calls-by-arrival", "P10.2-07", "Calls of a response come in the order in which they were announced.",
       renumbered_places(ours, "output_index", [](std::vector<std::string>&) {})},
      {"response-calls-descending", "P10.2-07", "Calls of a response come by descending place.",
       renumbered_places(ours, "output_index", sort_places_descending)},
      {"response-calls-sorted-as-text", "P10.2-07", "Calls of a response are sorted by their place as a text.",
       renumbered_places(ours, "output_index",
                         [](std::vector<std::string>& places) { std::sort(places.begin(), places.end()); })},
  };
}

std::vector<Mutant> endings() {
  return {
      {"response-refusal-as-text", "P10.2-08", "A streamed refusal is handed on as text.",
       changed_event(ours,
                     [](Json& event) {
                       if (is_refusal(event)) make_text_event(event, refused_text(event));
                     })},
      {"response-refusal-ignored", "P10.2-08", "A streamed refusal is passed over.", dropped_events(ours, is_refusal)},
      {"finished-refusal-ignored", "P10.2-08", "Only pieces of a refusal raise an error.",
       dropped_events(ours, is(refusal_done))},
      {"empty-response-refusal-raises", "P10.2-08", "An empty refusal raises an error as well.",
       raised_at_event(ours, is_refusal, "ValueError")},
      {"response-refusal-without-its-text", "P10.2-08", "The error of a refusal does not say what the model said.",
       changed_refusal([](Reply& reply) { reply.value["message"] = "refused"; })},
      {"response-refusal-loses-text", "P10.2-08", "What came before a refusal is not handed on.",
       changed_refusal([](Reply& reply) { reply = with_items(std::move(reply), Json::array()); })},
      {"failed-response-taken-for-whole", "P10.2-09", "A response that failed ends like any other.",
       changed_event_of(ours, failed, [](Json& event) { event["type"] = completed; })},
      {"failed-response-taken-for-cut", "P10.2-09", "A response that failed is a stream cut short.",
       dropped_events(ours, is(failed))},
      {"failed-response-unexplained", "P10.2-09", "What the provider says about a response that failed is lost.",
       changed_event_of(ours, failed, [](Json& event) { event["response"]["error"]["message"] = "failed"; })},
      {"error-of-null-raises", "P10.2-09", "A response that has an error of null is taken for failed.",
       raised_at_event(
           ours,
           [](Json const& event) { return is_event(event, completed) && member(event, "response").contains("error"); },
           "ValueError")},
      {"incomplete-response-taken-for-cut", "P10.2-10", "An incomplete response is a stream cut short.",
       dropped_events(ours, is(incomplete))},
      {"incomplete-response-taken-for-failed", "P10.2-10", "An incomplete response is one that failed.",
       changed_event_of(ours, incomplete, [](Json& event) { event["type"] = failed; })},
      {"incomplete-response-loses-calls", "P10.2-10", "An incomplete response has no calls.",
       changed_event_items(ours, drop_calls_of_incomplete)},
  };
}

}  // namespace
}  // namespace conformance::mutants::response_events

namespace conformance::mutants {

std::vector<Mutant> response_event_mutants() {
  std::vector<Mutant> all = response_events::texts();
  for (std::vector<Mutant> const& more : {response_events::calls(), response_events::endings()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace conformance::mutants
