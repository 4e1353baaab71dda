#include "harness/readings/wire_rules.hpp"

#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/request_rules.hpp"
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

void change_strict_tool(Json& wire, ChangeStrict const& change) {
  Json& function = member(wire, "function").is_object() ? wire["function"] : wire;
  if (member(function, "strict") != true || !member(function, "parameters").is_object()) return;
  bool is_strict = true;
  change(function["parameters"], is_strict);
  if (is_strict) return;
  function.erase("strict");
  function["parameters"].erase("additionalProperties");
}

}  // namespace
}  // namespace wire_rules

using mutants::Rule;

bool is_responses_agent(Json const& agent) {
  return !mutants::is_for_anthropic(agent) && mutants::is_for(agent, "responses");
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

}  // namespace conformance::readings
