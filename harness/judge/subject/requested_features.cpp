#include "harness/judge/subject/requested_features.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

void add_turn_options(Json const& options, std::set<std::string>& requested) {
  static std::map<std::string, std::string> const feature_of = {
      {"cancelAfter", "cancellation"}, {"contextBudget", "context-budget"}, {"guardrails", "guardrails"},
      {"steering", "steering"},        {"maxLlmRetries", "retries"},        {"retryDelayMs", "retries"},
      {"turn", "turn-number"},         {"tools", "run-time-tools"}};
  for (auto const& [option, feature] : feature_of) {
    if (!member(options, option).is_null()) requested.insert(feature);
  }
  // Who may cancel at an event has to tell of it.
  if (!member(options, "cancelAfter").is_null()) requested.insert("events");
  if (member(options, "parallelToolCalls") == true) requested.insert("parallel-tools");
  if (member(options, "raw") == true) requested.insert("raw");
}

bool gives_parts(Json const& handlers) {
  return handlers.is_object() && std::any_of(handlers.begin(), handlers.end(), [](Json const& handler) {
           return !member(handler, "returnsParts").is_null();
         });
}

/// One without a path names no prompt: it is a custom tool, or nothing that can be offered.
bool is_prompty_tool(Json const& tool) {
  return member(tool, "kind") == "prompty" && !member(tool, "path").is_null();
}

/// Whether a prompt is offered or called as a tool. A handler of the host that serves the call needs none.
bool uses_prompty_tools(std::string const& operation, Json const& params) {
  static std::set<std::string> const offering = {"build_request", "project_tools", "execute", "run", "turn"};
  if (operation == "dispatch") {
    Json const& name = member(member(params, "call"), "name");
    bool const is_served = member(params, "kinds").contains("prompty") ||
                           (name.is_string() && member(params, "names").contains(name.get<std::string>()));
    return is_prompty_tool(member(params, "tool")) && !is_served;
  }
  if (!offering.contains(operation)) return false;
  Json const& tools = member(member(params, "agent"), "tools");
  return tools.is_array() && std::any_of(tools.begin(), tools.end(), is_prompty_tool);
}

/// The feature for an event stream that the runtime reads itself, which no processor of the host reads for it; "" for
/// a stream of chunks of a chat, which needs no feature besides.
std::string event_stream_of(std::string const& operation, Json const& params) {
  static std::set<std::string> const asking = {"execute", "run", "invoke", "turn"};
  bool const is_stream =
      operation == "process_stream" || (asking.contains(operation) && member(params, "stream") == true);
  Json const& model = member(member(params, "agent"), "model");
  Json const& provider = member(model, "provider");
  std::string const component = operation == "execute" ? "executors" : "processors";
  bool const is_registered =
      provider.is_string() && member(member(params, "register"), component).contains(provider.get<std::string>());
  if (!is_stream || is_registered) return "";
  if (provider == "anthropic") return "anthropic-streams";
  return member(model, "apiType") == "responses" ? "response-streams" : "";
}

bool wants_undefined_errors(Json const& params) {
  Json const& format = member(member(member(params, "agent"), "template"), "format");
  return member(params, "undefined") == "error" || member(format, "undefined") == "error";
}

/// Whether handlers of tools are put in or looked up where an application does it.
bool uses_tool_registry(Json const& params) {
  Json const& steps = member(params, "steps");
  return steps.is_array() && std::any_of(steps.begin(), steps.end(), [](Json const& step) {
           Json const& action = member(step, "do");
           return action.is_string() && action.get_ref<std::string const&>().find("_tool") != std::string::npos;
         });
}

}  // namespace

std::set<std::string> requested_features(std::string const& operation, Json const& params) {
  std::set<std::string> requested;
  for (std::string const name : {"env", "register", "discovered"}) {
    if (params.contains(name)) requested.insert(name);
  }
  if (params.contains("envAfter")) requested.insert("env");
  // Operations that call tools have handlers anyway.
  bool const calls_tools = operation == "turn" || operation == "run_tools" || operation == "converse";
  if (!calls_tools && params.contains("handlers")) requested.insert("handlers");
  if (member(params, "variant").is_string()) requested.insert(params["variant"].get<std::string>());
  for (std::string const name : {"stream", "trace"}) {
    if (member(params, name) == true) requested.insert(name);
  }
  bool const has_parts = gives_parts(member(params, "handlers")) || gives_parts(member(params, "names")) ||
                         gives_parts(member(params, "kinds")) ||
                         gives_parts(member(member(params, "turnOptions"), "tools"));
  if (has_parts) requested.insert("rich-results");
  // Clients that stream always have nothing that reads an answer in one piece.
  if (operation == "messages_from_wire" && params.contains("response")) requested.insert("whole-answers");
  if (!member(member(params, "options"), "profile").is_null()) requested.insert("profiles");
  if (member(member(member(member(params, "agent"), "template"), "format"), "strict") == true)
    requested.insert("strict");
  if (wants_undefined_errors(params)) requested.insert("undefined-error");
  if (std::string const feature = event_stream_of(operation, params); !feature.empty()) requested.insert(feature);
  if (member(params, "mode") == "parallel") requested.insert("parallel-tools");
  add_turn_options(member(params, "turnOptions"), requested);
  if (operation == "registry" && uses_tool_registry(params)) requested.insert("tool-registry");
  if (uses_prompty_tools(operation, params)) requested.insert("prompty-tools");
  return requested;
}

}  // namespace conformance
