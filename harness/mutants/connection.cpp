#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::connection {
namespace {

using ChangeConnection = std::function<void(Json& connection)>;

/// Changes the connections that were loaded, of the model and of the tools.
Rule changed_loaded_connection(std::function<bool(Json const& connection)> predicate, ChangeConnection change) {
  return changed_agent([predicate = std::move(predicate), change = std::move(change)](Json& agent, Json const&) {
    if (predicate(member_at(agent, {"model", "connection"}))) change(agent["model"]["connection"]);
    if (!agent.contains("tools")) return;
    for (Json& tool : agent["tools"]) {
      if (predicate(member(tool, "connection"))) change(tool["connection"]);
    }
  });
}

std::function<bool(Json const& connection)> of_kind(std::string kind) {
  return [kind = std::move(kind)](Json const& connection) { return kind_of(connection) == kind; };
}

/// Changes the connection that a run goes over, knowing its environment.
Rule changed_run(std::function<void(Json& connection, Json const& environment)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const connected = operation == "run" && member_at(params, {"agent", "model", "connection"}).is_object();
    if (!connected) return reference(operation, params);
    Json changed = params;
    change(changed["agent"]["model"]["connection"], member(params, "env"));
    return reference(operation, changed);
  };
}

Rule changed_run_of(std::string kind, std::function<void(Json& connection, Json const& environment)> change) {
  return changed_run([kind = std::move(kind), change = std::move(change)](Json& connection, Json const& environment) {
    if (kind_of(connection) == kind) change(connection, environment);
  });
}

/// Answers a run over such a connection without sending anything.
Rule answered_run(std::function<bool(Json const& connection)> predicate, Reply reply) {
  return [predicate = std::move(predicate), reply = std::move(reply)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    bool const fits = operation == "run" && predicate(member_at(params, {"agent", "model", "connection"}));
    return fits ? reply : reference(operation, params);
  };
}

std::string any_key_of(Json const& environment) {
  for (auto const& [name, value] : environment.items()) {
    if (name.ends_with("_API_KEY")) return value.get<std::string>();
  }
  return "";
}

std::string any_address_of(Json const& environment) {
  for (auto const& [name, value] : environment.items()) {
    if (name.ends_with("_BASE_URL") || name.ends_with("_ENDPOINT")) return value.get<std::string>();
  }
  return "";
}

void key_from_environment(Json& connection, Json const& environment) {
  if (std::string const key = any_key_of(environment); !key.empty()) connection["apiKey"] = key;
}

void becomes_key_where_one_is_found(Json& connection) {
  if (connection.contains("apiKey")) connection["kind"] = "key";
}

/// Loads and runs as one type: both operations see the change.
Rule guessed_from_fields() {
  Rule const loading = changed_loaded_connection([](Json const& connection) { return connection.is_object(); },
                                                 becomes_key_where_one_is_found);
  Rule const running = changed_run([](Json& connection, Json const&) { becomes_key_where_one_is_found(connection); });
  return [loading, running](std::string const& operation, Json const& params, AskReference const& reference) {
    return operation == "run" ? running(operation, params, reference) : loading(operation, params, reference);
  };
}

Reply empty_outcome() {
  return answered({{"type", "text"}, {"value", ""}});
}

/// What goes wrong with loading a connection of any kind.
std::vector<Mutant> kind_mutants(std::string const& clause, std::string const& kind, std::string const& other_kind) {
  std::vector<Mutant> mutants = {
      {kind + "-connection-of-another-kind", clause,
       fmt::format("A connection of kind {} becomes one of kind {}.", kind, other_kind),
       changed_loaded_connection(of_kind(kind), [other_kind](Json& connection) { connection["kind"] = other_kind; })},
      {kind + "-connection-refused", clause, fmt::format("The connection kind {} is unknown when loading.", kind),
       refused_frontmatter("ValueError",
                           [kind](Json const& frontmatter) {
                             return kind_of(member_at(frontmatter, {"model", "connection"})) == kind;
                           })},
  };
  for (std::string const& name : required_of_connection(kind)) {
    std::string const slug = in_lower_case(name).get<std::string>();
    mutants.push_back({fmt::format("{}-connection-loses-{}", kind, slug), clause,
                       fmt::format("A connection of kind {} loses its {}.", kind, name),
                       changed_loaded_connection(of_kind(kind), without(name))});
    mutants.push_back({fmt::format("{}-connection-changes-{}", kind, slug), clause,
                       fmt::format("A connection of kind {} has another {} than the file says.", kind, name),
                       changed_loaded_connection(of_kind(kind),
                                                 with_other(name, [](Json const&) { return "changed-by-a-mutant"; }))});
  }
  return mutants;
}

/// A required field that is missing is made up when loading.
Mutant invented_field(std::string const& clause, std::string const& kind, std::string const& name) {
  return {fmt::format("{}-connection-invents-{}", kind, in_lower_case(name).get<std::string>()), clause,
          fmt::format("A connection of kind {} gets a {} that nobody gave.", kind, name),
          changed_loaded_connection(of_kind(kind), with(name, "made-up"))};
}

std::vector<Mutant> invention_mutants() {
  return {invented_field("P2.5-04", "reference", "name"), invented_field("P2.5-05", "remote", "target"),
          invented_field("P2.5-07", "foundry", "endpoint"), invented_field("P2.5-08", "oauth", "authenticationMode")};
}

std::vector<Mutant> choice_mutants() {
  return {
      {"credential-of-the-environment", "P2.5-01", "A key in the environment is preferred to that of the connection.",
       changed_run(key_from_environment)},
      {"endpoint-of-the-environment", "P2.5-01", "An address in the environment is preferred to the endpoint.",
       changed_run([](Json& connection, Json const& environment) {
         if (std::string const address = any_address_of(environment); !address.empty())
           connection["endpoint"] = address;
       })},
      {"credential-of-nobody", "P2.5-01", "Every request is sent with the same credential.",
       changed_run([](Json& connection, Json const&) {
         if (connection.contains("apiKey")) connection["apiKey"] = "default";
       })},
      {"kind-guessed-from-fields", "P2.5-02", "A connection with a key is a key connection, whatever its kind says.",
       guessed_from_fields()},
      {"kind-guessed-from-endpoint", "P2.5-02", "A connection with an endpoint is never a reference.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         Json const& source = member_at(frontmatter, {"model", "connection"});
         if (kind_of(source) == "reference" && source.contains("endpoint"))
           agent["model"]["connection"]["kind"] = "anonymous";
       })},
      {"kind-without-known-fields-lost", "P2.5-02", "A connection with fields that its kind does not list is dropped.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         Json const& source = member_at(frontmatter, {"model", "connection"});
         if (source.is_object() && source.size() > required_of_connection(kind_of(source)).size() + 1)
           agent["model"].erase("connection");
       })},
  };
}

std::vector<Mutant> credential_mutants() {
  return {
      {"key-not-sent", "P2.5-03", "A request over a key connection carries no key.",
       changed_run_of("key", [](Json& connection, Json const&) { connection["kind"] = "anonymous"; })},
      {"key-cut-short", "P2.5-03", "A request over a key connection carries half of the key.",
       changed_run_of("key",
                      [](Json& connection, Json const&) {
                        std::string const key = connection.value("apiKey", "");
                        if (!key.empty()) connection["apiKey"] = key.substr(0, key.size() / 2);
                      })},
      {"missing-key-goes-unnoticed", "P2.5-09", "A key connection without a key is used as an anonymous one.",
       changed_run_of("key",
                      [](Json& connection, Json const&) {
                        if (!connection.contains("apiKey")) connection["kind"] = "anonymous";
                      })},
      {"anonymous-takes-key-of-environment", "P2.5-06", "An anonymous connection sends a key of the environment.",
       changed_run_of("anonymous",
                      [](Json& connection, Json const& environment) {
                        std::string const key = any_key_of(environment);
                        if (key.empty()) return;
                        connection["kind"] = "key";
                        connection["apiKey"] = key;
                      })},
      {"anonymous-sends-something", "P2.5-06", "An anonymous connection sends a meaningless key.",
       changed_run_of("anonymous",
                      [](Json& connection, Json const&) {
                        connection["kind"] = "key";
                        connection["apiKey"] = "none";
                      })},
      {"incomplete-connection-ends-well", "P2.5-09", "A run without a required field sends nothing and succeeds.",
       answered_run(lacks_required_member, empty_outcome())},
      {"incomplete-anonymous-ends-well", "P2.5-09", "A run over an anonymous connection without address succeeds.",
       answered_run(
           [](Json const& connection) {
             return kind_of(connection) == "anonymous" && lacks_required_member(connection);
           },
           empty_outcome())},
      {"incomplete-kinds-without-key-end-well", "P2.5-09",
       "A run over an incomplete connection of a kind that has no key succeeds.",
       answered_run(
           [](Json const& connection) {
             std::string const kind = kind_of(connection);
             return kind != "key" && kind != "anonymous" && lacks_required_member(connection);
           },
           empty_outcome())},
      {"complete-key-connection-refused", "P2.5-09", "A key connection is found incomplete although it is not.",
       answered_run(
           [](Json const& connection) { return kind_of(connection) == "key" && !lacks_required_member(connection); },
           raised("ValueError"))},
      {"key-demanded-of-anonymous", "P2.5-09", "A connection without a key is incomplete, whatever its kind.",
       answered_run([](Json const& connection) { return member(connection, "apiKey").is_null(); },
                    raised("ValueError"))},
  };
}

}  // namespace
}  // namespace conformance::mutants::connection

namespace conformance::mutants {

std::vector<Mutant> connection_mutants() {
  std::vector<Mutant> mutants = connection::choice_mutants();
  for (std::vector<Mutant> const& more :
       {connection::credential_mutants(), connection::invention_mutants(),
        connection::kind_mutants("P2.5-03", "key", "anonymous"),
        connection::kind_mutants("P2.5-04", "reference", "key"), connection::kind_mutants("P2.5-05", "remote", "key"),
        connection::kind_mutants("P2.5-06", "anonymous", "key"),
        connection::kind_mutants("P2.5-07", "foundry", "remote"),
        connection::kind_mutants("P2.5-08", "oauth", "foundry")})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
