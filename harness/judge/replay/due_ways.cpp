#include "harness/judge/replay/due_ways.hpp"

#include <fmt/core.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/subject/requested_features.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

bool is_listed_provider(std::string const& name) {
  static std::set<std::string> const listed = {"openai", "azure", "anthropic", "foundry"};
  return listed.contains(name);
}

bool is_listed_api_type(std::string const& name) {
  static std::set<std::string> const listed = {"chat", "embedding", "image", "responses"};
  return listed.contains(name);
}

bool is_listed_engine(std::string const& name) {
  return name == "jinja2" || name == "mustache";
}

/// What an operation does with its agent.
struct AgentUse {
  bool renders = false;
  bool executes = false;   ///< builds requests
  bool processes = false;  ///< reads answers
  bool connects = false;
};

AgentUse agent_use_of(std::string const& operation) {
  if (operation == "render" || operation == "prepare") return {.renders = true};
  if (operation == "build_request" || operation == "project_tools") return {.executes = true};
  if (operation == "process" || operation == "process_stream") return {.processes = true};
  if (operation == "execute") return {.executes = true, .connects = true};
  if (operation == "run") return {.executes = true, .processes = true, .connects = true};
  if (operation == "invoke" || operation == "turn")
    return {.renders = true, .executes = true, .processes = true, .connects = true};
  return {};
}

std::string text_or(Json const& value, std::string const& otherwise) {
  return value.is_string() ? value.get<std::string>() : otherwise;
}

std::string engine_of(Json const& agent) {
  Json const& written = member(agent, "template");
  if (written.is_string()) return written.get<std::string>();
  return text_or(member(member(written, "format"), "kind"), "jinja2");
}

bool is_registered(Json const& registered, std::string const& components, std::string const& key) {
  return member(registered, components).contains(key);
}

void add_agent(Json const& agent, AgentUse const& use, Json const& registered, Needs& needs) {
  std::string const engine = engine_of(agent);
  bool const is_own_engine = is_registered(registered, "renderers", engine);
  if (use.renders && !is_own_engine && is_listed_engine(engine)) needs.features.insert(engine);
  std::string const provider = text_or(member(member(agent, "model"), "provider"), "");
  bool const executes = use.executes && !is_registered(registered, "executors", provider);
  bool const processes = use.processes && !is_registered(registered, "processors", provider);
  if (!is_listed_provider(provider) || !(executes || processes)) return;
  needs.providers.insert(provider);
  std::string const api_type = text_or(member(member(agent, "model"), "apiType"), "chat");
  if (is_listed_api_type(api_type)) needs.api_types.insert(api_type);
  std::string const kind = text_or(member(member(member(agent, "model"), "connection"), "kind"), "");
  if (use.connects && executes && all_connection_kinds().contains(kind)) needs.connection_kinds.insert(kind);
}

Json scalar_as_json(YAML::Node const& node) {
  return node.IsScalar() ? Json(node.Scalar()) : Json();
}

/// Of the agent in a prompt file the members that say what it needs; nothing when it has no readable frontmatter.
std::optional<Json> agent_in(std::string const& text) {
  std::size_t const begin = text.find("---");
  std::size_t const end = begin == std::string::npos ? begin : text.find("---", begin + 3);
  if (end == std::string::npos) return std::nullopt;
  try {
    YAML::Node const node = YAML::Load(text.substr(begin + 3, end - begin - 3));
    if (!node.IsMap()) return std::nullopt;
    Json agent = Json::object();
    YAML::Node const model = node["model"];
    if (model && model.IsMap()) {
      if (model["provider"]) agent["model"]["provider"] = scalar_as_json(model["provider"]);
      if (model["apiType"]) agent["model"]["apiType"] = scalar_as_json(model["apiType"]);
      YAML::Node const connection = model["connection"];
      if (connection && connection.IsMap() && connection["kind"])
        agent["model"]["connection"]["kind"] = scalar_as_json(connection["kind"]);
    }
    YAML::Node const written = node["template"];
    if (written && written.IsScalar()) agent["template"] = written.Scalar();
    if (written && written.IsMap() && written["format"] && written["format"].IsMap() && written["format"]["kind"])
      agent["template"]["format"]["kind"] = scalar_as_json(written["format"]["kind"]);
    return agent;
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// The agents in the prompt files of a vector: the one that the step names by its path, and those that may be called as
/// tools.
void add_files(Step const& step, Vector const& vector, Needs& needs) {
  bool const calls_prompts = step.operation == "turn" || step.operation == "invoke" || step.operation == "dispatch";
  std::string const path = text_or(member(step.given, "path"), "");
  for (auto const& [name, text] : vector.files) {
    bool const is_named = agent_use_of(step.operation).connects && name == path;
    if (!is_named && !(calls_prompts && name.ends_with(".prompty"))) continue;
    std::optional<Json> const agent = agent_in(text);
    if (agent) add_agent(*agent, agent_use_of("invoke"), member(step.given, "register"), needs);
  }
}

/// A call of a server's or an interface's tool that only the runtime itself can carry out.
void add_dispatch(Step const& step, Needs& needs) {
  Json const& tool = member(step.given, "tool");
  std::string const kind = text_or(member(tool, "kind"), "");
  bool const is_remote = kind == "mcp" || kind == "openapi";
  if (step.operation != "dispatch" || !is_remote || step.given.contains("clear")) return;
  std::string const called = text_or(member(member(step.given, "call"), "name"), "");
  if (member(step.given, "names").contains(called) || member(step.given, "kinds").contains(kind)) return;
  needs.features.insert(kind);
  std::string const connection = text_or(member(member(tool, "connection"), "kind"), "");
  if (all_connection_kinds().contains(connection)) needs.connection_kinds.insert(connection);
}

void add_lookup(std::string const& component, Json const& key, Json const& registered, Needs& needs) {
  std::string const name = text_or(key, "");
  if (is_registered(registered, component + "s", name)) return;
  if (component == "renderer" && is_listed_engine(name)) needs.features.insert(name);
  bool const is_provider = component == "executor" || component == "processor";
  if (is_provider && is_listed_provider(name)) needs.providers.insert(name);
}

void add_lookups(Step const& step, Needs& needs) {
  Json const& registered = member(step.given, "register");
  if (step.operation == "lookup")
    add_lookup(text_or(member(step.given, "component"), ""), member(step.given, "key"), registered, needs);
  if (step.operation != "registry") return;
  for (Json const& inner : member(step.given, "steps")) {
    std::string const what = text_or(member(inner, "do"), "");
    if (what.starts_with("get_")) add_lookup(what.substr(4), member(inner, "key"), registered, needs);
  }
}

template <class Names>
std::string first_missing(Names const& wanted, std::set<std::string> const& declared) {
  auto const missing =
      std::find_if(wanted.begin(), wanted.end(), [&](std::string const& name) { return !declared.contains(name); });
  return missing == wanted.end() ? "" : *missing;
}

template <class Wanted>
std::string missing_requirement(Wanted const& wanted, Capabilities const& declared) {
  if (std::string const name = first_missing(wanted.features, declared.features); !name.empty())
    return fmt::format("the feature {} is not declared", name);
  if (std::string const name = first_missing(wanted.providers, declared.providers); !name.empty())
    return fmt::format("the provider {} is not declared", name);
  if (std::string const name = first_missing(wanted.api_types, declared.api_types); !name.empty())
    return fmt::format("the apiType {} is not declared", name);
  if (std::string const name = first_missing(wanted.connection_kinds, declared.connection_kinds); !name.empty())
    return fmt::format("the connectionKind {} is not declared", name);
  return "";
}

bool declares_all(Needs const& needs, Capabilities const& declared) {
  return missing_requirement(needs, declared).empty();
}

/// What is missing of that which vectors need without saying so; "" when nothing is.
std::string missing_usual(Vector const& vector, Capabilities const& declared) {
  if (declares_all(usual_needs(), declared)) return "";
  Needs needs = needs_of(vector);
  auto const keep = [](std::set<std::string>& names, std::set<std::string> const& usual) {
    std::erase_if(names, [&](std::string const& name) { return !usual.contains(name); });
  };
  keep(needs.features, usual_needs().features);
  keep(needs.providers, usual_needs().providers);
  keep(needs.api_types, usual_needs().api_types);
  keep(needs.connection_kinds, usual_needs().connection_kinds);
  return missing_requirement(needs, declared);
}

/// Wire and processing vectors can be played over HTTP when nothing else is scripted, no file, environment or
/// registered component matters, and a server sends such an answer.
bool is_http_vector(Vector const& vector, Capabilities const& capabilities) {
  if (runs_as_execute(vector)) return true;
  if (!capabilities.connection_kinds.contains(connection_kind_of_http)) return false;
  // What no server sends to an SDK says nothing of a runtime behind one, which may refuse or change it.
  if (vector.steps.size() != 1 || vector.provider || vector.mcp || vector.malformed) return false;
  if (!vector.files.empty() || vector.cwd || vector.env) return false;
  if (vector.steps.front().given.contains("register")) return false;
  std::string const& operation = vector.steps.front().operation;
  if (operation == "process_stream") return capabilities.features.contains("stream");
  return operation == "build_request" || operation == "process";
}

}  // namespace

Needs needs_of(Vector const& vector) {
  Needs found;
  for (Step const& step : vector.steps) {
    found.features.merge(requested_features(step.operation, step.given));
    if (step.given.contains("agent"))
      add_agent(step.given["agent"], agent_use_of(step.operation), member(step.given, "register"), found);
    add_files(step, vector, found);
    add_dispatch(step, found);
    add_lookups(step, found);
  }
  if (vector.env) found.features.insert("env");
  return found;
}

Needs const& usual_needs() {
  static Needs const usual = {
      .features = {"jinja2"}, .providers = {"openai"}, .api_types = {"chat"}, .connection_kinds = {"key"}};
  return usual;
}

DueWays due_ways(Vector const& vector, Capabilities const& capabilities) {
  DueWays due;
  due.reason = missing_requirement(vector.requires_, capabilities);
  if (due.reason.empty()) due.reason = missing_usual(vector, capabilities);
  if (!due.reason.empty()) return due;
  auto const undeclared = std::find_if(vector.steps.begin(), vector.steps.end(), [&](Step const& step) {
    return !capabilities.operations.contains(step.operation);
  });
  if (undeclared == vector.steps.end()) {
    due.ways.insert(Way::direct);
  } else {
    due.reason = fmt::format("the operation {} is not declared", undeclared->operation);
  }
  if (is_http_vector(vector, capabilities) && capabilities.operations.contains("run")) due.ways.insert(Way::http);
  if (due.ways.empty() && loads_as_split(vector) && capabilities.operations.contains("load"))
    due.ways.insert(Way::load);
  if (!due.ways.empty()) due.reason.clear();
  return due;
}

}  // namespace conformance
