#pragma once

#include <utility>

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Steps through registries, components that are looked up, and operations that call registered ones.
class RegistrySteps {
 public:
  explicit RegistrySteps(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input registry() {
    names_ = {dice_.word(), dice_.word(), "mcp"};
    Json params = {{"steps", Json::array()}};
    for (std::size_t count = 2 + dice_.below(6); count > 0; --count) params["steps"].push_back(step());
    if (dice_.one_in(3)) params["register"] = components();
    return {.operation = "registry", .params = params};
  }

  [[nodiscard]] Input lookup() {
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"component", dice_.pick<std::string>({"renderer", "parser", "executor", "processor"})},
                   {"key", dice_.pick(names_)}};
    if (dice_.one_in(2)) params["register"] = components();
    return {.operation = "lookup", .params = params};
  }

  /// An operation that calls components, those of the agent registered or not.
  [[nodiscard]] Input component_call() {
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"agent", agent()}};
    std::string const operation = dice_.pick<std::string>({"render", "parse", "execute", "process", "run"});
    if (operation == "render") params["inputs"] = Json{{"n", dice_.word()}};
    if (operation == "parse") params["rendered"] = " user:\n" + dice_.word() + "\nsystem:\nb\n";
    if (operation == "execute" || operation == "run") params["messages"] = messages();
    if (operation == "process") params["response"] = Json{{"said", dice_.word()}};
    if (dice_.one_in(2)) params["variant"] = dice_.pick<std::string>({"sync", "async"});
    params["register"] = components();
    return {.operation = operation, .params = params};
  }

  /// A rendering or a parsing by what is built in.
  [[nodiscard]] Input built_in_call() {
    bool const renders = dice_.one_in(2);
    Json params = {{"agent", Json{{"kind", "prompt"}, {"instructions", "{{a}}{% if b %}{% endif %}{{b}}"}}}};
    params["agent"]["template"] = {{"format", {{"kind", dice_.pick<std::string>({"jinja2", "mustache"})}}},
                                   {"parser", {{"kind", "prompty"}}}};
    if (renders) params["inputs"] = Json{{"a", dice_.word()}, {"b", dice_.word()}};
    if (!renders) params["rendered"] = "user:\n" + dice_.word() + "\nsystem:\nb\nassistant:\nc";
    params["variant"] = dice_.pick<std::string>({"sync", "async"});
    return {.operation = renders ? "render" : "parse", .params = params};
  }

  /// An agent with custom tools, and handlers for some of them.
  [[nodiscard]] Input custom_tools() {
    std::string const name = dice_.word();
    Json const tools = Json::array({{{"name", name}, {"kind", dice_.word()}}});
    Json const model = {{"id", dice_.word()}, {"provider", "openai"}, {"apiType", "chat"}};
    Json params = {{"agent", {{"kind", "prompt"}, {"model", model}, {"tools", tools}, {"instructions", ""}}},
                   {"messages", messages()},
                   {"handlers", Json::object()}};
    params["handlers"][dice_.word()] = handler_with_parameters();
    if (!dice_.one_in(3)) params["handlers"][name] = handler_with_parameters();
    return {.operation = "build_request", .params = params};
  }

  /// Each registry with something that is put in, put in again or cleared, and then looked for.
  [[nodiscard]] std::vector<Input> round_trips() {
    std::string const name = dice_.word();
    Json const connection = {{"do", "register_connection"}, {"name", name}, {"value", {{"endpoint", "http://a"}}}};
    Json const tool = {{"do", "register_tool"}, {"name", name}, {"value", {{"returns", dice_.word()}}}};
    Json const kind = {{"do", "register_tool_handler"}, {"kind", name}, {"value", {{"returns", dice_.word()}}}};
    Json kind_again = kind;
    kind_again["value"]["returns"] = dice_.word();
    Json const get_connection = {{"do", "get_connection"}, {"name", name}};
    Json const get_tool = {{"do", "get_tool"}, {"name", name}, {"call", Json::object()}};
    Json const get_kind = {{"do", "get_tool_handler"}, {"kind", name}, {"call", Json::object()}};
    std::vector<Input> inputs = {trip({kind, kind_again, get_kind})};
    for (char const* const clearing : {"clear_connections", "clear_tools", "clear_tool_handlers"})
      inputs.push_back(trip({connection, tool, kind, {{"do", clearing}}, get_connection, get_tool, get_kind}));
    for (char const* const component : {"renderer", "parser", "executor", "processor"}) {
      Json const steps = Json::array({Json{{"do", std::string("get_") + component}, {"key", name}},
                                      Json{{"do", std::string("get_") + component}, {"key", "anthropic"}}});
      Json const registered = {{"renderers", {{name, dice_.word()}}}};
      inputs.push_back({.operation = "registry", .params = {{"steps", steps}, {"register", registered}}});
      inputs.push_back({.operation = "registry", .params = {{"steps", steps}}});
    }
    names_ = {name};
    inputs.push_back({.operation = "execute",
                      .params = {{"agent", agent()},
                                 {"messages", messages()},
                                 {"variant", "async"},
                                 {"register", {{"executors", {{name, {{"answer", dice_.word()}}}}}}}}});
    Json const reader = {{dice_.word(), {{"type", "text"}, {"value", dice_.word()}}}};
    inputs.push_back(
        {.operation = "run",
         .params = {{"agent", agent()},
                    {"messages", messages()},
                    {"register", {{"executors", {{name, {{"answer", dice_.word()}}}}}, {"processors", reader}}}}});
    return inputs;
  }

 private:
  static Input trip(Json steps) { return {.operation = "registry", .params = {{"steps", std::move(steps)}}}; }

  Json handler_with_parameters() {
    return {{"returns", "r"},
            {"parameters", {{"type", "object"}, {"properties", {{dice_.word(), {{"type", "string"}}}}}}}};
  }

  Json messages() {
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    return Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
  }

  Json agent() {
    Json const model = {{"id", dice_.word()},
                        {"provider", dice_.pick(names_)},
                        {"apiType", "chat"},
                        {"connection", {{"kind", "anonymous"}, {"endpoint", "http://127.0.0.1:1"}}}};
    return {{"kind", "prompt"},
            {"name", dice_.word()},
            {"model", model},
            {"template", {{"format", {{"kind", dice_.pick(names_)}}}, {"parser", {{"kind", dice_.pick(names_)}}}}},
            {"instructions", dice_.word()}};
  }

  Json components() {
    Json registered = Json::object();
    for (std::string const& name : names_) {
      if (dice_.one_in(4)) continue;
      registered["renderers"][name] = dice_.word();
      registered["parsers"][name] = messages();
      if (dice_.one_in(2)) registered["executors"][name] = Json{{"answer", dice_.word()}};
      if (dice_.one_in(2)) registered["processors"][name] = Json{{"type", "text"}, {"value", dice_.word()}};
    }
    if (dice_.one_in(3)) registered.erase(dice_.pick<std::string>({"renderers", "parsers"}));
    return registered;
  }

  Json step() {
    std::string const action = dice_.pick<std::string>(
        {"register_connection", "get_connection", "clear_connections", "register_tool", "get_tool", "clear_tools",
         "register_tool_handler", "get_tool_handler", "clear_tool_handlers", "component", "clear_cache"});
    if (action.starts_with("clear")) return {{"do", action}};
    if (action == "component") return component_step();
    bool const is_kind = action.ends_with("_handler");
    Json step = {{"do", action}};
    step[is_kind ? "kind" : "name"] = is_kind && dice_.one_in(3) ? built_in_kind() : dice_.pick(names_);
    if (action == "register_connection") step["value"] = {{"endpoint", "http://" + dice_.word()}};
    if (action.starts_with("register_tool")) step["value"] = {{"returns", dice_.word()}};
    if (action == "get_tool") step["call"] = Json::object();
    return step;
  }

  std::string built_in_kind() { return dice_.pick<std::string>({"function", "prompty", "mcp", "openapi", "*"}); }

  Json component_step() {
    std::string const component = dice_.pick<std::string>({"renderer", "parser", "executor", "processor"});
    std::string const key =
        dice_.one_in(2) ? dice_.pick(names_) : dice_.pick<std::string>({"jinja2", "prompty", "foundry", "anthropic"});
    return {{"do", "get_" + component}, {"key", key}};
  }

  Dice& dice_;
  std::vector<std::string> names_;
};

}  // namespace conformance::generated
