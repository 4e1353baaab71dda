#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/sending_rules.hpp"

namespace conformance::mutants::provider_requests {
namespace {

std::string provider_of(Json const& params) {
  Json const& provider = member_at(params, {"agent", "model", "provider"});
  return provider.is_string() ? provider.get<std::string>() : "";
}

Json const& connection_of(Json const& params) {
  return member_at(params, {"agent", "model", "connection"});
}

/// Changes the requests that are built for some providers.
Rule changed_request(std::function<bool(std::string const& provider)> concerns,
                     std::function<void(Json& request, Json const& params)> change) {
  return [concerns = std::move(concerns), change = std::move(change)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_built = operation == "build_request" && reply.status == Reply::Status::result;
    if (is_built && concerns(provider_of(params))) change(reply.value, params);
    return reply;
  };
}

void ask_below_v1(Json& request, Json const&) {
  std::string const path = request.value("path", "");
  std::size_t const end = path.find("/openai/deployments/");
  if (end != 0) return;
  std::size_t const rest = path.find('/', std::string("/openai/deployments/").size());
  request["path"] = "/openai/v1" + path.substr(rest, path.find('?') - rest);
}

void forget_version(Json& request, Json const&) {
  std::string const path = request.value("path", "");
  request["path"] = path.substr(0, path.find('?'));
}

void ask_one_deployment(Json& request, Json const& params) {
  std::string path = request.value("path", "");
  std::string const id = member_at(params, {"agent", "model", "id"}).get<std::string>();
  std::size_t const at = path.find(id);
  if (at != std::string::npos) request["path"] = path.replace(at, id.size(), "default");
}

std::vector<Mutant> azure_mutants() {
  return {
      {"azure-path-without-deployment", "P7.9-01", "The path for Azure names no deployment.",
       changed_request(is_azure, ask_below_v1)},
      {"foundry-path-without-deployment", "P7.9-01", "The path for Foundry names no deployment.",
       changed_request([](std::string const& provider) { return provider == "foundry"; }, ask_below_v1)},
      {"azure-path-without-version", "P7.9-01", "The path for Azure names no version.",
       changed_request(is_azure, forget_version)},
      {"azure-deployment-of-a-fixed-name", "P7.9-01", "Azure is asked for one deployment, whatever the model's id.",
       changed_request(is_azure, ask_one_deployment)},
      {"azure-body-without-model", "P7.9-02", "The body for Azure does not repeat the model.",
       changed_request(is_azure, [](Json& request, Json const&) { request["body"].erase("model"); })},
      {"azure-body-without-structure", "P7.9-02", "The body for Azure asks for no structure.",
       changed_request(is_azure, [](Json& request, Json const&) { request["body"].erase("response_format"); })},
      {"azure-limit-under-its-old-name", "P7.9-02", "The limit of tokens goes to Azure under the older name.",
       changed_request(is_azure,
                       [](Json& request, Json const&) {
                         Json const limit = member(request["body"], "max_completion_tokens");
                         request["body"].erase("max_completion_tokens");
                         if (!limit.is_null()) request["body"]["max_tokens"] = limit;
                       })},
  };
}

/// Changes the params of runs over a connection of that sort.
Rule changed_run(std::function<bool(Json const& connection)> concerns, std::function<void(Json& params)> change) {
  return [concerns = std::move(concerns), change = std::move(change)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    if (operation != "run" || !concerns(connection_of(params))) return reference(operation, params);
    Json changed = params;
    change(changed);
    return reference(operation, changed);
  };
}

Rule answered_run(std::function<bool(Json const& connection, Json const& clients)> concerns, Reply reply) {
  return [concerns = std::move(concerns), reply = std::move(reply)](std::string const& operation, Json const& params,
                                                                    AskReference const& reference) {
    bool const fits =
        operation == "run" && concerns(connection_of(params), member_at(params, {"register", "connections"}));
    return fits ? reply : reference(operation, params);
  };
}

bool is_reference(Json const& connection) {
  return member(connection, "kind") == "reference";
}

bool is_registered(Json const& connection, Json const& clients) {
  Json const& name = member(connection, "name");
  return is_reference(connection) && name.is_string() && !member(clients, name.get<std::string>()).is_null();
}

bool is_unregistered(Json const& connection, Json const& clients) {
  return is_reference(connection) && member(connection, "name").is_string() && !is_registered(connection, clients);
}

bool is_listed(std::string const& kind) {
  for (char const* const listed : {"key", "reference", "remote", "anonymous", "foundry", "oauth"}) {
    if (kind == listed) return true;
  }
  return false;
}

bool is_unlisted(Json const& connection) {
  Json const& kind = member(connection, "kind");
  return kind.is_string() && !is_listed(kind.get<std::string>());
}

void take_first_client(Json& params) {
  Json& clients = params["register"]["connections"];
  Json const& name = member(connection_of(params), "name");
  if (!clients.is_object() || clients.empty() || !name.is_string()) return;
  Json const first = clients.front();
  clients[name.get<std::string>()] = first;
}

void forget_keys_of_clients(Json& params) {
  for (Json& client : params["register"]["connections"]) client["apiKey"] = "none";
}

Reply empty_outcome() {
  return answered({{"type", "text"}, {"value", ""}});
}

std::vector<Mutant> client_mutants() {
  return {
      {"registered-clients-not-looked-up", "P7.9-06", "A reference connection never finds a client.",
       answered_run(is_registered, raised("ValueError"))},
      {"first-client-for-every-name", "P7.9-06", "A reference connection takes the client that came first.",
       changed_run(is_reference, take_first_client)},
      {"key-of-a-client-lost", "P7.9-06", "Requests over a registered client do not carry its key.",
       changed_run(is_reference, forget_keys_of_clients)},
      {"any-client-for-an-unknown-name", "P7.9-07", "An unknown name is served by whichever client there is.",
       [rule = changed_run(is_reference, take_first_client)](std::string const& operation, Json const& params,
                                                             AskReference const& reference) {
         bool const is_unknown = is_unregistered(connection_of(params), member_at(params, {"register", "connections"}));
         return is_unknown ? rule(operation, params, reference) : reference(operation, params);
       }},
      {"unknown-client-ends-well", "P7.9-07", "A run over a client that nobody registered sends nothing and succeeds.",
       answered_run(is_unregistered, empty_outcome())},
      {"known-client-taken-for-unknown", "P7.9-07", "Every name is one under which nothing is registered.",
       answered_run([](Json const& connection, Json const&) { return is_reference(connection); },
                    raised("ValueError"))},
  };
}

std::vector<Mutant> kind_mutants() {
  return {
      {"unlisted-kind-taken-for-a-key", "P7.9-09", "A connection of an unknown kind is used if it has a key.",
       changed_run([](Json const& connection) { return is_unlisted(connection) && connection.contains("apiKey"); },
                   [](Json& params) { params["agent"]["model"]["connection"]["kind"] = "key"; })},
      {"kinds-in-any-case", "P7.9-09", "Kinds of connections are read in small letters.",
       changed_run(is_unlisted,
                   [](Json& params) {
                     std::string kind = connection_of(params)["kind"].get<std::string>();
                     std::transform(kind.begin(), kind.end(), kind.begin(),
                                    [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
                     params["agent"]["model"]["connection"]["kind"] = kind;
                   })},
      {"listed-kind-taken-for-unlisted", "P7.9-09", "A connection of kind key is one of an unknown kind.",
       answered_run([](Json const& connection, Json const&) { return member(connection, "kind") == "key"; },
                    raised("ValueError"))},
  };
}

}  // namespace
}  // namespace conformance::mutants::provider_requests

namespace conformance::mutants {

std::vector<Mutant> provider_request_mutants() {
  std::vector<Mutant> mutants = provider_requests::azure_mutants();
  for (std::vector<Mutant> const& more : {provider_requests::client_mutants(), provider_requests::kind_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
