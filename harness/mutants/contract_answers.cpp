#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stored_rules.hpp"

namespace conformance::mutants::contract_answers {
namespace {

Json parsed_arguments(Json const& call) {
  return Json::parse(member(member(call, "function"), "arguments").get<std::string>(), nullptr, false);
}

void respell_arguments(Json& call) {
  Json const parsed = parsed_arguments(call);
  if (!parsed.is_discarded()) call["function"]["arguments"] = parsed.dump();
}

void trim_arguments(Json& call) {
  std::string const text = call["function"]["arguments"].get<std::string>();
  std::size_t const first = text.find_first_not_of(' ');
  std::size_t const last = text.find_last_not_of(' ');
  call["function"]["arguments"] = first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void keep_arguments_as_value(Json& call) {
  Json const parsed = parsed_arguments(call);
  if (!parsed.is_discarded()) call["function"]["arguments"] = parsed;
}

bool has_malformed_call(Json const& message) {
  Json const& calls = member(message, "tool_calls");
  return calls.is_array() && std::any_of(calls.begin(), calls.end(),
                                         [](Json const& call) { return parsed_arguments(call).is_discarded(); });
}

/// Arguments are read while the answer is.
Reply refuse_malformed_calls(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (operation != "messages_from_wire" || !has_malformed_call(member(reply.value, "message"))) return reply;
  return raised("ValueError");
}

void drop_malformed_calls(Json& message, Json const&) {
  if (!has_calls(message)) return;
  Json kept = Json::array();
  for (Json const& call : message["tool_calls"]) {
    if (!parsed_arguments(call).is_discarded()) kept.push_back(call);
  }
  message["tool_calls"] = kept;
}

using ForFragment = std::function<void(Json const& fragment)>;

void for_each_fragment(Json const& chunks, ForFragment const& visit) {
  for (Json const& chunk : chunks) {
    Json const& choices = member(chunk, "choices");
    if (!choices.is_array() || choices.empty()) continue;
    for (Json const& fragment : member(member(choices.front(), "delta"), "tool_calls")) visit(fragment);
  }
}

void hand_on_fragments(Json& deltas, Json const& chunks) {
  if (deltas.empty() || deltas.back()["type"] != "tool_call") return;
  deltas.erase(
      std::remove_if(deltas.begin(), deltas.end(), [](Json const& delta) { return delta["type"] == "tool_call"; }),
      deltas.end());
  for_each_fragment(chunks, [&](Json const& fragment) {
    Json const& arguments = member(member(fragment, "function"), "arguments");
    if (arguments.is_string()) deltas.push_back({{"type", "tool_call"}, {"text", arguments}});
  });
}

void hand_on_calls_first(Json& deltas, Json const&) {
  std::stable_partition(deltas.begin(), deltas.end(), [](Json const& delta) { return delta["type"] == "tool_call"; });
}

void put_into_one_call(Json& message) {
  Json const& fragments = member(message, "tool_calls");
  if (!fragments.is_array()) return;
  for (Json& fragment : message["tool_calls"]) {
    if (fragment.is_object() && fragment.contains("index")) fragment["index"] = 0;
  }
}

bool is_broken(Json const& asked) {
  return member(asked, "broken") == true;
}

void erase_member(Json& message, std::string const& name) {
  if (message.contains(name)) message.erase(name);
}

void shadow_by_null(Json& message) {
  if (message.contains("reasoning") && message["reasoning"].is_null()) message.erase("reasoning_content");
}

void join_both_names(Json& message) {
  bool const has_both = member(message, "reasoning").is_string() && member(message, "reasoning_content").is_string();
  if (!has_both) return;
  message["reasoning"] = message["reasoning"].get<std::string>() + message["reasoning_content"].get<std::string>();
}

void put_reasoning_into_content(Json& message, Json const&) {
  if (!member(message, "reasoning").is_string()) return;
  message["content"] = message["reasoning"].get<std::string>() + message["content"].get<std::string>();
}

void flatten_blocks(Json& message) {
  if (!member(message, "reasoning_details").is_array()) return;
  std::string text;
  for (Json const& block : message["reasoning_details"]) {
    if (member(block, "text").is_string()) text += block["text"].get<std::string>();
  }
  message.erase("reasoning_details");
  message["reasoning"] = text;
}

/// Each piece of a block counts as one of its own.
void take_pieces_for_blocks(Json& message) {
  if (!member(message, "reasoning_details").is_array()) return;
  for (Json& piece : message["reasoning_details"]) {
    if (piece.is_object() && piece.contains("index")) piece["apart"] = piece["index"];
    if (piece.is_object()) piece.erase("index");
  }
}

void put_indexes_back(Json& message, Json const&) {
  if (!member(message, "reasoning_details").is_array()) return;
  for (Json& block : message["reasoning_details"]) {
    if (!block.is_object() || !block.contains("apart")) continue;
    block["index"] = block["apart"];
    block.erase("apart");
  }
}

Reply keep_pieces_apart(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = changed_incoming(take_pieces_for_blocks)(operation, params, reference);
  if (operation == "messages_from_wire" && member(reply.value, "message").is_object())
    put_indexes_back(reply.value["message"], params);
  return reply;
}

void sort_blocks(Json& message, Json const&) {
  if (!member(message, "reasoning_details").is_array()) return;
  Json& blocks = message["reasoning_details"];
  std::stable_sort(blocks.begin(), blocks.end(), [](Json const& left, Json const& right) {
    return member(left, "index").is_number() && member(right, "index").is_number() && left["index"] < right["index"];
  });
}

std::vector<Mutant> turn_mutants() {
  return {
      {"turn-kept-as-model", "M1-03", "What the model says is stored by the role model.",
       changed_kept([](Json& message, Json const&) { message["role"] = "model"; })},
      {"calls-not-kept-on-the-turn", "M1-03", "The calls of a turn are stored apart from it.",
       changed_kept([](Json& message, Json const&) { message.erase("tool_calls"); })},
      {"text-beside-calls-not-kept", "M1-03", "The text of a turn that calls tools is not stored.",
       changed_kept([](Json& message, Json const&) {
         if (has_calls(message)) message["content"] = "";
       })},
      {"missing-content-kept-as-null", "M3.2-02", "Content that is null or missing is stored as null.",
       changed_kept([](Json& message, Json const& asked) {
         bool const has_none =
             member(asked, "chunks").is_null() && member(incoming_message(asked), "content").is_null();
         if (has_none) message["content"] = nullptr;
       })},
      {"kept-call-without-type", "M3.2-04", "A call is stored without its type.",
       changed_kept_call([](Json& call) { call.erase("type"); })},
      {"kept-arguments-respelt", "M3.2-05", "Arguments that are JSON are written anew before they are stored.",
       changed_kept_call(respell_arguments)},
      {"kept-arguments-trimmed", "M3.2-05", "Blanks around arguments are not stored.",
       changed_kept_call(trim_arguments)},
      {"every-end-is-a-stop", "M3.2-08", "Whatever ended a turn is stored as a stop.",
       changed_kept([](Json& message, Json const&) {
         if (message.contains("finishReason")) message["finishReason"] = "stop";
       })},
      {"finish-reason-not-kept", "M3.2-08", "Why a turn ended is not stored.",
       changed_kept([](Json& message, Json const&) { message.erase("finishReason"); })},
      {"broken-turn-unmarked", "M3.2-09", "A turn whose stream broke off is stored as if it were whole.",
       changed_kept([](Json& message, Json const&) { message.erase("isError"); })},
      {"broken-turn-emptied", "M3.2-09", "Of a turn whose stream broke off the text is not stored.",
       changed_kept([](Json& message, Json const& asked) {
         if (is_broken(asked)) message["content"] = "";
       })},
      {"whole-turn-marked", "M3.2-09", "Every streamed turn is marked as an error.",
       changed_kept([](Json& message, Json const& asked) {
         if (member(asked, "chunks").is_array()) message["isError"] = true;
       })},
      {"kept-arguments-as-value", "M3.2.1-01", "Arguments that are JSON are stored as what they say.",
       changed_kept_call(keep_arguments_as_value)},
      {"malformed-call-fails-the-answer", "M3.2.1-02", "An answer with malformed arguments is an error.",
       refuse_malformed_calls},
      {"malformed-call-not-kept", "M3.2.1-02", "A call with malformed arguments is not stored.",
       changed_kept(drop_malformed_calls)},
      {"call-handed-on-in-fragments", "M3.2.1-06", "Each fragment of a call is handed on as a call.",
       changed_handed_on(hand_on_fragments)},
      {"calls-handed-on-first", "M3.2.1-06", "Calls are handed on before the text that came first.",
       changed_handed_on(hand_on_calls_first)},
      {"fragments-in-one-call", "M3.2.1-06", "The fragments of all calls go into one.",
       changed_incoming(put_into_one_call)},
  };
}

std::vector<Mutant> reasoning_mutants() {
  return {
      {"only-reasoning-content-read", "M6-06", "Incoming reasoning is read by one name only, that of DeepSeek.",
       changed_incoming([](Json& message) { erase_member(message, "reasoning"); })},
      {"only-reasoning-read", "M6-06", "Incoming reasoning is read by one name only, that of vLLM.",
       changed_incoming([](Json& message) { erase_member(message, "reasoning_content"); })},
      {"null-reasoning-shadows", "M6-06", "Reasoning that is null hides the other name.",
       changed_incoming(shadow_by_null)},
      {"both-names-joined", "M6-06", "Where both names are sent, their texts are joined.",
       changed_incoming(join_both_names)},
      {"reasoning-in-content", "M6-11", "What the model thought stands before what it said.",
       changed_kept(put_reasoning_into_content)},
      {"incoming-blocks-flattened", "M6-14", "Of incoming blocks only the text is stored.",
       changed_incoming(flatten_blocks)},
      {"pieces-kept-apart", "M6-14", "Each piece of a streamed block is stored as a block.", keep_pieces_apart},
      {"kept-blocks-sorted", "M6-14", "Blocks are stored by ascending index.", changed_kept(sort_blocks)},
      {"blocks-of-plain-turns-not-kept", "M6-14", "Blocks of turns that call no tools are not stored.",
       changed_kept([](Json& message, Json const&) {
         if (!has_calls(message)) message.erase("reasoning_details");
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_answers

namespace conformance::mutants {

std::vector<Mutant> contract_answer_mutants() {
  std::vector<Mutant> mutants = contract_answers::turn_mutants();
  std::vector<Mutant> const about_reasoning = contract_answers::reasoning_mutants();
  mutants.insert(mutants.end(), about_reasoning.begin(), about_reasoning.end());
  return mutants;
}

}  // namespace conformance::mutants
