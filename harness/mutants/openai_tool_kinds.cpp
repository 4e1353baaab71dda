#include <algorithm>
#include <filesystem>
#include <utility>

#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_tool_kinds {
namespace {

bool is_allowed_unseen(Json const& tool) {
  return is_of_kind(tool, "mcp") && member(tool, "allowedTools").empty();
}

Rule without_kind(std::string kind) {
  return kept_definitions([kind = std::move(kind)](Json const& tool, std::size_t) { return !is_of_kind(tool, kind); });
}

/// Changes the definitions of prompty tools, given the child.
Rule changed_child_definitions(std::function<void(Json& definition, Json const& tool, Json const& child)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Rule const rule = changed_definitions([&](Json& definition, Json const& tool) {
      Json const child = child_of(tool, params, reference);
      if (child.is_object()) change(definition, tool, child);
    });
    return rule(operation, params, reference);
  };
}

void name_servers_only(Json& wire_tools, Json const& params) {
  Json kept = Json::array();
  std::string last;
  for (Json wire : wire_tools) {
    Json const& tool = origin_of(member(wire["function"], "name"), params);
    if (is_of_kind(tool, "mcp")) {
      std::string const name = tool.value("name", "");
      if (name == last) continue;
      last = name;
      wire["function"]["name"] = name;
      wire["function"].erase("description");
    }
    kept.push_back(wire);
  }
  wire_tools = std::move(kept);
}

void forbid_allowed(Json& tool, Json const& params) {
  Json const& allowed = member(tool, "allowedTools");
  if (!is_of_kind(tool, "mcp") || allowed.empty()) return;
  Json others = Json::array();
  for (std::string const& name : discovered_names(tool, params)) {
    if (std::find(allowed.begin(), allowed.end(), Json(name)) == allowed.end()) others.push_back(name);
  }
  // An empty list would filter nothing.
  if (others.empty()) others.push_back("");
  tool["allowedTools"] = std::move(others);
}

std::size_t place_in(Json const& list, Json const& name) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
}

// Where a wire tool would stand if servers answered in the order of the list of allowed tools.
void sort_by_allowed(Json& wire_tools, Json const& params) {
  std::vector<Json> wires(wire_tools.begin(), wire_tools.end());
  std::stable_sort(wires.begin(), wires.end(), [&](Json const& left, Json const& right) {
    Json const& tool = origin_of(left["function"]["name"], params);
    Json const& other = origin_of(right["function"]["name"], params);
    if (member(tool, "name") != member(other, "name") || !is_of_kind(tool, "mcp")) return false;
    Json const& allowed = member(tool, "allowedTools");
    return place_in(allowed, left["function"]["name"]) < place_in(allowed, right["function"]["name"]);
  });
  wire_tools = wires;
}

void sort_by_name(Json& wire_tools, Json const&) {
  std::vector<Json> wires(wire_tools.begin(), wire_tools.end());
  std::stable_sort(wires.begin(), wires.end(), [](Json const& left, Json const& right) {
    return left["function"]["name"].get<std::string>() < right["function"]["name"].get<std::string>();
  });
  wire_tools = wires;
}

void put_functions_first(Json& wire_tools, Json const& params) {
  std::vector<Json> wires(wire_tools.begin(), wire_tools.end());
  std::stable_partition(wires.begin(), wires.end(), [&](Json const& wire) {
    return is_of_kind(origin_of(wire["function"]["name"], params), "function");
  });
  wire_tools = wires;
}

/// Strips only the first definition of each tool.
Reply strip_first_only(std::string const& operation, Json const& params, AskReference const& reference) {
  Json unbound = params;
  if (member(member(params, "agent"), "tools").is_array()) {
    for (Json& tool : unbound["agent"]["tools"]) tool.erase("bindings");
  }
  Reply const unstripped = reference(operation, unbound);
  Rule const rule = changed_wire_tools([&](Json& wire_tools, Json const&) {
    Json const& body = operation == "build_request" ? member(unstripped.value, "body") : unstripped.value;
    Json const& others = member(body, "tools");
    std::string last;
    for (std::size_t index = 0; index < wire_tools.size() && index < others.size(); ++index) {
      std::string const name = member(origin_of(member(wire_tools[index]["function"], "name"), params), "name").dump();
      if (name == last) wire_tools[index] = others[index];
      last = name;
    }
  });
  return rule(operation, params, reference);
}

/// Changes what the conversion of tools gives, null included.
Rule changed_projection(std::function<Reply(Reply reply, Json const& agent)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "project_tools" || reply.status != Reply::Status::result) return reply;
    return change(std::move(reply), member(params, "agent"));
  };
}

Rule tools_key_when_nothing_is_offered(Json value) {
  return changed_body([value = std::move(value)](Json& body, Json const&) {
    if (!body.contains("tools")) body["tools"] = value;
  });
}

Reply run_children_too(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "run") return reference(operation, params);
  for (Json const& tool : member(member(params, "agent"), "tools")) {
    Json child = child_of(tool, params, reference);
    if (!child.is_object()) continue;
    Json& model = child["model"];
    if (!model.is_object()) model = params["agent"]["model"];
    if (!model.contains("provider")) model["provider"] = params["agent"]["model"]["provider"];
    if (!model.contains("connection")) model["connection"] = params["agent"]["model"]["connection"];
    static_cast<void>(reference("run", {{"agent", child}, {"messages", params["messages"]}}));
  }
  return reference(operation, params);
}

std::vector<Mutant> kind_mutants() {
  return {
      {"only-function-tools-offered", "P7.1.3-01", "Tools of other kinds than function are not offered.",
       kept_definitions([](Json const& tool, std::size_t) { return is_of_kind(tool, "function"); })},
      {"function-tools-not-offered", "P7.1.3-01", "Tools of kind function are not offered.", without_kind("function")},
      {"child-prompts-not-offered", "P7.1.3-05", "Tools of kind prompty are not offered.", without_kind("prompty")},
      {"child-inputs-untold", "P7.1.3-05", "The model does not hear of the inputs of a child prompt.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (is_of_kind(tool, "prompty"))
           definition["parameters"] = {{"type", "object"}, {"properties", Json::object()}};
       })},
      {"child-prompt-named-by-its-file", "P7.1.3-05", "A child prompt is offered under the name of its file.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (!is_of_kind(tool, "prompty")) return;
         definition["name"] = std::filesystem::path(tool["path"].get<std::string>()).stem().string();
       })},
      {"child-outputs-as-parameters", "P7.1.3-05", "The outputs of a child prompt are told as its parameters.",
       changed_child_definitions([](Json& definition, Json const&, Json const& child) {
         for (Json const& output : member(child, "outputs"))
           definition["parameters"]["properties"][output["name"].get<std::string>()] = {{"type", "string"}};
       })},
      {"child-description-first", "P7.1.3-06", "The description of the child replaces that of the tool.",
       changed_child_definitions([](Json& definition, Json const& tool, Json const& child) {
         if (tool.contains("description") && child.contains("description"))
           definition["description"] = child["description"];
       })},
      {"child-description-unused", "P7.1.3-06", "A tool without description is not described by its child.",
       changed_definitions([](Json& definition, Json const& tool) {
         bool const has_own = !member(tool, "description").is_null() && tool["description"] != "";
         if (is_of_kind(tool, "prompty") && !has_own) definition.erase("description");
       })},
      {"child-run-when-projected", "P7.1.3-23", "A child prompt is run to learn what it offers.", run_children_too},
  };
}

std::vector<Mutant> discovery_mutants() {
  return {
      {"server-is-one-function", "P7.1.3-07", "A server is offered as a single function of its own name.",
       changed_wire_tools(name_servers_only)},
      {"servers-not-offered", "P7.1.3-07", "Tools of kind mcp are not offered.", without_kind("mcp")},
      {"discovered-descriptions-lost", "P7.1.3-07", "What a server says of its tools is not sent.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (is_of_kind(tool, "mcp")) definition.erase("description");
       })},
      {"allowed-tools-ignored", "P7.1.3-08", "The list of allowed tools filters nothing.",
       changed_asked_tools([](Json& tool, Json const&) { tool.erase("allowedTools"); })},
      {"allowed-tools-forbidden", "P7.1.3-08", "The list of allowed tools says which are not.",
       changed_asked_tools(forbid_allowed)},
      {"allowed-tools-in-their-order", "P7.1.3-08", "Allowed tools come in the order of the list that allows them.",
       changed_wire_tools(sort_by_allowed)},
      {"unlisted-tools-forbidden", "P7.1.3-09", "Without a list of allowed tools none is.",
       kept_definitions([](Json const& tool, std::size_t) { return !is_allowed_unseen(tool); })},
      {"unlisted-tools-first-only", "P7.1.3-09", "Without a list of allowed tools the first alone is.",
       kept_definitions([](Json const& tool, std::size_t index) { return !is_allowed_unseen(tool) || index == 0; })},
      {"first-operation-only", "P7.1.3-10", "Of a specification the first operation is offered.",
       kept_definitions(
           [](Json const& tool, std::size_t index) { return !is_of_kind(tool, "openapi") || index == 0; })},
      {"operations-not-offered", "P7.1.3-10", "Tools of kind openapi are not offered.", without_kind("openapi")},
      {"bindings-for-functions-only", "P7.1.3-14", "Only tools of kind function lose their bound parameters.",
       changed_asked_tools([](Json& tool, Json const&) {
         if (!is_of_kind(tool, "function")) tool.erase("bindings");
       })},
      {"bindings-for-the-first-only", "P7.1.3-14", "Of several definitions the first loses its bound parameters.",
       strip_first_only},
  };
}

std::vector<Mutant> list_mutants() {
  return {
      {"definitions-by-name", "P7.1.3-19", "The definitions are sorted by their names.",
       changed_wire_tools(sort_by_name)},
      {"functions-first", "P7.1.3-19", "The definitions of function tools come first.",
       changed_wire_tools(put_functions_first)},
      {"nothing-projected-as-empty-list", "P7.1.3-20", "The conversion of nothing gives an empty list.",
       changed_projection([](Reply reply, Json const&) {
         if (reply.value["tools"].is_null()) reply.value["tools"] = Json::array();
         return reply;
       })},
      {"lone-definition-lost", "P7.1.3-20", "The conversion of a single tool gives null.",
       changed_projection([](Reply reply, Json const&) {
         if (reply.value["tools"].size() == 1) reply.value["tools"] = nullptr;
         return reply;
       })},
      {"nothing-allowed-refused", "P7.1.3-20", "Tools that offer nothing are an error.",
       changed_projection([](Reply reply, Json const& agent) {
         bool const nothing_left = reply.value["tools"].is_null() && !member(agent, "tools").empty();
         return nothing_left ? raised("ValueError") : reply;
       })},
      {"nothing-offered-sent-null", "P7.1.3-21", "Where nothing is offered the tools of the request are null.",
       tools_key_when_nothing_is_offered(nullptr)},
      {"nothing-offered-sent-empty", "P7.1.3-21", "Where nothing is offered the request has an empty list of tools.",
       tools_key_when_nothing_is_offered(Json::array())},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_tool_kinds

namespace conformance::mutants {

std::vector<Mutant> openai_tool_kind_mutants() {
  std::vector<Mutant> mutants = openai_tool_kinds::kind_mutants();
  for (std::vector<Mutant> const& more : {openai_tool_kinds::discovery_mutants(), openai_tool_kinds::list_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
