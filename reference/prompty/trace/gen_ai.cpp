#include "prompty/trace/gen_ai.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "prompty/typed/json_reader.hpp"

namespace prompty::gen_ai {
namespace {

constexpr std::array<std::string_view, 11> no_options = {"model",        "messages", "input",           "prompt",
                                                         "system",       "tools",    "response_format", "text",
                                                         "instructions", "stream",   "contents"};

std::string operation_of(PromptyAgent const& agent) {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  // P7.2-08: the conventions have the plural.
  if (type == "embedding") return "embeddings";
  // P3.1-10, A-081: the documents have no name for this one.
  if (type == "image") return "image_generation";
  // P3.1-10, P7.1.8-02, A-081: the Responses interface is a chat as well.
  return type == "responses" ? "chat" : type;
}

/// The first of these members that is a number.
void put_count(Attributes& attributes, char const* name, Json const& usage,
               std::initializer_list<char const*> members) {
  for (char const* const candidate : members) {
    Json const& count = member_of(usage, candidate);
    if (!count.is_number()) continue;
    attributes.emplace_back(name, count);
    return;
  }
}

/// The first of these members, each inside of the object of that name, "" for the usage itself.
void put_detail(Attributes& attributes, char const* name, Json const& usage,
                std::initializer_list<std::pair<char const*, char const*>> members) {
  for (auto const& [holder, member] : members) {
    Json const& count = member_of(*holder == '\0' ? usage : member_of(usage, holder), member);
    if (!count.is_number()) continue;
    attributes.emplace_back(name, count);
    return;
  }
}

Json finish_reasons_of(Json const& response) {
  Json reasons = Json::array();
  // P7.1.8-08: with `n` above one there are several choices.
  for (Json const& choice : member_of(response, "choices")) {
    Json const& reason = member_of(choice, "finish_reason");
    if (reason.is_string()) reasons.push_back(reason);
  }
  Json const& only = member_of(response, "stop_reason");
  if (reasons.empty() && only.is_string()) reasons.push_back(only);
  return reasons;
}

}  // namespace

Attributes of_agent(PromptyAgent const& agent) {
  Attributes attributes = {{"gen_ai.operation.name", operation_of(agent)}};
  // P7.1.8-03, P7.1.8-04: as the agent says it; an answer may name a dated version of the model.
  if (agent.model && agent.model->provider) attributes.emplace_back("gen_ai.provider.name", *agent.model->provider);
  if (agent.model && agent.model->id) attributes.emplace_back("gen_ai.request.model", *agent.model->id);
  return attributes;
}

Attributes of_request(Json const& body) {
  Attributes attributes;
  if (!body.is_object()) return attributes;
  for (auto const& [name, value] : body.items()) {
    // P7.1.8-05: taken from the request, so that an option which the provider lacks is not recorded.
    if (std::ranges::find(no_options, name) != no_options.end()) continue;
    attributes.emplace_back("gen_ai.request." + name, value);
  }
  return attributes;
}

Attributes of_response(Json const& response) {
  Attributes attributes;
  Json const& usage = member_of(response, "usage");
  // P7.1.8-06, P7.1.8-07: the first name is that of chat, the second that of Responses and Anthropic.
  put_count(attributes, "gen_ai.usage.input_tokens", usage, {"prompt_tokens", "input_tokens"});
  put_count(attributes, "gen_ai.usage.output_tokens", usage, {"completion_tokens", "output_tokens"});
  // What a provider says of its cache and of thoughts beside them, wherever it says so.
  put_detail(attributes, "gen_ai.usage.cache_read.input_tokens", usage,
             {{"prompt_tokens_details", "cached_tokens"},
              {"input_tokens_details", "cached_tokens"},
              {"", "cache_read_input_tokens"}});
  put_detail(attributes, "gen_ai.usage.cache_creation.input_tokens", usage, {{"", "cache_creation_input_tokens"}});
  put_detail(attributes, "gen_ai.usage.reasoning.output_tokens", usage,
             {{"completion_tokens_details", "reasoning_tokens"}, {"output_tokens_details", "reasoning_tokens"}});
  Json const reasons = finish_reasons_of(response);
  if (!reasons.empty()) attributes.emplace_back("gen_ai.response.finish_reasons", reasons);
  // P7.1.8-09: answers to embedding and image requests have none.
  if (member_of(response, "id").is_string()) attributes.emplace_back("gen_ai.response.id", response["id"]);
  // P3.1-15: which may be a dated version of the one that was requested.
  if (member_of(response, "model").is_string()) attributes.emplace_back("gen_ai.response.model", response["model"]);
  return attributes;
}

std::vector<MessageEvent> events_of_request(Json const& messages, Json const& body) {
  std::vector<MessageEvent> events = {{.name = "gen_ai.input.messages", .content = messages}};
  Json instructions = Json::array();
  for (Json const& message : messages) {
    if (member_of(message, "role") == "system") instructions.push_back(member_of(message, "content"));
  }
  if (!instructions.empty()) events.push_back({.name = "gen_ai.system_instructions", .content = instructions});
  Json const& tools = member_of(body, "tools");
  if (tools.is_array() && !tools.empty()) events.push_back({.name = "gen_ai.tool.definitions", .content = tools});
  return events;
}

std::vector<MessageEvent> events_of_response(Json const& response) {
  Json messages = Json::array();
  for (Json const& choice : member_of(response, "choices")) {
    if (member_of(choice, "message").is_object()) messages.push_back(member_of(choice, "message"));
  }
  // Responses have a list of items, and Anthropic's answer is itself a message.
  for (Json const& item : member_of(response, "output")) messages.push_back(item);
  if (member_of(response, "content").is_array()) {
    messages.push_back(Json{{"role", member_of(response, "role")}, {"content", member_of(response, "content")}});
  }
  if (messages.empty()) return {};
  return {{.name = "gen_ai.output.messages", .content = std::move(messages)}};
}

void StreamedResponse::take(Json const& chunk) {
  take_from(chunk);
  // Anthropic's events carry the message, those of Responses the response, in a member of theirs.
  take_from(member_of(chunk, "message"));
  take_from(member_of(chunk, "response"));
  take_finish_reason(member_of(member_of(chunk, "delta"), "stop_reason"));
  for (Json const& choice : member_of(chunk, "choices")) take_finish_reason(member_of(choice, "finish_reason"));
}

void StreamedResponse::take_from(Json const& holder) {
  for (char const* const name : {"id", "model"}) {
    if (member_of(holder, name).is_string() && !gathered_.contains(name)) gathered_[name] = holder[name];
  }
  for (auto const& [counter, count] : member_of(holder, "usage").items()) {
    // P3.4-03: providers count from the start of the answer, so the last number holds and nothing is added up.
    if (count.is_number() || count.is_object()) gathered_["usage"][counter] = count;
  }
}

void StreamedResponse::take_finish_reason(Json const& reason) {
  if (reason.is_string()) gathered_["choices"].push_back(Json{{"finish_reason", reason}});
}

}  // namespace prompty::gen_ai
