#include "harness/replay/needs.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "harness/matching/json_member.hpp"
#include "harness/subject/asked_features.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {
namespace needs {
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
struct Use {
  bool renders = false;
  bool executes = false;   ///< builds requests
  bool processes = false;  ///< reads answers
  bool connects = false;
};

Use use_of(std::string const& operation) {
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

void add_agent(Json const& agent, Use const& use, Json const& registered, Needs& needs) {
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

Json scalar(YAML::Node const& node) {
  return node.IsScalar() ? Json(node.Scalar()) : Json();
}

/// Of the agent in a prompt file what its needs are told by; nothing when it has no frontmatter that can be read.
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
      if (model["provider"]) agent["model"]["provider"] = scalar(model["provider"]);
      if (model["apiType"]) agent["model"]["apiType"] = scalar(model["apiType"]);
      YAML::Node const connection = model["connection"];
      if (connection && connection.IsMap() && connection["kind"])
        agent["model"]["connection"]["kind"] = scalar(connection["kind"]);
    }
    YAML::Node const written = node["template"];
    if (written && written.IsScalar()) agent["template"] = written.Scalar();
    if (written && written.IsMap() && written["format"] && written["format"].IsMap() && written["format"]["kind"])
      agent["template"]["format"]["kind"] = scalar(written["format"]["kind"]);
    return agent;
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// The agents in the prompt files of a vector: of one that is asked for by its path, and of those that may be called
/// as tools.
void add_files(Step const& step, Vector const& vector, Needs& needs) {
  bool const calls_prompts = step.operation == "turn" || step.operation == "invoke" || step.operation == "dispatch";
  std::string const path = text_or(member(step.given, "path"), "");
  for (auto const& [name, text] : vector.files) {
    bool const is_asked_for = use_of(step.operation).connects && name == path;
    if (!is_asked_for && !(calls_prompts && name.ends_with(".prompty"))) continue;
    std::optional<Json> const agent = agent_in(text);
    if (agent) add_agent(*agent, use_of("invoke"), member(step.given, "register"), needs);
  }
}

/// A call of a server's or an interface's tool that nobody but the runtime itself can carry out.
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
  for (Json const& asked : member(step.given, "steps")) {
    std::string const what = text_or(member(asked, "do"), "");
    if (what.starts_with("get_")) add_lookup(what.substr(4), member(asked, "key"), registered, needs);
  }
}

}  // namespace
}  // namespace needs

Needs needs_of(Vector const& vector) {
  Needs found;
  for (Step const& step : vector.steps) {
    found.features.merge(asked_features(step.operation, step.given));
    if (step.given.contains("agent"))
      needs::add_agent(step.given["agent"], needs::use_of(step.operation), member(step.given, "register"), found);
    needs::add_files(step, vector, found);
    needs::add_dispatch(step, found);
    needs::add_lookups(step, found);
  }
  if (vector.env) found.features.insert("env");
  return found;
}

Needs const& usual_needs() {
  static Needs const usual = {
      .features = {"jinja2"}, .providers = {"openai"}, .api_types = {"chat"}, .connection_kinds = {"key"}};
  return usual;
}

}  // namespace conformance
