#include <algorithm>
#include <utility>

#include "harness/mutants/event_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::message_events {
namespace {

constexpr Events ours = Events::of_messages;
constexpr char const* block_start = "content_block_start";
constexpr char const* block_delta = "content_block_delta";

bool is_delta_of(Json const& event, char const* type) {
  return is_event(event, block_delta) && is_event(member(event, "delta"), type);
}

bool is_text_of_later_block(Json const& event) {
  return is_delta_of(event, "text_delta") && member(event, "index") != 0;
}

bool has_empty_text(Json const& event) {
  return is_delta_of(event, "text_delta") && member(event["delta"], "text") == "";
}

bool opens_with_empty_text(Json const& event) {
  return is_event(event, block_start) && member(member(event, "content_block"), "text") == "";
}

Rule changed_block_start(std::function<void(Json& block)> change) {
  return changed_event_of(ours, block_start, [change = std::move(change)](Json& event) {
    if (member(event, "content_block").is_object()) change(event["content_block"]);
  });
}

Rule changed_piece(std::function<void(Json& delta)> change) {
  return changed_event(ours, [change = std::move(change)](Json& event) {
    if (is_delta_of(event, "input_json_delta")) change(event["delta"]);
  });
}

void read_thought(Json& event) {
  if (is_delta_of(event, "thinking_delta")) make_text_event(event, Json(member(event["delta"], "thinking")));
}

void read_any_text(Json& event) {
  if (is_event(event, block_delta) && member(member(event, "delta"), "text").is_string())
    event["delta"]["type"] = "text_delta";
}

void join_in_one_call(Json& events) {
  Json first;
  for (Json& event : events) {
    if (!is_delta_of(event, "input_json_delta")) continue;
    if (first.is_null()) first = member(event, "index");
    event["index"] = first;
  }
}

void keep_last_pieces(Json& events) {
  for (Json::iterator piece = events.begin(); piece != events.end(); ++piece) {
    if (!is_delta_of(*piece, "input_json_delta")) continue;
    bool const is_last = std::none_of(piece + 1, events.end(), [&](Json const& later) {
      return is_delta_of(later, "input_json_delta") && member(later, "index") == member(*piece, "index");
    });
    if (!is_last) (*piece)["delta"]["partial_json"] = "";
  }
}

void trim_piece(Json& delta) {
  std::string const piece = member(delta, "partial_json").is_string() ? delta["partial_json"].get<std::string>() : "";
  std::size_t const start = piece.find_first_not_of(' ');
  delta["partial_json"] =
      start == std::string::npos ? "" : piece.substr(start, piece.find_last_not_of(' ') + 1 - start);
}

void empty_the_empty_object(Json& items, Json const& events) {
  bool const has_pieces = std::any_of(events.begin(), events.end(), [](Json const& event) {
    return is_delta_of(event, "input_json_delta") && member(event["delta"], "partial_json") != "";
  });
  for (Json& item : items) {
    if (!has_pieces && item.is_object() && item["arguments"] == "{}") item["arguments"] = "";
  }
}

std::string stop_reason_in(Json const& events) {
  std::string reason;
  for (Json const& event : events) {
    Json const& found = member(member(event, "delta"), "stop_reason");
    if (is_event(event, "message_delta") && found.is_string()) reason = found.get<std::string>();
  }
  return reason;
}

Rule changed_stop_reason(std::function<void(Json& delta, std::string const& reason)> change) {
  return changed_event_of(ours, "message_delta", [change = std::move(change)](Json& event) {
    if (member(member(event, "delta"), "stop_reason").is_string())
      change(event["delta"], event["delta"]["stop_reason"].get<std::string>());
  });
}

Rule changed_refusal(ChangeFailure change) {
  return changed_event_failure(
      ours, [change = std::move(change)](Reply reply, Json const& params, AskReference const& reference) {
        bool const is_refused = stop_reason_in(params.at("chunks")) == "refusal";
        return is_refused ? change(std::move(reply), params, reference) : reply;
      });
}

void ignore_refusal(Json& delta, std::string const& reason) {
  if (reason == "refusal") delta["stop_reason"] = "end_turn";
}

Reply calls_in_spite(Reply reply, Json params, AskReference const& reference) {
  for (Json& event : params["chunks"]) {
    if (is_event(event, "message_delta")) ignore_refusal(event["delta"], "refusal");
  }
  return with_items(std::move(reply), items_of(reference("process_stream", params)));
}

void demand_reason_of_calls(Json& items, Json const& events) {
  if (stop_reason_in(events) != "tool_use") drop_calls(items, events);
}

Reply demand_calls_of_reason(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (!is_about_events(ours, operation, params) || stop_reason_in(params.at("chunks")) != "tool_use") return reply;
  bool const has_calls =
      std::any_of(reply.items.begin(), reply.items.end(), [](Json const& item) { return item.is_object(); });
  return has_calls || reply.status == Reply::Status::error ? reply : with_items(raised("ValueError"), items_of(reply));
}

std::vector<Mutant> texts() {
  return {
      {"message-deltas-merged", "P10.3-01", "Deltas of a message are merged into one item.",
       changed_event_items(ours, merge_items_of_text)},
      {"message-blanks-dropped", "P10.3-01", "Deltas of blanks in a message give no item.",
       changed_event_items(ours, drop_items_of_blanks)},
      {"message-repeats-dropped", "P10.3-01", "A delta of a message equal to the one before gives no item.",
       changed_event_items(ours, drop_items_that_repeat)},
      {"first-block-only", "P10.3-01", "Only the first block is read.", dropped_events(ours, is_text_of_later_block)},
      {"empty-message-delta-yielded", "P10.3-01", "An empty delta of a message gives an empty item.",
       item_for_event(ours, has_empty_text, "")},
      {"opening-text-ignored", "P10.3-02", "Text with which a block opens is passed over.",
       changed_block_start([](Json& block) { block.erase("text"); })},
      {"empty-opening-yielded", "P10.3-02", "A block that opens with empty text gives an empty item.",
       item_for_event(ours, opens_with_empty_text, "")},
      {"thoughts-yielded", "P10.3-03", "What the model thinks is handed on as text.",
       changed_event(ours, read_thought)},
      {"any-text-of-a-delta-yielded", "P10.3-03", "Text in a delta of whatever type is handed on.",
       changed_event(ours, read_any_text)},
      {"any-text-of-a-block-yielded", "P10.3-03", "Text with which a block of whatever type opens is handed on.",
       changed_block_start([](Json& block) {
         if (member(block, "text").is_string()) block["type"] = "text";
       })},
  };
}

std::vector<Mutant> calls() {
  return {
      {"block-index-for-id", "P10.3-04", "A streamed call has the number of its block for an id.",
       changed_event_of(ours, block_start,
                        [](Json& event) {
                          if (is_event(member(event, "content_block"), "tool_use"))
                            event["content_block"]["id"] = member(event, "index").dump();
                        })},
      {"tools-of-the-provider-called", "P10.3-04", "Whatever has an id and a name is a call.",
       changed_block_start([](Json& block) {
         if (member(block, "name").is_string()) block["type"] = "tool_use";
       })},
      {"message-pieces-in-one-call", "P10.3-05", "All pieces of input go into one call.",
       changed_events(ours, join_in_one_call)},
      {"message-last-piece-kept", "P10.3-05", "Each piece of input replaces those before.",
       changed_events(ours, keep_last_pieces)},
      {"message-pieces-trimmed", "P10.3-05", "Pieces of input lose their outer blanks.", changed_piece(trim_piece)},
      {"no-piece-means-nothing", "P10.3-06", "A call without pieces and input has an empty text for arguments.",
       changed_event_items(ours, empty_the_empty_object)},
      {"opening-input-ignored", "P10.3-06", "Input with which a block opens is passed over.",
       changed_block_start([](Json& block) { block.erase("input"); })},
      {"message-calls-in-front", "P10.3-07", "Calls of a message are handed on in front of its text.",
       changed_event_items(ours, put_calls_in_front)},
      {"message-calls-by-arrival", "P10.3-07", "Calls of a message come in the order in which they were opened.",
       renumbered_places(ours, "index", [](std::vector<std::string>&) {})},
      {"message-calls-descending", "P10.3-07", "Calls of a message come by descending number of their blocks.",
       renumbered_places(ours, "index", sort_places_descending)},
      {"message-calls-sorted-as-text", "P10.3-07",
       "Calls of a message are sorted by the number of their block as a text.",
       renumbered_places(ours, "index",
                         [](std::vector<std::string>& places) { std::sort(places.begin(), places.end()); })},
  };
}

std::vector<Mutant> stop_reasons() {
  return {
      {"message-refusal-ignored", "P10.3-08", "A message that is refused ends like any other.",
       changed_stop_reason(ignore_refusal)},
      {"message-refusal-loses-text", "P10.3-08", "What a message said before a refusal is not handed on.",
       changed_refusal(
           [](Reply reply, Json const&, AskReference const&) { return with_items(std::move(reply), Json::array()); })},
      {"message-refusal-hands-on-calls", "P10.3-08", "Tool calls are handed on before the refusal is raised.",
       changed_refusal(calls_in_spite)},
      {"message-refusal-unexplained", "P10.3-08", "The explanation of a refusal is lost.",
       changed_stop_reason([](Json& delta, std::string const&) { delta.erase("stop_details"); })},
      {"every-message-refused", "P10.3-08", "Whatever the reason for which a message stopped, it is refused.",
       changed_stop_reason([](Json& delta, std::string const&) { delta["stop_reason"] = "refusal"; })},
      {"unusual-stop-raises", "P10.3-09", "A message that stopped for another reason than its end raises an error.",
       changed_stop_reason([](Json& delta, std::string const& reason) {
         if (reason != "end_turn" && reason != "tool_use") delta["stop_reason"] = "refusal";
       })},
      {"calls-demand-their-reason", "P10.3-09", "Calls count only if the message stopped for them.",
       changed_event_items(ours, demand_reason_of_calls)},
      {"reason-demands-calls", "P10.3-09", "A message that stopped for calls and has none raises an error.",
       demand_calls_of_reason},
  };
}

}  // namespace
}  // namespace conformance::mutants::message_events

namespace conformance::mutants {

std::vector<Mutant> message_event_mutants() {
  std::vector<Mutant> all = message_events::texts();
  for (std::vector<Mutant> const& more : {message_events::calls(), message_events::stop_reasons()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace conformance::mutants
