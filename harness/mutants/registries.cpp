#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::registries {
namespace {

Json none() {
  return Json::array();
}

Json with_member(Json step, std::string const& name, Json value) {
  step[name] = std::move(value);
  return step;
}

Json doing(std::string const& action) {
  return Json{{"do", action}};
}

/// Takes an action in front of another one.
Rule with_action_before(std::string const& action, std::string const& before) {
  return other_steps_for(action, [before](Json const& step, Json const&) {
    return Json::array({doing(before), step});
  });
}

Rule not_done(std::string const& action) {
  return other_steps_for(action, [](Json const&, Json const&) { return none(); });
}

/// Answers otherwise where nothing was found.
Rule for_nothing(std::string const& action, Json answer) {
  return changed_answers_to(action, [answer = std::move(answer)](Json& given, Json const&) {
    if (given.is_null()) given = answer;
  });
}

Rule filed_elsewhere(std::string const& action, std::string const& member_name) {
  return other_steps_for(action, [member_name](Json const& step, Json const&) {
    std::string const key = step.value(member_name, "");
    return Json::array({with_member(step, member_name, key + "-")});
  });
}

bool is_built_in(Json const& kind) {
  static std::set<std::string> const all = {"function", "prompty", "mcp", "openapi", "*"};
  return kind.is_string() && all.contains(kind.get<std::string>());
}

/// Nothing for a kind that nobody has registered in the steps.
Rule not_there_at_the_start(std::string const& kind) {
  return changed_answers([kind](Json& answer, Json const& step, Json const& earlier) {
    bool const asks = member(step, "do") == "get_tool_handler" && member(step, "kind") == kind;
    if (asks && !did_before(earlier, "register_tool_handler", "kind", kind)) answer = nullptr;
  });
}

/// What comes of it when a handler that was there at the start is called.
Rule tried_handler(Json answer) {
  return changed_answers([answer = std::move(answer)](Json& given, Json const& step, Json const& earlier) {
    Json const& kind = member(step, "kind");
    bool const tries = member(step, "do") == "get_tool_handler" && is_built_in(kind) && step.contains("call");
    if (tries && !did_before(earlier, "register_tool_handler", "kind", kind)) given = answer;
  });
}

/// Under which member of a step the key stands that it is about.
std::string key_member(std::string const& action) {
  if (action.ends_with("_tool_handler")) return "kind";
  return action.ends_with("_tool") || action.ends_with("_connection") ? "name" : "key";
}

/// Takes keys for equal that differ in the case of letters.
Rule blind_to_case(std::string const& looks_up, std::string const& registers) {
  std::string const name = key_member(looks_up);
  return other_steps([=](Json const& step, Json const&) {
    bool const bears = member(step, "do") == looks_up || member(step, "do") == registers;
    Json const& key = member(step, name);
    return Json::array({bears && key.is_string() ? with_member(step, name, lower_case(key.get<std::string>())) : step});
  });
}

/// Finds something under the names that every object has in some languages.
Rule found_in_every_object(std::string const& looks_up, Json found) {
  return changed_answers_to(looks_up,
                            [name = key_member(looks_up), found = std::move(found)](Json& answer, Json const& step) {
                              Json const& key = member(step, name);
                              bool const is_there = answer.is_object() && !answer.contains("error");
                              if (key.is_string() && is_name_of_objects(key.get<std::string>()) && !is_there)
                                answer = found;
                            });
}

/// Does not find what was registered after clearing.
Rule nothing_after(std::string const& clears, std::string const& registers) {
  return other_steps_for(registers, [clears](Json const& step, Json const& earlier) {
    bool const cleared =
        std::any_of(earlier.begin(), earlier.end(), [&](Json const& done) { return member(done, "do") == clears; });
    return cleared ? none() : Json::array({step});
  });
}

/// What goes wrong with the keys of each registry.
std::vector<Mutant> key_mutants() {
  Json const handler = Json{{"handler", true}};
  return {
      {"connections-in-any-case", "P11.1-03", "Names of connections are compared without regard to case.",
       blind_to_case("get_connection", "register_connection")},
      {"tools-in-any-case", "P11.2-06", "Names of tools are compared without regard to case.",
       blind_to_case("get_tool", "register_tool")},
      {"tool-kinds-in-any-case", "P11.2-12", "Kinds are compared without regard to case.",
       blind_to_case("get_tool_handler", "register_tool_handler")},
      {"connection-found-in-every-object", "P11.1-03", "What every object has is found as a connection.",
       found_in_every_object("get_connection", Json::object())},
      {"tool-found-in-every-object", "P11.2-06", "What every object has is found as a tool.",
       found_in_every_object("get_tool", handler)},
      {"kind-found-in-every-object", "P11.2-12", "What every object has is found as a handler of a kind.",
       found_in_every_object("get_tool_handler", handler)},
      {"component-found-in-every-object", "P11.3-07", "What every object has is found as a component.",
       found_in_every_object("get_executor", Json{{"found", true}})},
      {"no-connection-after-clearing", "P11.1-04", "After clearing, no connection can be registered.",
       nothing_after("clear_connections", "register_connection")},
      {"no-tool-after-clearing", "P11.2-07", "After clearing, no tool can be registered.",
       nothing_after("clear_tools", "register_tool")},
      {"no-kind-after-clearing", "P11.2-13", "After clearing, no kind can be registered.",
       nothing_after("clear_tool_handlers", "register_tool_handler")},
  };
}

std::vector<Mutant> connection_registry_mutants() {
  return {
      {"connection-kept-under-its-address", "P11.1-02", "A client is kept under its endpoint.",
       other_steps_for("register_connection",
                       [](Json const& step, Json const&) {
                         return Json::array({with_member(step, "name", member(member(step, "value"), "endpoint"))});
                       })},
      {"first-connection-stays-alone", "P11.1-02", "Once a client is registered no other one is kept.",
       other_steps_for(
           "register_connection",
           [](Json const& step, Json const& earlier) { return earlier.empty() ? Json::array({step}) : none(); })},
      {"unknown-connection-is-an-error", "P11.1-03", "An unknown name of a connection is an error.",
       for_nothing("get_connection", raised_in_step("ValueError"))},
      {"unknown-connection-is-made-up", "P11.1-03", "For an unknown name of a connection there is an empty client.",
       for_nothing("get_connection", Json{{"endpoint", "/"}})},
      {"connections-not-cleared", "P11.1-04", "Clearing connections does nothing.", not_done("clear_connections")},
      {"tools-cleared-with-connections", "P11.1-04", "Clearing connections takes the names of tools along.",
       with_action_before("clear_connections", "clear_tools")},
      {"kinds-cleared-with-connections", "P11.1-04", "Clearing connections takes the kinds of tools along.",
       with_action_before("clear_connections", "clear_tool_handlers")},
  };
}

std::vector<Mutant> name_mutants() {
  return {
      {"one-word-means-one-handler", "P11.2-01", "A handler of a kind serves tools of that name as well.",
       other_steps_for("register_tool_handler",
                       [](Json const& step, Json const&) {
                         Json named = with_member(step, "do", "register_tool");
                         named["name"] = member(step, "kind");
                         named.erase("kind");
                         return Json::array({named, step});
                       })},
      {"tool-filed-elsewhere", "P11.2-05", "A handler is kept under another name than its own.",
       filed_elsewhere("register_tool", "name")},
      {"unknown-tool-is-an-error", "P11.2-06", "Looking up an unknown name of a tool is an error.",
       for_nothing("get_tool", raised_in_step("ValueError"))},
      {"kind-found-by-name", "P11.2-06", "What is not among the names is looked up among the kinds.",
       other_steps_for("get_tool",
                       [](Json const& step, Json const& earlier) {
                         if (did_before(earlier, "register_tool", "name", member(step, "name")))
                           return Json::array({step});
                         Json general = with_member(step, "do", "get_tool_handler");
                         general["kind"] = member(step, "name");
                         return Json::array({general});
                       })},
      {"names-not-cleared", "P11.2-07", "Clearing the names of tools does nothing.", not_done("clear_tools")},
      {"kinds-cleared-with-names", "P11.2-07", "Clearing the names of tools takes the kinds along.",
       with_action_before("clear_tools", "clear_tool_handlers")},
  };
}

std::vector<Mutant> kind_mutants() {
  return {
      {"kind-filed-elsewhere", "P11.2-10", "A handler is kept under another kind than its own.",
       filed_elsewhere("register_tool_handler", "kind")},
      {"first-handler-of-a-kind-stays", "P11.2-11", "Whoever registers a kind first keeps it.",
       other_steps_for("register_tool_handler",
                       [](Json const& step, Json const& earlier) {
                         Json const& kind = member(step, "kind");
                         bool const taken =
                             is_built_in(kind) || did_before(earlier, "register_tool_handler", "kind", kind);
                         return taken ? none() : Json::array({step});
                       })},
      {"unknown-kind-is-an-error", "P11.2-12", "Looking up an unknown kind is an error.",
       for_nothing("get_tool_handler", raised_in_step("ValueError"))},
      {"wildcard-found-for-unknown-kinds", "P11.2-12", "Looking up an unknown kind finds the wildcard.",
       other_steps_for("get_tool_handler",
                       [](Json const& step, Json const& earlier) {
                         Json const& kind = member(step, "kind");
                         bool const known =
                             is_built_in(kind) || did_before(earlier, "register_tool_handler", "kind", kind);
                         return Json::array({known ? step : with_member(step, "kind", "*")});
                       })},
      {"kinds-not-cleared", "P11.2-13", "Clearing the kinds of tools does nothing.", not_done("clear_tool_handlers")},
      {"built-in-kinds-come-back", "P11.2-13", "After clearing, the kinds that came with the runtime are there again.",
       changed_answers([](Json& answer, Json const& step, Json const&) {
         bool const asks = member(step, "do") == "get_tool_handler" && is_built_in(member(step, "kind"));
         if (asks && answer.is_null()) answer = Json{{"handler", true}};
       })},
      {"names-cleared-with-kinds", "P11.2-13", "Clearing the kinds of tools takes the names along.",
       with_action_before("clear_tool_handlers", "clear_tools")},
      {"functions-not-served", "P11.2-15", "No handler of functions is there from the start.",
       not_there_at_the_start("function")},
      {"prompts-not-served", "P11.2-15", "No handler of prompts is there from the start.",
       not_there_at_the_start("prompty")},
      {"servers-not-served", "P11.2-26", "No handler of MCP servers is there from the start.",
       not_there_at_the_start("mcp")},
      {"unserved-kind-gives-a-text", "P11.2-26", "A handler that can serve nothing gives a text that says so.",
       tried_handler(Json{{"handler", true}, {"result", "not supported"}})},
      {"unserved-kind-raises-anything", "P11.2-26", "A handler that can serve nothing raises an error of no kind.",
       tried_handler(raised_in_step("RuntimeError"))},
      {"specifications-not-served", "P11.2-26", "No handler of OpenAPI tools is there from the start.",
       not_there_at_the_start("openapi")},
  };
}

bool refers(Json const& params) {
  return member(member(member(member(params, "agent"), "model"), "connection"), "kind") == "reference";
}

/// Asks `run` over a reference connection something else.
Rule other_reference(std::function<void(Json& connection, Json& clients)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = operation == "run" && refers(params) &&
                       member(member(params, "register"), "connections").is_object() &&
                       !params["register"]["connections"].empty();
    if (!bears) return reference(operation, params);
    Json asked = params;
    change(asked["agent"]["model"]["connection"], asked["register"]["connections"]);
    return reference(operation, asked);
  };
}

std::vector<Mutant> reference_mutants() {
  return {
      {"key-of-a-client-kept-back", "P11.1-07", "A registered client is used without its key.",
       other_reference([](Json&, Json& clients) {
         for (Json& client : clients) client.erase("apiKey");
       })},
      {"last-client-used", "P11.1-07", "The client that was registered last is used for every name.",
       other_reference([](Json& connection, Json& clients) { connection["name"] = std::prev(clients.end()).key(); })},
      {"clients-never-found", "P11.1-08", "No client is found under its name.",
       other_reference([](Json&, Json& clients) { clients = Json::object(); })},
      {"some-client-for-an-unknown-name", "P11.1-08", "A name under which nothing is registered finds some client.",
       other_reference([](Json& connection, Json& clients) {
         std::string const name = connection.value("name", "");
         if (!clients.contains(name)) clients[name] = Json(clients.begin().value());
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::registries

namespace conformance::mutants {

std::vector<Mutant> registry_mutants() {
  std::vector<Mutant> mutants = registries::connection_registry_mutants();
  for (std::vector<Mutant> const& more : {registries::key_mutants(), registries::name_mutants(),
                                          registries::kind_mutants(), registries::reference_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
