#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::rules_of_complete_answers {
namespace {

using mutants::Rule;
using Predicate = std::function<bool(Json const& agent, Json const& response)>;
using ChangeResponse = std::function<void(Json& response)>;

/// Reads the answer of a `run` too: the raw one that `execute` gives. A traced run is left to the reference, and so is
/// whoever brings components of his own.
Rule in_runs_too(Rule rule) {
  return [rule = std::move(rule)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!member(params, "register").is_null()) return reference(operation, params);
    bool const is_whole_run = operation == "run" && member(params, "stream") != true && member(params, "trace") != true;
    if (!is_whole_run) return rule(operation, params, reference);
    Reply const raw = reference("execute", params);
    if (raw.status != Reply::Status::result) return reference(operation, params);
    return rule("process", {{"agent", member(params, "agent")}, {"response", raw.value}}, reference);
  };
}

Rule answered_where(Predicate predicate, std::function<Reply(Json const& response)> answer) {
  return in_runs_too([predicate = std::move(predicate), answer = std::move(answer)](
                         std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = operation == "process" && predicate(member(params, "agent"), member(params, "response"));
    return bears ? answer(member(params, "response")) : reference(operation, params);
  });
}

Rule changed_where(Predicate predicate, ChangeResponse change) {
  return in_runs_too([predicate = std::move(predicate), change = std::move(change)](
                         std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = operation == "process" && predicate(member(params, "agent"), member(params, "response"));
    if (!bears) return reference(operation, params);
    Json changed = params;
    change(changed["response"]);
    return reference(operation, changed);
  });
}

std::function<Reply(Json const& response)> always(Reply reply) {
  return [reply = std::move(reply)](Json const&) { return reply; };
}

bool is_chat(Json const& agent) {
  return !mutants::is_for_anthropic(agent) && mutants::is_for(agent, "chat");
}

bool is_for_responses(Json const& agent) {
  return !mutants::is_for_anthropic(agent) && mutants::is_for(agent, "responses");
}

bool is_filled_list(Json const& value) {
  return value.is_array() && !value.empty();
}

Json const& first_message(Json const& response) {
  Json const& choices = member(response, "choices");
  return is_filled_list(choices) ? member(choices.front(), "message") : member(Json(), "");
}

/// What answers of that shape are called, by their members alone; "" for a shape that nobody sends.
std::string shape_of(Json const& response) {
  if (member(response, "output").is_array()) return "responses";
  if (member(response, "choices").is_array()) return "chat";
  Json const& data = member(response, "data");
  if (is_filled_list(data)) return data.front().contains("embedding") ? "embedding" : "image";
  return member(response, "content").is_array() ? "anthropic" : "";
}

Reply read_by_shape(std::string const& operation, Json const& params, AskReference const& reference) {
  std::string const shape = operation == "process" ? shape_of(member(params, "response")) : "";
  if (shape.empty()) return reference(operation, params);
  Json changed = params;
  Json& model = changed["agent"]["model"];
  model["provider"] = shape == "anthropic" ? "anthropic" : "openai";
  model["apiType"] = shape == "anthropic" ? "chat" : shape;
  return reference(operation, changed);
}

bool is_refused(Json const& agent, Json const& response) {
  Json const& message = first_message(response);
  Json const& refusal = member(message, "refusal");
  return is_chat(agent) && refusal.is_string() && refusal != "" && !mutants::has_calls(message);
}

bool lacks_a_message(Json const& agent, Json const& response) {
  return is_chat(agent) && !first_message(response).is_object();
}

bool lacks_a_function(Json const& call) {
  return !member(call, "function").is_object();
}

bool has_calls_without_function(Json const& agent, Json const& response) {
  Json const& calls = member(first_message(response), "tool_calls");
  return is_chat(agent) && calls.is_array() && std::any_of(calls.begin(), calls.end(), lacks_a_function);
}

void skip_calls_without_function(Json& response) {
  Json kept = Json::array();
  for (Json const& call : first_message(response).at("tool_calls")) {
    if (!lacks_a_function(call)) kept.push_back(call);
  }
  response["choices"].front()["message"]["tool_calls"] = kept;
}

bool has_indices(Json const& agent, Json const& response) {
  Json const& data = member(response, "data");
  return mutants::is_for(agent, "embedding") && data.is_array() &&
         std::all_of(data.begin(), data.end(), [](Json const& item) { return member(item, "index").is_number(); });
}

void sort_by_index(Json& response) {
  std::vector<Json> items(response["data"].begin(), response["data"].end());
  std::stable_sort(items.begin(), items.end(), [](Json const& left, Json const& right) {
    return left["index"].get<double>() < right["index"].get<double>();
  });
  response["data"] = items;
}

bool is_set(Json const& value) {
  return value.is_string() && value != "";
}

bool has_no_image(Json const& agent, Json const& response) {
  Json const& data = member(response, "data");
  return mutants::is_for(agent, "image") && is_filled_list(data) &&
         std::none_of(data.begin(), data.end(),
                      [](Json const& item) { return is_set(member(item, "url")) || is_set(member(item, "b64_json")); });
}

bool has_function_calls(Json const& response) {
  Json const& output = member(response, "output");
  return output.is_array() && std::any_of(output.begin(), output.end(),
                                          [](Json const& item) { return member(item, "type") == "function_call"; });
}

/// The accessor is made up by client libraries, so that only answers at hand can lack it.
Reply demand_the_accessor(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& response = member(params, "response");
  bool const is_lacking = operation == "process" && is_for_responses(member(params, "agent")) &&
                          member(response, "error").is_null() && !has_function_calls(response) &&
                          member(response, "output_text").is_null();
  return is_lacking ? mutants::raised("ValueError") : reference(operation, params);
}

bool has_failed(Json const& agent, Json const& response) {
  return is_for_responses(agent) && member(response, "status") == "failed" && member(response, "error").is_null();
}

bool has_blocks(Json const& agent, Json const& response) {
  return mutants::is_for_anthropic(agent) && member(response, "content").is_array();
}

void join_texts(Json& response) {
  std::string text;
  for (Json const& block : mutants::blocks_of(response["content"], "text")) text += block.at("text").get<std::string>();
  for (Json& block : response["content"]) {
    if (member(block, "type") == "text") block["text"] = std::exchange(text, "");
  }
}

}  // namespace
}  // namespace conformance::readings::rules_of_complete_answers

namespace conformance::readings {

std::vector<ReadingRule> complete_answers() {
  using namespace rules_of_complete_answers;
  return {
      {"A-102", "by-shape", in_runs_too(read_by_shape)},
      {"A-103", "raised", answered_where(is_refused, always(mutants::raised("ValueError")))},
      {"A-103", "refusal-text",
       answered_where(
           is_refused,
           [](Json const& response) { return mutants::outcome("text", first_message(response)["refusal"]); })},
      {"A-104", "empty-text", answered_where(lacks_a_message, always(mutants::outcome("text", "")))},
      {"A-105", "skipped", changed_where(has_calls_without_function, skip_calls_without_function)},
      {"A-106", "by-index", changed_where(has_indices, sort_by_index)},
      {"A-107", "refused", answered_where(has_no_image, always(mutants::raised("ValueError")))},
      {"A-108", "demanded", demand_the_accessor},
      {"A-109", "status-too", answered_where(has_failed, always(mutants::raised("ValueError")))},
      {"A-110", "concatenated", changed_where(has_blocks, join_texts)},
      {.decision = "A-111",
       .reading = "compact",
       .unobservable = "Whatever is written compactly is accepted as any other text of the same value."},
  };
}

}  // namespace conformance::readings
