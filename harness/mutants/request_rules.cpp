#include "harness/mutants/request_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace conformance::mutants::request_rules {
namespace {

bool builds_requests(std::string const& operation, Json const& params) {
  return is_chat(params) && (operation == "build_request" || operation == "project_tools" || operation == "run");
}

/// The wire tools in a reply that were made of the agent's; nullptr when there are none.
Json* wire_tools_of(std::string const& operation, Json const& params, Reply& reply) {
  if (reply.status != Reply::Status::result || !is_chat(params)) return nullptr;
  if (member(member(params, "agent"), "tools").empty()) return nullptr;
  if (operation != "build_request" && operation != "project_tools") return nullptr;
  Json& holder = operation == "build_request" ? reply.value["body"] : reply.value;
  if (!holder.is_object() || !member(holder, "tools").is_array()) return nullptr;
  return &holder["tools"];
}

void take_away_when_empty(std::string const& operation, Reply& reply) {
  if (operation == "project_tools" && reply.value["tools"].empty()) reply.value["tools"] = nullptr;
  if (operation == "build_request" && member(reply.value["body"], "tools") == Json::array()) {
    reply.value["body"].erase("tools");
  }
}

bool holds_name(std::vector<std::string> const& names, Json const& name) {
  return name.is_string() && std::find(names.begin(), names.end(), name.get<std::string>()) != names.end();
}

/// The list of properties that the schema of a definition was made of; null for other kinds than function.
Json const& source_of(Json const& tool) {
  static Json const nothing = Json::array();
  static Json const unknown = nullptr;
  if (!is_of_kind(tool, "function")) return unknown;
  return member(tool, "parameters").is_array() ? member(tool, "parameters") : nothing;
}

void change_output_schema(Json& body, Json const& agent, ChangeSchema const& change) {
  if (member(agent, "outputs").empty()) return;
  if (!member(member(member(body, "response_format"), "json_schema"), "schema").is_object()) return;
  change(body["response_format"]["json_schema"]["schema"], agent["outputs"]);
}

void change_list(Json& owner, std::string const& list, std::function<bool(Json& property)> const& change) {
  if (!member(owner, list).is_array()) return;
  Json kept = Json::array();
  for (Json& property : owner[list]) {
    if (change(property)) kept.push_back(property);
  }
  owner[list] = std::move(kept);
}

}  // namespace
}  // namespace conformance::mutants::request_rules

namespace conformance::mutants {

Rule changed_request(std::function<void(Json& params)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!request_rules::builds_requests(operation, params)) return reference(operation, params);
    Json changed = params;
    change(changed);
    return reference(operation, changed);
  };
}

Rule changed_asked_tools(std::function<void(Json& tool, Json const& params)> change) {
  return changed_request([change = std::move(change)](Json& params) {
    if (!member(member(params, "agent"), "tools").is_array()) return;
    Json const original = params;
    for (Json& tool : params["agent"]["tools"]) change(tool, original);
  });
}

Rule changed_asked_properties(std::function<bool(Json& property)> change) {
  return changed_request([change = std::move(change)](Json& params) {
    Json& agent = params["agent"];
    request_rules::change_list(agent, "outputs", change);
    if (!member(agent, "tools").is_array()) return;
    for (Json& tool : agent["tools"]) request_rules::change_list(tool, "parameters", change);
  });
}

Rule changed_wire_tools(ChangeWireTools change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    Json* const wire_tools = request_rules::wire_tools_of(operation, params, reply);
    if (wire_tools == nullptr) return reply;
    change(*wire_tools, params);
    request_rules::take_away_when_empty(operation, reply);
    return reply;
  };
}

Rule changed_definitions(std::function<void(Json& definition, Json const& tool)> change) {
  return changed_wire_tools([change = std::move(change)](Json& wire_tools, Json const& params) {
    for (Json& wire : wire_tools) {
      Json const& tool = origin_of(member(member(wire, "function"), "name"), params);
      if (tool.is_object()) change(wire["function"], tool);
    }
  });
}

Rule kept_definitions(KeepDefinition predicate) {
  return changed_wire_tools([predicate = std::move(predicate)](Json& wire_tools, Json const& params) {
    std::map<std::string, std::size_t> seen;
    Json kept = Json::array();
    for (Json const& wire : wire_tools) {
      Json const& tool = origin_of(member(member(wire, "function"), "name"), params);
      std::size_t const index = seen[member(tool, "name").dump()]++;
      if (predicate(tool, index)) kept.push_back(wire);
    }
    wire_tools = std::move(kept);
  });
}

Rule changed_schemas(ChangeSchema change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (Json* const wire_tools = request_rules::wire_tools_of(operation, params, reply)) {
      for (Json& wire : *wire_tools) {
        Json const& tool = origin_of(member(member(wire, "function"), "name"), params);
        if (tool.is_object()) change(wire["function"]["parameters"], request_rules::source_of(tool));
      }
    }
    if (operation == "build_request" && reply.status == Reply::Status::result && is_chat(params)) {
      request_rules::change_output_schema(reply.value["body"], member(params, "agent"), change);
    }
    return reply;
  };
}

Rule changed_property_schemas(std::function<void(Json& schema, Json const& property)> change) {
  return changed_schemas([change = std::move(change)](Json& schema, Json const& properties) {
    for (Json const& property : properties) {
      std::string const name = member(property, "name").get<std::string>();
      if (member(schema, "properties").contains(name)) change(schema["properties"][name], property);
    }
  });
}

Rule changed_format(std::function<void(Json& format, Json const& agent)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    bool const computed = !member(agent, "outputs").empty() && body.contains("response_format");
    if (computed) change(body["response_format"], agent);
  });
}

Json const& origin_of(Json const& definition_name, Json const& params) {
  static Json const missing = nullptr;
  for (Json const& tool : member(member(params, "agent"), "tools")) {
    bool const discovers = is_of_kind(tool, "mcp") || is_of_kind(tool, "openapi");
    if (discovers ? request_rules::holds_name(discovered_names(tool, params), definition_name)
                  : member(tool, "name") == definition_name)
      return tool;
  }
  return missing;
}

Json child_of(Json const& tool, Json const& params, AskReference const& reference) {
  if (!is_of_kind(tool, "prompty") || !member(tool, "path").is_string()) return nullptr;
  std::filesystem::path const folder =
      member(params, "baseDir").is_string() ? params["baseDir"].get<std::string>() : "";
  Reply const reply = reference("load", {{"path", (folder / tool["path"].get<std::string>()).string()}});
  return reply.status == Reply::Status::result ? reply.value : Json(nullptr);
}

std::vector<std::string> discovered_names(Json const& tool, Json const& params) {
  std::vector<std::string> names;
  std::string const tool_name = member(tool, "name").is_string() ? tool["name"].get<std::string>() : "";
  for (Json const& function : member(member(params, "discovered"), tool_name)) {
    names.push_back(function.value("name", ""));
  }
  return names;
}

bool is_of_kind(Json const& tool, std::string const& kind) {
  return member(tool, "kind") == kind;
}

bool is_strict(Json const& tool) {
  return member(tool, "strict") == true;
}

}  // namespace conformance::mutants
