#include <algorithm>
#include <utility>

#include "harness/mutants/responses_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_responses_calls {
namespace {

/// Changes the stored item and its output, given the message that they come from.
Rule changed_pair(std::function<void(Json& call, Json& output, Json const& message)> change) {
  return changed_input_items([change = std::move(change)](Json& items, Json const& message) {
    if (has_stored_call(message) && items.size() == 2) change(items[0], items[1], message);
  });
}

/// Changes the output of a stored item.
Rule changed_output(std::function<void(Json& output, Json const& message)> change) {
  return changed_pair(
      [change = std::move(change)](Json&, Json& output, Json const& message) { change(output, message); });
}

/// Changes the list of items that a message with a stored item gives.
Rule changed_pair_list(ChangeItems change) {
  return changed_input_items([change = std::move(change)](Json& items, Json const& message) {
    if (has_stored_call(message)) change(items, message);
  });
}

/// Changes the list of items that a message without a stored item gives.
Rule changed_ordinary(ChangeItems change) {
  return changed_input_items([change = std::move(change)](Json& items, Json const& message) {
    if (!has_stored_call(message)) change(items, message);
  });
}

void rebuild(Json& call, Json&, Json const&) {
  Json rebuilt = Json::object();
  for (std::string const key : {"type", "call_id", "name", "arguments"}) {
    if (call.contains(key)) rebuilt[key] = Json(call[key]);
  }
  call = std::move(rebuilt);
}

void parse_arguments(Json& call, Json&, Json const&) {
  Json const& arguments = member(call, "arguments");
  if (!arguments.is_string()) return;
  Json const value = Json::parse(arguments.get<std::string>(), nullptr, false);
  if (!value.is_discarded()) call["arguments"] = value;
}

// All calls of a turn first, then all that came of them.
void gather_outputs(Json& body, Json const&, Json const&) {
  Json items = Json(body["input"]);
  std::stable_partition(items.begin(), items.end(),
                        [](Json const& item) { return member(item, "type") != "function_call_output"; });
  body["input"] = std::move(items);
}

void join_texts(Json& output, Json const& message) {
  std::string text;
  for (std::string const& part : texts_of(message)) text += part;
  output["output"] = text;
}

void merge_metadata(Json& items, Json const& message) {
  if (!member(message, "metadata").is_object() || items.size() != 1) return;
  for (auto const& [key, value] : message["metadata"].items()) {
    if (key != "role" && key != "content") items.front()[key] = value;
  }
}

void answer_by_id(Json& items, Json const& message) {
  Json const& id = member(member(message, "metadata"), "tool_call_id");
  if (id.is_null()) return;
  std::vector<std::string> const texts = texts_of(message);
  items = Json::array({{{"type", "function_call_output"}, {"call_id", id}, {"output", texts.empty() ? "" : texts[0]}}});
}

void call_by_chat(Json& items, Json const& message) {
  for (Json const& call : member(member(message, "metadata"), "tool_calls")) {
    Json const& function = member(call, "function");
    items.push_back({{"type", "function_call"},
                     {"call_id", member(call, "id")},
                     {"name", member(function, "name")},
                     {"arguments", member(function, "arguments")}});
  }
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"stored-call-rebuilt", "P7.4.1-05", "The stored item is rebuilt from the members of a call.",
       changed_pair(rebuild)},
      {"stored-call-parsed", "P7.4.1-05", "The arguments in the stored item are sent as a value.",
       changed_pair(parse_arguments)},
      {"stored-call-dropped", "P7.4.1-05", "The stored item is not sent.",
       changed_pair_list([](Json& items, Json const&) { items.erase(items.begin()); })},
      {"output-named-by-item", "P7.4.1-06", "The output names the id of the stored item.",
       changed_output(
           [](Json& output, Json const& message) { output["call_id"] = member(stored_call_of(message), "id"); })},
      {"output-named-by-call", "P7.4.1-06", "The output names the call_id of the stored item.",
       changed_output(
           [](Json& output, Json const& message) { output["call_id"] = member(stored_call_of(message), "call_id"); })},
      {"output-before-call", "P7.4.1-06", "The output stands before the stored item.",
       changed_pair_list([](Json& items, Json const&) { std::reverse(items.begin(), items.end()); })},
      {"outputs-gathered", "P7.4.1-06", "The outputs stand behind everything else.", changed_responses(gather_outputs)},
      {"output-not-sent", "P7.4.1-06", "The stored item is sent without an output.",
       changed_pair_list([](Json& items, Json const&) { items.erase(items.size() - 1); })},
      {"output-of-all-texts", "P7.4.1-07", "The texts of the message are joined to the output.",
       changed_output(join_texts)},
      {"output-without-parts-null", "P7.4.1-07", "A message without parts gives null as the output.",
       changed_output([](Json& output, Json const& message) {
         if (member(message, "content").empty()) output["output"] = nullptr;
       })},
      {"output-without-parts-missing", "P7.4.1-07", "A message without parts gives an item without output.",
       changed_output([](Json& output, Json const& message) {
         if (member(message, "content").empty()) output.erase("output");
       })},
      {"output-as-content", "P7.4.1-07", "The output is called content.", changed_output([](Json& output, Json const&) {
         output["content"] = Json(output["output"]);
         output.erase("output");
       })},
      {"output-and-ordinary-item", "P7.4.1-08", "A message with a stored item gives an ordinary item as well.",
       changed_pair_list([](Json& items, Json const& message) {
         items.push_back({{"role", member(message, "role")}, {"content", ""}});
       })},
      {"metadata-in-items", "P7.4.1-09", "The metadata of a message are merged into its item.",
       changed_ordinary(merge_metadata)},
      {"output-without-stored-call", "P7.4.1-09", "A tool_call_id alone makes an output of a message.",
       changed_ordinary(answer_by_id)},
      {"calls-of-chat-as-items", "P7.4.1-09", "Calls in the form of chat become items.",
       changed_ordinary(call_by_chat)},
      {"content-from-metadata", "P7.4.1-09", "A content among the metadata replaces that of the message.",
       changed_ordinary([](Json& items, Json const& message) {
         Json const& content = member(member(message, "metadata"), "content");
         if (!content.is_null() && items.size() == 1) items.front()["content"] = content;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_responses_calls

namespace conformance::mutants {

std::vector<Mutant> responses_call_mutants() {
  return openai_responses_calls::mutants_of_room();
}

}  // namespace conformance::mutants
