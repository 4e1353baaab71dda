#include <set>
#include <utility>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::dispatching {
namespace {

std::string call_name(Json const& asked) {
  return member(asked, "call").value("name", "");
}

bool is_served_by(Json const& told, std::string const& layer) {
  return member(told, "servedBy") == layer;
}

bool is_received(Json const& told) {
  return member(told, "received").is_array() && !told["received"].empty();
}

/// Changes what handlers of a layer were called with.
Rule changed_call(std::string layer, std::function<void(Json& received, Json const& asked)> change) {
  return changed_dispatch([layer = std::move(layer), change = std::move(change)](Json& told, Json const& asked) {
    if (is_served_by(told, layer) && is_received(told)) change(told["received"], asked);
  });
}

/// The same for handlers of kinds, with all four values.
Rule changed_kind_call(std::function<void(Json& received)> change) {
  return changed_call("kind", [change = std::move(change)](Json& received, Json const&) {
    if (received.size() == 4) change(received);
  });
}

bool is_unserved(Reply const& reply) {
  if (reply.status != Reply::Status::error || !member(reply.value, "message").is_string()) return false;
  return reply.value["message"].get<std::string>().starts_with("No handler registered for tool");
}

/// Puts one handler in the place of that for the name of the call.
Rule other_named_handler(std::function<Json(Json const& names)> choose) {
  return other_dispatch([choose = std::move(choose)](Json& asked) {
    if (is_named(asked)) asked["names"][call_name(asked)] = choose(Json(asked["names"]));
  });
}

bool has_own_kind_handler(Json const& asked) {
  Json const& kinds = member(asked, "kinds");
  return kinds.is_object() && kinds.contains(called_kind(asked));
}

bool is_via_kind_of(Json const& asked, std::string const& kind) {
  return member(asked, "via") == "kind" && called_kind(asked) == kind;
}

bool is_empty_value(Json const& value) {
  return value.is_null() || value == false || value == 0 || value == "";
}

/// Whether a turn called something, and something that nobody serves.
bool has_called(Reply const& reply, Json const& asked) {
  if (reply.status != Reply::Status::result || member(asked, "handlers").empty()) return false;
  for (Json const& message : member(reply.value, "messages")) {
    if (!calls_in(message).empty()) return true;
  }
  return false;
}

bool has_unserved_call(Json const& result, Json const& asked) {
  for (Json const& message : member(result, "messages")) {
    for (Json const& call : calls_in(message)) {
      Json const& name = member(member(call, "function"), "name");
      if (name.is_string() && !member(asked, "handlers").contains(name.get<std::string>())) return true;
    }
  }
  return false;
}

std::vector<Mutant> layer_mutants() {
  return {
      {"name-that-is-a-kind-passed-over", "P11.2-01", "A tool that is called like a kind is not looked up by name.",
       other_dispatch([](Json& asked) {
         static std::set<std::string> const kinds = {"function", "prompty", "mcp", "openapi"};
         if (is_named(asked) && kinds.contains(call_name(asked))) asked["names"].erase(call_name(asked));
       })},
      {"name-serves-a-kind", "P11.2-01", "What is registered as a name serves the kind of that name.",
       other_dispatch([](Json& asked) {
         Json const& named = member(member(asked, "names"), called_kind(asked));
         if (named.is_object()) asked["kinds"][called_kind(asked)] = Json(named);
       })},
      {"first-name-serves", "P11.2-02", "The handler that was registered first serves every name.",
       other_named_handler([](Json const& names) { return *names.begin(); })},
      {"last-name-serves", "P11.2-02", "The handler that was registered last serves every name.",
       other_named_handler([](Json const& names) { return *std::prev(names.end()); })},
      {"kind-serves-registered-names-alone", "P11.2-03", "A handler of a kind serves no tool without a name.",
       changed_dispatch_reply([](Reply reply, Json const& asked) {
         bool const bears = reply.status == Reply::Status::result && is_served_by(reply.value, "kind") &&
                            !asked.contains("via") && is_received(reply.value);
         return bears ? raised("ValueError") : reply;
       })},
      {"wildcard-before-the-kind", "P11.2-03", "The wildcard goes before the exact kind.",
       other_dispatch([](Json& asked) {
         if (has_own_kind_handler(asked) && asked["kinds"].contains("*")) asked["kinds"].erase(called_kind(asked));
       })},
      {"outside-handlers-ignored", "P11.2-16", "Handlers of kinds that a library could serve are not taken from users.",
       other_dispatch([](Json& asked) {
         if (!member(asked, "kinds").is_object()) return;
         for (char const* const kind : {"mcp", "openapi", "*"}) asked["kinds"].erase(kind);
       })},
      {"kind-before-name", "P11.2-20", "A handler of the kind goes before one of the name.",
       other_dispatch([](Json& asked) {
         bool const has_kind =
             has_own_kind_handler(asked) || called_kind(asked) == "prompty" || called_kind(asked) == "mcp";
         if (has_kind && is_named(asked)) asked["names"].erase(call_name(asked));
       })},
      {"every-call-goes-to-functions", "P7.1.3-22", "All calls go to the handler of functions.",
       other_dispatch([](Json& asked) {
         if (!member(member(asked, "kinds"), "function").is_object()) return;
         Json const handler = asked["kinds"]["function"];
         for (Json& kind : asked["kinds"]) kind = handler;
       })},
      {"calls-of-functions-go-elsewhere", "P7.1.3-22", "Calls of functions go to the servers.",
       other_dispatch([](Json& asked) {
         bool const bears = member(member(asked, "kinds"), "function").is_object() && asked["kinds"].contains("mcp");
         if (bears) asked["kinds"]["function"] = Json(asked["kinds"]["mcp"]);
       })},
  };
}

std::vector<Mutant> call_mutants() {
  return {
      {"name-called-like-a-kind", "P11.2-17", "A handler of a name gets tool, arguments, agent and inputs.",
       changed_call("name",
                    [](Json& received, Json const& asked) {
                      received = Json::array({member(asked, "tool"), Json(received.at(0)), member(asked, "agent"),
                                              asked.value("inputs", Json::object())});
                    })},
      {"result-of-a-name-as-text", "P11.2-17", "What a handler of a name returns is turned into text.",
       changed_dispatch([](Json& told, Json const&) {
         if (is_served_by(told, "name") && !told["result"].is_string()) told["result"] = told["result"].dump();
       })},
      {"kind-handler-gets-arguments-alone", "P11.2-18", "A handler of a kind gets the arguments alone.",
       changed_kind_call([](Json& received) { received = Json::array({Json(received[1])}); })},
      {"agent-before-arguments", "P11.2-18", "A handler of a kind gets the agent before the arguments.",
       changed_kind_call([](Json& received) { std::swap(received[1], received[2]); })},
      {"kind-called-without-inputs", "P11.2-18", "A handler of a kind does not get the inputs.",
       changed_kind_call([](Json& received) { received.erase(3); })},
      {"nobody-is-an-empty-result", "P11.2-19", "A call that nobody serves has an empty result.",
       changed_dispatch_reply([](Reply reply, Json const&) {
         return is_unserved(reply) ? answered(Json{{"result", ""}, {"servedBy", "kind"}}) : reply;
       })},
      {"kind-not-told", "P11.2-19", "The message about a call that nobody serves ends behind the name.",
       changed_dispatch_reply([](Reply reply, Json const&) {
         if (!is_unserved(reply)) return reply;
         std::string const message = reply.value["message"].get<std::string>();
         reply.value["message"] = message.substr(0, message.find(" (kind"));
         return reply;
       })},
      {"registered-after-clearing-in-vain", "P11.2-19", "After clearing, handlers that are registered are not found.",
       other_dispatch([](Json& asked) {
         if (member(asked, "clear") != true) return;
         asked.erase("names");
         asked.erase("kinds");
       })},
      {"handlers-of-a-turn-not-found", "P11.2-19", "A turn finds no handler, and ends in the error of that.",
       changed_reply_of_turn(
           [](Reply reply, Json const& asked) { return has_called(reply, asked) ? raised("ValueError") : reply; })},
      {"unserved-call-ends-a-turn-in-silence", "P11.2-19",
       "A turn with a call that nobody serves has an empty outcome.", changed_turn([](Json& result, Json const& asked) {
         if (has_unserved_call(result, asked)) result["outcome"] = Json{{"type", "text"}, {"value", ""}};
       })},
      {"empty-result-of-a-name-passed-over", "P11.2-17",
       "A handler of a name that returns null, false or 0 counts as none.",
       changed_dispatch_reply([](Reply reply, Json const&) {
         bool const bears = reply.status == Reply::Status::result && is_served_by(reply.value, "name") &&
                            is_empty_value(reply.value["result"]);
         return bears ? raised("ValueError") : reply;
       })},
      {"empty-result-of-a-name-left-to-its-kind", "P11.2-20",
       "The kind serves what a name returned null, false or 0 for.", other_dispatch([](Json& asked) {
         if (!is_named(asked) || !has_own_kind_handler(asked)) return;
         Json const& handler = asked["names"][call_name(asked)];
         if (handler.contains("returnsJson") && is_empty_value(handler["returnsJson"]))
           asked["names"].erase(call_name(asked));
       })},
      {"failed-name-left-to-its-kind", "P11.2-20", "The kind serves a call whose handler by name has failed.",
       other_dispatch([](Json& asked) {
         if (!is_named(asked) || !has_own_kind_handler(asked)) return;
         if (asked["names"][call_name(asked)].contains("throws")) asked["names"].erase(call_name(asked));
       })},
      {"names-of-every-object-taken", "P11.2-19",
       "What every object has is found as the handler of a tool of that name.",
       changed_dispatch_reply([](Reply reply, Json const& asked) {
         return is_unserved(reply) && is_name_of_objects(call_name(asked))
                    ? answered(Json{{"result", ""}, {"servedBy", "name"}})
                    : reply;
       })},
      {"callable-called-like-a-kind", "P11.2-21", "The handler of functions hands on all that it gets.",
       changed_call("kind",
                    [](Json& received, Json const& asked) {
                      if (is_via_kind_of(asked, "function")) received.push_back(member(asked, "tool"));
                    })},
      {"wildcard-gives-the-handler", "P11.2-25", "The wildcard gives the user's handler instead of executing it.",
       changed_dispatch([](Json& told, Json const& asked) {
         if (is_via_kind_of(asked, "*")) told["result"] = Json{{"handler", true}};
       })},
  };
}

/// Changes each binding of the tool that is called.
Rule other_binding(std::function<void(Json& value, Json const& asked)> change) {
  return other_dispatch([change = std::move(change)](Json& asked) {
    if (!member(member(asked, "tool"), "bindings").is_object()) return;
    Json const before = asked;
    for (Json& value : asked["tool"]["bindings"]) change(value, before);
  });
}

/// Takes bindings away for which the predicate holds.
Rule without_bindings(std::function<bool(std::string const& parameter, Json const& asked)> predicate) {
  return other_dispatch([predicate = std::move(predicate)](Json& asked) {
    if (!member(member(asked, "tool"), "bindings").is_object()) return;
    Json kept = Json::object();
    for (auto const& [parameter, value] : asked["tool"]["bindings"].items()) {
      if (!predicate(parameter, asked)) kept[parameter] = value;
    }
    asked["tool"]["bindings"] = kept;
  });
}

bool is_declared(Json const& asked, std::string const& parameter) {
  for (Json const& declared : member(member(asked, "tool"), "parameters")) {
    if (member(declared, "name") == parameter) return true;
  }
  return false;
}

bool is_given(Json const& asked, std::string const& parameter) {
  Json const& text = member(member(asked, "call"), "arguments");
  Json const given = Json::parse(text.is_string() ? text.get<std::string>() : "", nullptr, false);
  return given.is_object() && given.contains(parameter);
}

/// Changes the arguments that a canned handler got, given the text that they came as.
Rule changed_arguments(std::function<void(Json& arguments, Json const& text)> change) {
  return changed_dispatch([change = std::move(change)](Json& told, Json const& asked) {
    if (!is_received(told)) return;
    std::size_t const place = told["received"].size() == 4 ? 1 : 0;
    change(told["received"][place], member(member(asked, "call"), "arguments"));
  });
}

std::vector<Mutant> argument_mutants() {
  return {
      {"bound-text-names-an-input", "P2.9.1-01", "A bound text is taken for the name of an input.",
       other_binding([](Json& value, Json const& asked) {
         Json const& inputs = member(asked, "inputs");
         if (value.is_string() && inputs.is_object()) value = inputs.value(value.get<std::string>(), value);
       })},
      {"bound-values-as-text", "P2.9.1-01", "Bound values are handed over as text.",
       other_binding([](Json& value, Json const&) {
         if (!value.is_string()) value = value.dump();
       })},
      {"bound-values-wrapped", "P2.9.1-01", "A bound value is handed over with its type.",
       other_binding([](Json& value, Json const&) {
         value = Json{{"value", Json(value)}};
       })},
      {"names-without-bound-values", "P2.9.1-04", "Handlers of names do not get bound values.",
       without_bindings([](std::string const&, Json const& asked) { return is_named(asked); })},
      {"kinds-without-bound-values", "P2.9.1-04", "Handlers of kinds do not get bound values.",
       without_bindings([](std::string const&, Json const& asked) { return !is_named(asked); })},
      {"undeclared-bindings-dropped", "P2.9.1-04", "What the tool has no parameter for is not injected.",
       without_bindings(
           [](std::string const& parameter, Json const& asked) { return !is_declared(asked, parameter); })},
      {"given-value-wins", "P2.9.1-05", "A value that the model gives goes before the bound one.",
       without_bindings([](std::string const& parameter, Json const& asked) { return is_given(asked, parameter); })},
      {"arguments-handed-over-as-text", "P8.7-05", "The handler gets the text of the arguments.",
       changed_arguments([](Json& arguments, Json const& text) { arguments = text; })},
      {"arguments-parsed-at-the-top", "P8.7-05", "Only the names of arguments are parsed, their values stay text.",
       changed_arguments([](Json& arguments, Json const&) {
         for (Json& value : arguments) value = value.dump();
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::dispatching

namespace conformance::mutants {

std::vector<Mutant> dispatch_mutants() {
  std::vector<Mutant> mutants = dispatching::layer_mutants();
  for (std::vector<Mutant> const& more : {dispatching::call_mutants(), dispatching::argument_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
