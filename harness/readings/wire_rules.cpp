#include "harness/readings/wire_rules.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/responses_rules.hpp"
#include "harness/readings/exchanges.hpp"

namespace conformance::readings {
namespace wire_rules {
namespace {

using mutants::Rule;

bool shows(std::string const& operation) {
  return operation == "build_request" || operation == "project_tools";
}

/// Streams are left alone: between the reference and the provider they would be held back.
bool sends(std::string const& operation, Json const& params) {
  bool const is_sent = operation == "run" || operation == "execute" || operation == "turn";
  return is_sent && member(params, "stream") != true;
}

/// `project_tools` as if it were a request that has nothing but tools.
void change_tools(Json& result, Json const& params, ChangeSent const& change) {
  if (!member(result, "tools").is_array()) return;
  Json body{{"tools", result["tools"]}};
  change(body, params);
  result["tools"] = member(body, "tools").empty() ? Json(nullptr) : Json(body["tools"]);
}

/// The tool with that function as the provider has it, seen as a function of OpenAI.
void change_function(Json& wire, Json const& params, ChangeFunction const& change) {
  bool const is_nested = member(wire, "function").is_object();
  bool const is_of_anthropic = wire.contains("input_schema");
  Json function = is_nested ? wire["function"] : wire;
  if (is_of_anthropic) {
    function["parameters"] = Json(wire["input_schema"]);
    function.erase("input_schema");
  }
  change(function, mutants::origin_of(member(function, "name"), params), params);
  if (is_of_anthropic) {
    function["input_schema"] = Json(function["parameters"]);
    function.erase("parameters");
  }
  if (is_nested) {
    wire["function"] = std::move(function);
  } else {
    wire = std::move(function);
  }
}

bool has_tools(Json const& agent) {
  return !member(agent, "tools").empty();
}

bool has_schemas(Json const& agent) {
  return has_tools(agent) || !member(agent, "outputs").empty();
}

/// Where a request asks for structured answers: the object that holds `strict` and `schema`.
Json* format_in(Json& body) {
  if (member(member(body, "response_format"), "json_schema").is_object())
    return &body["response_format"]["json_schema"];
  if (member(member(body, "text"), "format").is_object()) return &body["text"]["format"];
  return nullptr;
}

Json* schema_of_function(Json& wire) {
  Json& function = member(wire, "function").is_object() ? wire["function"] : wire;
  if (member(function, "parameters").is_object()) return &function["parameters"];
  return member(function, "input_schema").is_object() ? &function["input_schema"] : nullptr;
}

void change_strict_tool(Json& wire, ChangeStrict const& change) {
  Json& function = member(wire, "function").is_object() ? wire["function"] : wire;
  if (member(function, "strict") != true || !member(function, "parameters").is_object()) return;
  bool is_strict = true;
  change(function["parameters"], is_strict);
  if (is_strict) return;
  function.erase("strict");
  function["parameters"].erase("additionalProperties");
}

void change_properties(Json& schema, std::function<void(Json& property)> const& change) {
  if (!member(schema, "properties").is_object()) return;
  for (Json& property : schema["properties"]) change(property);
}

/// The messages of a chat request, or the items of role and content of one for Responses.
std::vector<Json*> spoken(Json& body) {
  std::vector<Json*> wires;
  Json& list = body[body.contains("input") ? "input" : "messages"];
  if (!list.is_array()) return wires;
  for (Json& wire : list) {
    if (member(wire, "role").is_string()) wires.push_back(&wire);
  }
  return wires;
}

/// The messages that those come from.
std::vector<Json const*> speaking(Json const& params) {
  std::vector<Json const*> messages;
  for (Json const& message : member(params, "messages")) {
    bool const is_item = is_responses_agent(params["agent"]) && mutants::has_stored_call(message);
    if (!is_item) messages.push_back(&message);
  }
  return messages;
}

}  // namespace
}  // namespace wire_rules

using mutants::Rule;

bool any_agent(Json const&) {
  return true;
}

bool is_anthropic_agent(Json const& agent) {
  return mutants::is_for_anthropic(agent);
}

AboutAgent is_agent_for(std::string api_type) {
  return [api_type = std::move(api_type)](Json const& agent) {
    return !is_anthropic_agent(agent) && mutants::is_for(agent, api_type);
  };
}

bool is_chat_agent(Json const& agent) {
  return is_agent_for("chat")(agent);
}

bool is_responses_agent(Json const& agent) {
  return is_agent_for("responses")(agent);
}

Rule changed_sent(AboutAgent about, ChangeSent change) {
  return [about = std::move(about), change = std::move(change)](std::string const& operation, Json const& params,
                                                                AskReference const& reference) {
    if (!about(member(params, "agent"))) return reference(operation, params);
    if (wire_rules::sends(operation, params)) {
      Exchanges const exchanges{.sending = [&](Json& body) { change(body, params); }};
      return asked_through(exchanges, operation, params, reference);
    }
    Reply reply = reference(operation, params);
    if (!wire_rules::shows(operation) || reply.status != Reply::Status::result) return reply;
    if (operation == "build_request") {
      change(reply.value["body"], params);
    } else {
      wire_rules::change_tools(reply.value, params, change);
    }
    return reply;
  };
}

Rule changed_asked(AboutAgent about, std::function<void(Json& params)> change) {
  return [about = std::move(about), change = std::move(change)](std::string const& operation, Json const& params,
                                                                AskReference const& reference) {
    bool const sends = operation == "run" || operation == "execute" || operation == "turn";
    bool const concerned = sends || wire_rules::shows(operation);
    if (!concerned || !member(params, "agent").is_object() || !about(params["agent"]))
      return reference(operation, params);
    Json changed = params;
    change(changed);
    return reference(operation, changed);
  };
}

Rule refused_request(AboutAgent about, std::function<bool(Json const& params)> predicate) {
  return [about = std::move(about), predicate = std::move(predicate)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    bool const concerned = wire_rules::shows(operation) || operation == "run" || operation == "execute";
    if (concerned && about(member(params, "agent")) && predicate(params)) return mutants::raised("ValueError");
    return reference(operation, params);
  };
}

Rule changed_functions(ChangeFunction change) {
  return changed_sent(wire_rules::has_tools, [change = std::move(change)](Json& body, Json const& params) {
    if (!member(body, "tools").is_array()) return;
    for (Json& wire : body["tools"]) wire_rules::change_function(wire, params, change);
  });
}

Rule changed_strict_schemas(ChangeStrict change) {
  return changed_sent(wire_rules::has_schemas, [change = std::move(change)](Json& body, Json const& params) {
    if (member(body, "tools").is_array() && wire_rules::has_tools(params["agent"])) {
      for (Json& wire : body["tools"]) wire_rules::change_strict_tool(wire, change);
    }
    Json* const format = wire_rules::format_in(body);
    if (format == nullptr || member(params["agent"], "outputs").empty()) return;
    bool is_strict = member(*format, "strict") == true;
    change((*format)["schema"], is_strict);
    (*format)["strict"] = is_strict;
  });
}

Rule changed_properties_sent(std::function<void(Json& property)> change) {
  return changed_sent(wire_rules::has_schemas, [change = std::move(change)](Json& body, Json const& params) {
    if (member(body, "tools").is_array() && wire_rules::has_tools(params["agent"])) {
      for (Json& wire : body["tools"]) {
        Json* const schema = wire_rules::schema_of_function(wire);
        if (schema != nullptr) wire_rules::change_properties(*schema, change);
      }
    }
    Json* const format = wire_rules::format_in(body);
    if (format != nullptr) wire_rules::change_properties((*format)["schema"], change);
  });
}

Rule changed_blocks(ChangeBlock change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Json const& agent = member(params, "agent");
    Reply reply = reference(operation, params);
    bool const concerned = operation == "build_request" && reply.status == Reply::Status::result &&
                           (is_chat_agent(agent) || is_responses_agent(agent));
    if (!concerned) return reply;
    std::vector<Json*> const wires = wire_rules::spoken(reply.value["body"]);
    std::vector<Json const*> const messages = wire_rules::speaking(params);
    if (wires.size() != messages.size()) return reply;
    for (std::size_t index = 0; index < wires.size(); ++index) {
      Json const& message = *messages[index];
      Json const& parts = member(message, "content");
      Json& blocks = (*wires[index])["content"];
      if (!blocks.is_array() || blocks.size() != parts.size()) continue;
      std::string const role = member(message, "role").get<std::string>();
      for (std::size_t place = 0; place < parts.size(); ++place) change(blocks[place], parts[place], role);
    }
    return reply;
  };
}

bool any_part(Json const& params, std::function<bool(Json const& part)> const& predicate) {
  Json const& messages = member(params, "messages");
  return std::any_of(messages.begin(), messages.end(), [&](Json const& message) {
    Json const& parts = member(message, "content");
    return std::any_of(parts.begin(), parts.end(), predicate);
  });
}

bool is_bare_base64(Json const& value) {
  if (!value.is_string() || value.get<std::string>().empty()) return false;
  std::string const text = value.get<std::string>();
  return std::all_of(text.begin(), text.end(), [](char c) {
    bool const is_alphanumeric = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    return is_alphanumeric || c == '+' || c == '/' || c == '=' || c == '\r' || c == '\n';
  });
}

std::string joined_texts(Json const& parts, std::string const& between) {
  std::string joined;
  bool is_first = true;
  for (Json const& part : parts) {
    bool const is_text = member(part, "kind") == "text" || member(part, "type") == "text";
    if (!is_text) continue;
    if (!is_first) joined += between;
    is_first = false;
    Json const& text = part.contains("value") ? part["value"] : member(part, "text");
    joined += text.get<std::string>();
  }
  return joined;
}

}  // namespace conformance::readings
