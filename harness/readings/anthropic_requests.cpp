#include <algorithm>
#include <iterator>
#include <string>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace anthropic_requests_rules {
namespace {

using mutants::Rule;

// System

bool is_system(Json const& message) {
  return member(message, "role") == "system";
}

/// Asks with the messages of the system changed.
Rule changed_system(std::function<void(Json& message)> change) {
  return changed_asked(is_anthropic_agent, [change = std::move(change)](Json& params) {
    if (!member(params, "messages").is_array()) return;
    for (Json& message : params["messages"]) {
      if (is_system(message)) change(message);
    }
  });
}

void join_system_messages(Json& body, Json const& params) {
  std::string system;
  for (Json const& message : member(params, "messages")) {
    std::string const text = is_system(message) ? joined_texts(member(message, "content"), "") : "";
    if (!system.empty() && !text.empty()) system += "\n\n";
    system += text;
  }
  if (!system.empty() && body.contains("messages")) body["system"] = system;
}

void join_by_lines(Json& message) {
  std::string const text = joined_texts(message["content"], "\n");
  message["content"] = Json::array({Json{{"kind", "text"}, {"value", text}}});
}

void keep_first_text(Json& message) {
  Json kept = Json::array();
  for (Json const& part : message["content"]) {
    if (kept.empty() && member(part, "kind") == "text") kept.push_back(part);
  }
  message["content"] = std::move(kept);
}

// Images and what Anthropic's algorithm has no case for

Json source_by_form(Json const& part) {
  std::string const value = part.value("value", "");
  if (value.starts_with("https://") || value.starts_with("http://")) return {{"type", "url"}, {"url", value}};
  std::string const data = "data:";
  std::size_t const marker = value.find(";base64,");
  if (value.starts_with(data) && marker != std::string::npos) {
    std::string const type = value.substr(data.size(), marker - data.size());
    return {{"type", "base64"},
            {"media_type", type.substr(0, type.find(';'))},
            {"data", value.substr(value.find(',', marker) + 1)}};
  }
  return {{"type", "base64"}, {"media_type", member(part, "mediaType")}, {"data", value}};
}

bool is_image_of_unknown_type(Json const& part) {
  return member(part, "kind") == "image" && member(source_by_form(part), "type") == "base64" &&
         !member(source_by_form(part), "media_type").is_string();
}

Rule images_by_form() {
  Rule const refused = refused_request(is_anthropic_agent,
                                       [](Json const& params) { return any_part(params, is_image_of_unknown_type); });
  Rule const by_form = mutants::changed_anthropic_block([](Json& block, Json const& part) {
    if (member(part, "kind") == "image") block["source"] = source_by_form(part);
  });
  return [=](std::string const& operation, Json const& params, AskReference const& reference) {
    return refused(operation, params, [&](std::string const& asked, Json const& asked_params) {
      return by_form(asked, asked_params, reference);
    });
  };
}

bool has_no_case(Json const& part) {
  return member(part, "kind") == "audio" || member(part, "kind") == "file";
}

void put_placeholders(Json& params) {
  if (!member(params, "messages").is_array()) return;
  for (Json& message : params["messages"]) {
    if (is_system(message)) continue;
    for (Json& part : message["content"]) {
      if (has_no_case(part)) part = {{"kind", "text"}, {"value", "[" + part.value("kind", "") + "]"}};
    }
  }
}

/// Neither calls nor results have a shape of their own.
void drop_tool_blocks(Json& body, Json const& params) {
  if (!member(body, "messages").is_array() || !member(params, "messages").is_array()) return;
  Json wires = Json::array();
  for (Json const& message : params["messages"]) {
    if (is_system(message)) continue;
    Json blocks = Json::array();
    for (Json const& part : member(message, "content")) {
      if (member(part, "kind") == "text") blocks.push_back({{"type", "text"}, {"text", part["value"]}});
      if (member(part, "kind") == "image") blocks.push_back({{"type", "image"}, {"source", source_by_form(part)}});
    }
    wires.push_back({{"role", message["role"]}, {"content", std::move(blocks)}});
  }
  body["messages"] = std::move(wires);
}

bool carries_calls(Json const& params) {
  Json const& messages = member(params, "messages");
  return std::any_of(messages.begin(), messages.end(), [](Json const& message) {
    return member(message, "role") == "tool" || !member(member(message, "metadata"), "tool_calls").empty();
  });
}

/// The messages as if nothing were known of calls: the reference would refuse a result that names none.
Reply without_tool_blocks(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const concerned =
      operation == "build_request" && is_anthropic_agent(member(params, "agent")) && carries_calls(params);
  if (!concerned) return reference(operation, params);
  Json asked = params;
  for (Json& message : asked["messages"]) {
    message.erase("metadata");
    if (message["role"] == "tool") message["role"] = "user";
  }
  Reply reply = reference(operation, asked);
  if (reply.status == Reply::Status::result) drop_tool_blocks(reply.value["body"], params);
  return reply;
}

// Options, outputs and tools

Json closed_schema_of_outputs(Json const& params, AskReference const& reference) {
  Json asked = params;
  asked["agent"]["model"]["provider"] = "openai";
  asked["agent"]["model"]["apiType"] = "chat";
  asked["agent"].erase("tools");
  asked["messages"] = Json::array();
  Reply const reply = reference("build_request", asked);
  return member(member(member(member(reply.value, "body"), "response_format"), "json_schema"), "schema");
}

/// Changes requests of agents that declare outputs, given the schema of these.
Rule with_outputs(std::function<void(Json& body, Json const& schema)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (member(member(params, "agent"), "outputs").empty()) return reference(operation, params);
    Json const schema = closed_schema_of_outputs(params, reference);
    Rule const changed = changed_sent(is_anthropic_agent, [&](Json& body, Json const&) {
      if (body.contains("messages")) change(body, schema);
    });
    return changed(operation, params, reference);
  };
}

void ask_for_format(Json& body, Json const& schema) {
  body["output_config"] = {{"format", {{"type", "json_schema"}, {"schema", schema}}}};
}

void force_tool(Json& body, Json const& schema) {
  std::string const name = "structured_output";
  if (!body.contains("tools")) body["tools"] = Json::array();
  body["tools"].push_back({{"name", name}, {"input_schema", schema}});
  body["tool_choice"] = {{"type", "tool"}, {"name", name}};
}

void pass_additional(Json& body, Json const& params) {
  if (!body.contains("messages")) return;
  for (auto const& [key, value] : mutants::additional_properties_of(params["agent"]).items()) {
    if (!body.contains(key)) body[key] = value;
  }
}

void send_limit_of_zero(Json& body, Json const& params) {
  bool const is_zero = member(mutants::options_of(params["agent"]), "maxOutputTokens") == 0;
  if (is_zero && body.contains("max_tokens")) body["max_tokens"] = 0;
}

Json in_shape_of_anthropic(Json const& offered) {
  Json tool = member(offered, "function");
  tool["input_schema"] = member(tool, "parameters");
  for (char const* const name : {"parameters", "strict"}) tool.erase(name);
  tool["input_schema"].erase("additionalProperties");
  return tool;
}

bool holds_tool(Json const& tools, Json const& name) {
  return std::any_of(tools.begin(), tools.end(), [&](Json const& tool) { return member(tool, "name") == name; });
}

Reply offer_all_kinds(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& agent = member(params, "agent");
  if (!is_anthropic_agent(agent) || member(agent, "tools").empty()) return reference(operation, params);
  Json asked = params;
  asked["agent"]["model"]["provider"] = "openai";
  Reply const projected = reference("project_tools", asked);
  bool const is_projected = projected.status == Reply::Status::result;
  if (!is_projected) return operation == "build_request" ? projected : reference(operation, params);
  Json tools = Json::array();
  for (Json const& offered : member(projected.value, "tools")) tools.push_back(in_shape_of_anthropic(offered));
  Rule const changed = changed_sent(is_anthropic_agent, [&](Json& body, Json const&) {
    if (!body.contains("messages")) return;
    Json all = tools;
    // One that asks for structure is not the agent's.
    for (Json const& tool : member(body, "tools")) {
      if (!holds_tool(tools, member(tool, "name"))) all.push_back(tool);
    }
    if (!all.empty()) body["tools"] = std::move(all);
  });
  return changed(operation, params, reference);
}

std::vector<ReadingRule> message_rules() {
  return {
      {.decision = "A-087", .reading = "joined", .answer = changed_sent(is_anthropic_agent, join_system_messages)},
      {.decision = "A-088", .reading = "joined-by-lines", .answer = changed_system(join_by_lines)},
      {.decision = "A-088", .reading = "first-only", .answer = changed_system(keep_first_text)},
      {.decision = "A-089", .reading = "by-form", .answer = images_by_form()},
      {.decision = "A-090",
       .reading = "refused",
       .answer = refused_request(is_anthropic_agent, [](Json const& params) { return any_part(params, has_no_case); })},
      {.decision = "A-090", .reading = "placeholder", .answer = changed_asked(is_anthropic_agent, put_placeholders)},
      {.decision = "A-091", .reading = "literal", .answer = without_tool_blocks},
  };
}

std::vector<ReadingRule> setting_rules() {
  return {
      {.decision = "A-093", .reading = "output-config", .answer = with_outputs(ask_for_format)},
      {.decision = "A-093", .reading = "forced-tool", .answer = with_outputs(force_tool)},
      {.decision = "A-094", .reading = "passed", .answer = changed_sent(is_anthropic_agent, pass_additional)},
      {.decision = "A-095", .reading = "sent", .answer = changed_sent(is_anthropic_agent, send_limit_of_zero)},
      {.decision = "A-096", .reading = "all-kinds", .answer = offer_all_kinds},
  };
}

}  // namespace
}  // namespace anthropic_requests_rules

std::vector<ReadingRule> anthropic_requests() {
  std::vector<ReadingRule> all = anthropic_requests_rules::message_rules();
  std::vector<ReadingRule> settings = anthropic_requests_rules::setting_rules();
  std::move(settings.begin(), settings.end(), std::back_inserter(all));
  return all;
}

}  // namespace conformance::readings
