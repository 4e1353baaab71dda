#include <algorithm>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::answers_of_responses {
namespace {

using ChangeCall = std::function<void(Json& call, Json const& item)>;
using Predicate = std::function<bool(Json const& agent, Json const& response)>;
using AnswerResponse = std::function<Reply(Json const& agent, Json const& response)>;

Rule changed_answer(ChangeAnswer change) {
  return changed_answer_of("responses", std::move(change));
}

Rule answered_where(Predicate predicate, AnswerResponse answer) {
  return changed_answer([predicate = std::move(predicate), answer = std::move(answer)](Reply reply, Json const& agent,
                                                                                       Json const& response) {
    return predicate(agent, response) ? answer(agent, response) : reply;
  });
}

AnswerResponse refusing() {
  return [](Json const&, Json const&) { return raised("ValueError"); };
}

Json items_of(Json const& response, std::string const& type) {
  Json found = Json::array();
  for (Json const& item : member(response, "output")) {
    if (member(item, "type") == type) found.push_back(item);
  }
  return found;
}

bool has_error(Json const& response) {
  return !member(response, "error").is_null();
}

bool makes_calls(Json const& response) {
  return !has_error(response) && !items_of(response, "function_call").empty();
}

bool speaks(Json const& response) {
  return member(response, "output").is_array() && !has_error(response) && !makes_calls(response);
}

/// What the output says, message by message, or what stands in the field for it.
std::vector<std::string> spoken(Json const& response) {
  std::vector<std::string> texts;
  for (Json const& message : items_of(response, "message")) {
    for (Json const& part : member(message, "content")) {
      if (member(part, "type") == "output_text") texts.push_back(member(part, "text").get<std::string>());
    }
  }
  return texts;
}

bool has_field(Json const& response) {
  return member(response, "output_text").is_string();
}

std::string text_of(Json const& response) {
  if (has_field(response)) return response["output_text"].get<std::string>();
  std::string all;
  for (std::string const& text : spoken(response)) all += text;
  return all;
}

/// Changes the tool calls of an outcome, given the items that they come from.
Rule changed_calls(std::function<void(Json& calls, Json const& items)> change) {
  return changed_answer([change = std::move(change)](Reply reply, Json const&, Json const& response) {
    bool const concerns = reply.status == Reply::Status::result && makes_calls(response);
    if (concerns) change(reply.value["value"], items_of(response, "function_call"));
    return reply;
  });
}

Rule changed_each_call(ChangeCall change) {
  return changed_calls([change = std::move(change)](Json& calls, Json const& items) {
    for (std::size_t index = 0; index < calls.size(); ++index) change(calls[index], element_of(items, index));
  });
}

/// Changes the text of an outcome of type text.
Rule changed_text(std::function<Json(std::string const& text, Json const& response)> change) {
  return changed_answer([change = std::move(change)](Reply reply, Json const&, Json const& response) {
    bool const is_text = reply.status == Reply::Status::result && member(reply.value, "type") == "text";
    if (is_text) reply.value["value"] = change(text_of(response), response);
    return reply;
  });
}

std::string trimmed(std::string const& text) {
  std::size_t const first = text.find_first_not_of(" \n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \n") - first + 1);
}

void respell(Json& call, Json const& item) {
  std::string const arguments = member(item, "arguments").get<std::string>();
  call["arguments"] = is_json(arguments) ? parsed(arguments).dump() : "{}";
}

void parse_in_place(Json& call, Json const& item) {
  std::string const arguments = member(item, "arguments").get<std::string>();
  if (is_json(arguments)) call["arguments"] = parsed(arguments);
}

// As if every call of the provider's were one of a function.
void take_every_call(Json& response) {
  if (!member(response, "output").is_array()) return;
  for (Json& item : response["output"]) {
    if (!member(item, "call_id").is_null()) item["type"] = "function_call";
  }
}

void drop_error(Json& response) {
  if (response.is_object()) response.erase("error");
}

Reply read_choices(Json const& response) {
  Json const& choices = member(response, "choices");
  if (!choices.is_array() || choices.empty()) return raised("ValueError");
  return outcome("text", content_of(member(choices.front(), "message")));
}

bool is_structure(Json const& agent, Json const& response) {
  return has_outputs(agent) && is_json(text_of(response));
}

Json declared_only(Json const& agent, Json const& value) {
  if (!value.is_object()) return value;
  Json kept = Json::object();
  for (Json const& output : member(agent, "outputs")) {
    std::string const name = member(output, "name").get<std::string>();
    if (value.contains(name)) kept[name] = value[name];
  }
  return kept;
}

std::vector<Mutant> about_errors_and_calls() {
  return {
      {"response-error-ignored", "P8.4-01", "An error of the response is not looked at.",
       changed_response_of("responses", drop_error)},
      {"response-error-in-other-words", "P8.4-01", "The error of the response is raised without its message.",
       answered_where([](Json const&, Json const& response) { return has_error(response); }, refusing())},
      {"null-response-error-raised", "P8.4-01", "An error of null is raised like any other.",
       answered_where(
           [](Json const&, Json const& response) { return response.contains("error") && !has_error(response); },
           refusing())},
      {"failed-response-refused", "P8.4-01", "The status of failure raises an error.",
       answered_where([](Json const&, Json const& response) { return member(response, "status") == "failed"; },
                      refusing())},
      {"first-function-call-only", "P8.4-02", "Of several function calls only the first is given.",
       changed_calls([](Json& calls, Json const&) { calls = Json::array({Json(first_of(calls))}); })},
      {"function-calls-reversed", "P8.4-02", "The function calls are given last first.",
       changed_calls([](Json& calls, Json const&) { std::reverse(calls.begin(), calls.end()); })},
      {"function-calls-once-each", "P8.4-02", "Function calls that are alike are given once.",
       changed_calls([](Json& calls, Json const&) { calls = without_repetitions(Json(calls)); })},
      {"every-call-of-the-provider-given", "P8.4-02", "Calls of every type are given as function calls.",
       changed_response_of("responses", take_every_call)},
      {"single-function-call-unwrapped", "P8.4-02", "A single function call is given without a list.",
       changed_calls([](Json& calls, Json const&) {
         if (calls.size() == 1) calls = Json(calls.front());
       })},
      {"function-call-by-item-id", "P8.4-03", "A tool call has the id of the item.",
       changed_each_call([](Json& call, Json const& item) { call["id"] = member(item, "id"); })},
      {"function-arguments-respelled", "P8.4-03", "The arguments of a function call are written anew.",
       changed_each_call(respell)},
      {"function-arguments-parsed", "P8.4-03", "The arguments of a function call are given as a value.",
       changed_each_call(parse_in_place)},
      {"response-text-before-calls", "P8.4-04", "The text of a response is given although there are function calls.",
       answered_where(
           [](Json const&, Json const& response) { return makes_calls(response) && !text_of(response).empty(); },
           [](Json const&, Json const& response) { return outcome("text", text_of(response)); })},
      {"response-structure-before-calls", "P8.4-04", "A structure is given although there are function calls.",
       answered_where([](Json const& agent,
                         Json const& response) { return makes_calls(response) && is_structure(agent, response); },
                      [](Json const&, Json const& response) { return outcome("json", parsed(text_of(response))); })},
  };
}

std::vector<Mutant> about_text() {
  return {
      {"response-read-as-chat", "P7.4.1-16", "An answer to a Responses request is read as one to a chat request.",
       answered_where([](Json const&, Json const& response) { return !has_error(response); },
                      [](Json const&, Json const& response) { return read_choices(response); })},
      {"choices-of-a-response-read", "P7.4.1-16", "Choices are read wherever there are some.",
       answered_where([](Json const&, Json const& response) { return !member(response, "choices").empty(); },
                      [](Json const&, Json const& response) { return read_choices(response); })},
      {"output-of-a-chat-answer-read", "P7.4.1-16",
       "The answer to a chat request is read as one to a Responses request.",
       other_agent_asked(
           "process", [](Json const& agent) { return is_for(agent, "chat"); },
           [](Json& agent) { agent["model"]["apiType"] = "responses"; })},
      {"response-text-ignored", "P8.4-05", "Without function calls the result is an empty text.",
       changed_text([](std::string const&, Json const&) { return ""; })},
      {"response-text-demanded", "P8.4-05", "A response without the field for its text raises an error.",
       answered_where([](Json const&, Json const& response) { return speaks(response) && !has_field(response); },
                      refusing())},
      {"response-text-of-the-last-part", "P8.4-05", "Without the field only the last text of the output is given.",
       changed_text([](std::string const& text, Json const& response) {
         return has_field(response) || spoken(response).empty() ? text : spoken(response).back();
       })},
      {"response-text-trimmed", "P8.4-05", "The text of a response is trimmed.",
       changed_text([](std::string const& text, Json const&) { return trimmed(text); })},
      {"empty-response-refused", "P8.4-08", "An empty text of a response raises an error.",
       answered_where([](Json const&, Json const& response) { return speaks(response) && text_of(response).empty(); },
                      refusing())},
      {"empty-response-null", "P8.4-08", "An empty text of a response is given as null.",
       changed_text([](std::string const& text, Json const&) { return text.empty() ? Json(nullptr) : Json(text); })},
      {"response-structure-not-parsed", "P8.4-06", "The text of a response is never parsed.",
       answered_where(
           [](Json const& agent, Json const& response) { return speaks(response) && is_structure(agent, response); },
           [](Json const&, Json const& response) { return outcome("text", text_of(response)); })},
      {"response-structure-cut-down", "P8.4-06", "Of the parsed text only what was declared is given.",
       answered_where(
           [](Json const& agent, Json const& response) { return speaks(response) && is_structure(agent, response); },
           [](Json const& agent, Json const& response) {
             return outcome("json", declared_only(agent, parsed(text_of(response))));
           })},
      {"response-parsed-without-outputs", "P8.4-06", "The text of a response is parsed without outputs as well.",
       answered_where([](Json const&, Json const& response) { return speaks(response) && is_json(text_of(response)); },
                      [](Json const&, Json const& response) { return outcome("json", parsed(text_of(response))); })},
      {"response-fallback-refused", "P8.4-07", "A text of a response that does not parse raises an error.",
       answered_where(
           [](Json const& agent, Json const& response) {
             return speaks(response) && has_outputs(agent) && !text_of(response).empty() && !is_json(text_of(response));
           },
           refusing())},
      {"response-fallback-trimmed", "P8.4-07", "A text of a response that does not parse is trimmed.",
       answered_where(
           [](Json const& agent, Json const& response) {
             return speaks(response) && has_outputs(agent) && !is_json(text_of(response));
           },
           [](Json const&, Json const& response) { return outcome("text", trimmed(text_of(response))); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::answers_of_responses

namespace conformance::mutants {

std::vector<Mutant> response_answer_mutants() {
  std::vector<Mutant> mutants = answers_of_responses::about_errors_and_calls();
  std::vector<Mutant> const about_text = answers_of_responses::about_text();
  mutants.insert(mutants.end(), about_text.begin(), about_text.end());
  return mutants;
}

}  // namespace conformance::mutants
