#include <algorithm>
#include <utility>

#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::chat_calls {
namespace {

using ChangeCall = std::function<void(Json& call, std::size_t index)>;

bool is_empty_list(Json const& message, std::string const& key) {
  return member(message, key) == Json::array();
}

bool calls_beside_content(Json const&, Json const& message) {
  return has_calls(message) && !content_of(message).empty();
}

bool calls_beside_structure(Json const& agent, Json const& message) {
  return has_calls(message) && has_outputs(agent) && is_json(content_of(message));
}

bool calls_without_content(Json const&, Json const& message) {
  return has_calls(message) && is_unset(message, "content");
}

bool no_calls(Json const&, Json const& message) {
  return !has_calls(message);
}

/// Changes every tool call of the outcome.
Rule changed_calls(ChangeCall change) {
  return changed_outcome([change = std::move(change)](Reply reply, Json const&, Json const& message) {
    if (!has_calls(message) || reply.status != Reply::Status::result) return reply;
    Json& list = reply.value["value"];
    for (std::size_t index = 0; index < list.size(); ++index) change(list[index], index);
    return reply;
  });
}

/// Changes the list of tool calls of the outcome.
Rule changed_call_list(std::function<void(Json& list)> change) {
  return changed_outcome([change = std::move(change)](Reply reply, Json const&, Json const& message) {
    if (has_calls(message) && reply.status == Reply::Status::result) change(reply.value["value"]);
    return reply;
  });
}

void keep_first_of_each_id(Json& list) {
  Json kept = Json::array();
  for (Json const& call : list) {
    bool const known = std::any_of(kept.begin(), kept.end(),
                                   [&](Json const& other) { return member(other, "id") == member(call, "id"); });
    if (!known) kept.push_back(call);
  }
  list = std::move(kept);
}

void respell_arguments(Json& call, std::size_t) {
  std::string const arguments = member(call, "arguments").get<std::string>();
  if (is_json(arguments)) call["arguments"] = parsed(arguments).dump();
}

void parse_arguments(Json& call, std::size_t) {
  std::string const arguments = member(call, "arguments").get<std::string>();
  call["arguments"] = is_json(arguments) ? parsed(arguments) : Json::object();
}

void mend_arguments(Json& call, std::size_t) {
  if (!is_json(member(call, "arguments").get<std::string>())) call["arguments"] = "{}";
}

void take_last_choice(Json&, Json& response) {
  Json const& choices = member(response, "choices");
  if (choices.is_array() && !choices.empty()) response["choices"] = Json::array({Json(choices.back())});
}

// Each choice but the first is passed over for one with the wanted content.
void take_longest_choice(Json&, Json& response) {
  Json const choices = member(response, "choices");
  if (!choices.is_array() || choices.empty()) return;
  Json::const_iterator const longest =
      std::max_element(choices.begin(), choices.end(), [](Json const& left, Json const& right) {
        return member(left, "message").dump().size() < member(right, "message").dump().size();
      });
  response["choices"] = Json::array({Json(*longest)});
}

void obey_finish_reason(Json&, Json& response) {
  if (!member(response, "choices").is_array()) return;
  for (Json& choice : response["choices"]) {
    if (member(choice, "finish_reason") != "tool_calls" && choice.contains("message")) {
      choice["message"]["tool_calls"] = nullptr;
    }
  }
}

Json calls_of(Json const& message) {
  Json list = Json::array();
  for (Json const& call : member(message, "tool_calls")) {
    Json const& function = member(call, "function");
    list.push_back(
        {{"id", member(call, "id")}, {"name", member(function, "name")}, {"arguments", member(function, "arguments")}});
  }
  return list;
}

Json const& first_choice_of(Json const& params) {
  Json const& choices = member(member(params, "response"), "choices");
  static Json const none;
  return choices.is_array() && !choices.empty() ? choices.front() : none;
}

/// Answers otherwise where the predicate holds for the first choice of a chat answer, null when there is none.
Rule answered_for_choice(std::function<bool(Json const& choice)> predicate, Reply reply) {
  return [predicate = std::move(predicate), reply = std::move(reply)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    bool const fits = operation == "process" && is_chat(params) && predicate(first_choice_of(params));
    return fits ? reply : reference(operation, params);
  };
}

Rule answered_for_message(std::function<bool(Json const& message)> predicate, Reply reply) {
  return answered_for_choice(
      [predicate = std::move(predicate)](Json const& choice) { return predicate(member(choice, "message")); },
      std::move(reply));
}

bool names_functions_only(Json const& calls) {
  return std::all_of(calls.begin(), calls.end(), [](Json const& call) { return member(call, "function").is_object(); });
}

Json one_call() {
  return Json::array({Json{{"id", ""}, {"name", ""}, {"arguments", ""}}});
}

std::vector<Mutant> odd_answer_mutants() {
  return {
      {"no-choice-is-empty-text", "P8.1-13", "An answer without a choice gives the empty text.",
       answered_for_choice([](Json const& choice) { return choice.is_null(); }, outcome("text", ""))},
      {"choice-without-message-is-empty-text", "P8.1-13", "A choice without a message gives the empty text.",
       answered_for_choice([](Json const& choice) { return choice.is_object() && !choice.contains("message"); },
                           outcome("text", ""))},
      {"messages-of-text-refused", "P8.1-13", "A message that has content is taken for one that is missing.",
       answered_for_message([](Json const& message) { return !has_calls(message) && !content_of(message).empty(); },
                            raised("ValueError"))},
      {"calls-without-function-skipped", "P8.1-14", "A list of calls that name no function gives the empty text.",
       answered_for_message(
           [](Json const& message) {
             return has_calls(message) && !names_functions_only(member(message, "tool_calls"));
           },
           outcome("text", ""))},
      {"calls-of-functions-refused", "P8.1-14", "A call is one without a function, whatever it names.",
       answered_for_message(has_calls, raised("ValueError"))},
      {"call-in-the-old-field-taken", "P8.1-14", "A call in the older field is taken for one of the list.",
       answered_for_message([](Json const& message) { return member(message, "function_call").is_object(); },
                            outcome("tool_calls", one_call()))},
  };
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"last-choice-used", "P8.1-01", "The last choice is used instead of the first.",
       changed_response(take_last_choice)},
      {"longest-choice-used", "P8.1-01", "The longest choice is used instead of the first.",
       changed_response(take_longest_choice)},
      {"several-choices-refused", "P8.1-01", "A response with several choices raises an error.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         bool const several = operation == "process" && member(member(params, "response"), "choices").size() > 1;
         return several ? raised("ValueError") : reference(operation, params);
       }},
      {"first-call-only", "P8.1-02", "Of several tool calls only the first is given.",
       changed_call_list([](Json& list) { list.erase(list.begin() + 1, list.end()); })},
      {"calls-reversed", "P8.1-02", "The tool calls are given last first.",
       changed_call_list([](Json& list) { std::reverse(list.begin(), list.end()); })},
      {"single-call-unwrapped", "P8.1-02", "A single tool call is given without a list.",
       changed_call_list([](Json& list) {
         if (list.size() == 1) list = Json(list.front());
       })},
      {"calls-joined-by-id", "P8.1-02", "Of tool calls with one id only the first is given.",
       changed_call_list(keep_first_of_each_id)},
      {"arguments-respelled", "P8.1-03", "The arguments are parsed and written anew.",
       changed_calls(respell_arguments)},
      {"arguments-parsed", "P8.1-03", "The arguments are given as a value instead of a text.",
       changed_calls(parse_arguments)},
      {"arguments-mended", "P8.1-03", "Arguments that are not JSON become an empty object.",
       changed_calls(mend_arguments)},
      {"call-id-numbered", "P8.1-03", "The ids of the calls are replaced by their numbers.",
       changed_calls([](Json& call, std::size_t index) { call["id"] = std::to_string(index); })},
      {"call-name-missing", "P8.1-03", "The name of a call is looked for beside the function and not found.",
       changed_calls([](Json& call, std::size_t) { call["name"] = ""; })},
      {"empty-call-list-returned", "P8.1-04", "An empty list of tool calls is the result.",
       outcome_where([](Json const&, Json const& message) { return is_empty_list(message, "tool_calls"); },
                     always(outcome("tool_calls", Json::array())))},
      {"unset-call-list-returned", "P8.1-04", "Without a list of tool calls the result is an empty list.",
       outcome_where([](Json const&, Json const& message) { return is_unset(message, "tool_calls"); },
                     always(outcome("tool_calls", Json::array())))},
      {"null-call-list-refused", "P8.1-04", "A null in place of the tool calls raises an error.",
       outcome_where(
           [](Json const&, Json const& message) {
             return message.contains("tool_calls") && is_unset(message, "tool_calls");
           },
           always(raised("ValueError")))},
      {"calls-need-content", "P8.1-04", "Tool calls without content are passed over.",
       outcome_where(calls_without_content, always(outcome("text", "")))},
      {"content-before-calls", "P8.1-05", "Content is given although there are tool calls.",
       outcome_where(calls_beside_content, content_as_text)},
      {"finish-reason-before-calls", "P8.1-05", "Tool calls count only if the finish reason says so.",
       changed_response(obey_finish_reason)},
      {"content-never-looked-at", "P8.1-05", "Without tool calls the result is an empty text.",
       outcome_where(no_calls, always(outcome("text", "")))},
      {"structure-before-calls", "P8.1-06", "Structured content is given although there are tool calls.",
       outcome_where(calls_beside_structure, content_as_json)},
      {"content-beside-calls", "P8.1-06", "Content and tool calls are given together.",
       outcome_where(calls_beside_content,
                     [](Json const& message) {
                       return outcome("json", {{"content", content_of(message)}, {"tool_calls", calls_of(message)}});
                     })},
      {"content-beside-calls-refused", "P8.1-06", "Content and tool calls together raise an error.",
       outcome_where(calls_beside_content, always(raised("ValueError")))},
      {"content-ignored-beside-no-calls", "P8.1-06", "Content is ignored although the list of tool calls is empty.",
       outcome_where(
           [](Json const&, Json const& message) { return message.contains("tool_calls") && !has_calls(message); },
           always(outcome("text", "")))},
  };
}

}  // namespace
}  // namespace conformance::mutants::chat_calls

namespace conformance::mutants {

std::vector<Mutant> chat_call_mutants() {
  std::vector<Mutant> mutants = chat_calls::mutants_of_room();
  std::vector<Mutant> const odd = chat_calls::odd_answer_mutants();
  mutants.insert(mutants.end(), odd.begin(), odd.end());
  return mutants;
}

}  // namespace conformance::mutants
