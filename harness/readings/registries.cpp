#include <set>
#include <string>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/turn_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {
namespace registries_rules {
namespace {

using mutants::Rule;

/// A value as some languages print it: names and texts in apostrophes, constants with a capital letter.
std::string printed(Json const& value) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value == true ? "True" : "False";
  if (value.is_string()) return "'" + value.get<std::string>() + "'";
  std::string inside;
  if (value.is_object()) {
    for (auto const& [name, element] : value.items())
      inside += (inside.empty() ? "'" : ", '") + name + "': " + printed(element);
    return "{" + inside + "}";
  }
  if (!value.is_array()) return value.dump();
  for (Json const& element : value) inside += (inside.empty() ? "" : ", ") + printed(element);
  return "[" + inside + "]";
}

/// Has handlers give what they would give as the text that a language prints for it.
Reply results_as_printed(std::string const& operation, Json const& params, AskReference const& reference) {
  static std::set<std::string> const all = {"turn", "run_tools", "converse"};
  if (!all.contains(operation) || !member(params, "handlers").is_object()) return reference(operation, params);
  Json asked = params;
  for (Json& handler : asked["handlers"]) {
    Json const value = member(handler, "returnsJson");
    if (!handler.contains("returnsJson") || value.is_string()) continue;
    handler.erase("returnsJson");
    handler["returns"] = printed(value);
  }
  return reference(operation, asked);
}

bool is_listed(std::string const& kind) {
  static std::set<std::string> const all = {"function", "prompty", "mcp", "openapi", "*"};
  return all.contains(kind);
}

bool is_about_custom(Json const& asked) {
  std::string const kind = mutants::called_kind(asked);
  return !kind.empty() && !is_listed(kind);
}

bool is_unserved(Reply const& reply) {
  Json const& message = member(reply.value, "message");
  return reply.status == Reply::Status::error && message.is_string() &&
         message.get<std::string>().starts_with("No handler registered for tool");
}

Reply unserved(Json const& asked, std::string const& kind) {
  Reply reply = mutants::raised("ValueError");
  reply.value["message"] =
      "No handler registered for tool: " + member(asked, "call").value("name", "") + " (kind: " + kind + ")";
  return reply;
}

/// Looks every custom tool up as the wildcard.
Reply wildcard_alone(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "dispatch" || !is_about_custom(params)) return reference(operation, params);
  Json asked = params;
  if (member(params, "kinds").is_object()) asked["kinds"].erase(mutants::called_kind(params));
  Reply const reply = reference(operation, asked);
  return is_unserved(reply) ? unserved(params, "*") : reply;
}

/// Does not look further when nothing is registered under the kind as it is written.
Reply exact_kind_alone(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "dispatch" && is_about_custom(params) && !mutants::is_named(params);
  std::string const kind = mutants::called_kind(params);
  if (bears && !member(params, "kinds").contains(kind)) return unserved(params, kind);
  return reference(operation, params);
}

Rule nothing_left_after_clearing() {
  return mutants::changed_answers([](Json& answer, Json const& step, Json const& earlier) {
    static std::set<std::string> const looks_up = {"get_renderer", "get_parser", "get_executor", "get_processor"};
    bool cleared = false;
    for (Json const& done : earlier) cleared = cleared || member(done, "do") == "clear_cache";
    if (cleared && looks_up.contains(step.value("do", ""))) answer = mutants::raised_in_step("InvokerError");
  });
}

/// Whether a call names a function of the agent for which no handler is given.
bool is_served_by_nobody(Json const& call, Json const& asked) {
  Json const& name = member(member(call, "function"), "name");
  if (!name.is_string() || member(asked, "handlers").contains(name.get<std::string>())) return false;
  for (Json const& tool : member(member(asked, "agent"), "tools")) {
    if (member(tool, "name") == name) return member(tool, "kind") == "function";
  }
  return false;
}

/// Ends a turn in the error that a call without a handler raises.
Rule ended_by_a_call_that_nobody_serves() {
  return mutants::changed_reply_of_turn([](Reply reply, Json const& asked) {
    if (reply.status != Reply::Status::result) return reply;
    for (Json const& message : member(reply.value, "messages")) {
      for (Json const& call : mutants::calls_in(message)) {
        if (is_served_by_nobody(call, asked)) return mutants::raised("ValueError");
      }
    }
    return reply;
  });
}

Json bindings_of(Json const& asked, Json const& name) {
  for (Json const& tool : member(member(asked, "agent"), "tools")) {
    if (member(tool, "name") == name && member(tool, "bindings").is_object()) return tool["bindings"];
  }
  return Json::object();
}

/// Shows calls in the conversation of a turn with the values that were bound.
Rule calls_shown_with_bound_values() {
  return mutants::changed_conversation_of_turn([](Json& messages, Json const& asked) {
    for (Json& message : messages) {
      Json calls = mutants::calls_in(message);
      if (calls.empty()) continue;
      for (Json& call : calls) {
        Json const bindings = bindings_of(asked, member(member(call, "function"), "name"));
        Json const& text = member(member(call, "function"), "arguments");
        Json arguments = Json::parse(text.is_string() ? text.get<std::string>() : "", nullptr, false);
        if (bindings.empty() || !arguments.is_object()) continue;
        arguments.update(bindings);
        call["function"]["arguments"] = arguments.dump();
      }
      message["metadata"]["tool_calls"] = calls;
    }
  });
}

}  // namespace
}  // namespace registries_rules

std::vector<ReadingRule> registries() {
  return {
      {.decision = "A-041", .reading = "language-text", .answer = registries_rules::results_as_printed},
      {.decision = "A-118", .reading = "names-only", .unobservable = "a request of the protocol has one thread"},
      {.decision = "A-119",
       .reading = "table-of-the-agent",
       .unobservable = "no operation gives an agent functions of its own, and without any the error is the same"},
      {.decision = "A-120", .reading = "wildcard-only", .answer = registries_rules::wildcard_alone},
      {.decision = "A-120", .reading = "exact-only", .answer = registries_rules::exact_kind_alone},
      {.decision = "A-121", .reading = "everything", .answer = registries_rules::nothing_left_after_clearing()},
      {.decision = "A-123",
       .reading = "asynchronous-only",
       .unobservable = "which of the two forms there are is said in initialize, and vectors require what they use"},
      {.decision = "A-132", .reading = "run-ends", .answer = registries_rules::ended_by_a_call_that_nobody_serves()},
      {.decision = "A-140", .reading = "echo-injected", .answer = registries_rules::calls_shown_with_bound_values()},
  };
}

}  // namespace conformance::readings
