#include "harness/judge/deviations/rules.hpp"
#include "mock-provider/matching/bounded_json.hpp"

#include <fmt/core.h>
#include <httplib.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

namespace conformance::deviations {

Reply raised(std::string const& kind) {
  Reply reply;
  reply.status = Reply::Status::error;
  reply.value = {{"kind", kind}, {"message", "raised by a mutant"}};
  return reply;
}

Reply answered(Json value) {
  Reply reply;
  reply.value = std::move(value);
  return reply;
}

Json const& member_at(Json const& value, std::vector<std::string> const& keys) {
  Json const* found = &value;
  for (std::string const& key : keys) found = &member(*found, key);
  return *found;
}

bool registers_components(Json const& params) {
  Json const& registered = member(params, "register");
  return registered.is_object() && registered.size() > registered.count("connections");
}

std::filesystem::path write_new_file(std::filesystem::path const& folder, std::string const& prefix,
                                     std::string const& suffix, std::string const& text) {
  std::string path = (folder / (prefix + "XXXXXX" + suffix)).string();
  int const descriptor = mkstemps(path.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) return {};
  close(descriptor);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

namespace {

struct Answer {
  int status = 0;
  std::string location;
  std::string body;
};

bool is_azure(Json const& provider) {
  return provider == "azure" || provider == "foundry";
}

Json const& connection_of(Json const& params) {
  return member_at(params, {"agent", "model", "connection"});
}

/// Whether the request can be sent without knowing more than its params.
bool is_plain(std::string const& operation, Json const& params) {
  if (operation != "run" && operation != "execute") return false;
  Json const& connection = connection_of(params);
  Json const& kind = member(connection, "kind");
  bool const is_known = kind == "anonymous" || (kind == "key" && !member(connection, "apiKey").is_null());
  return is_known && member(connection, "endpoint").is_string() && member(params, "stream").is_null();
}

Json params_for(Json const& params, std::string const& dropped) {
  Json kept = params;
  kept.erase(dropped);
  kept.erase("env");
  kept.erase("variant");
  return kept;
}

/// The header that carries a key, and its value.
std::pair<std::string, std::string> credential(Json const& provider, std::string const& key) {
  if (provider == "anthropic") return {"x-api-key", key};
  if (is_azure(provider)) return {"api-key", key};
  return {"Authorization", "Bearer " + key};
}

Json sending_of(Json const& params, Json const& built) {
  Json const& connection = connection_of(params);
  Json const& provider = member_at(params, {"agent", "model", "provider"});
  std::string const endpoint = connection["endpoint"].get<std::string>();
  std::size_t const base_start = std::min(endpoint.find('/', endpoint.find("://") + 3), endpoint.size());
  std::string const base = endpoint.substr(base_start);
  std::string const path = built.value("path", "");
  bool const meet = base.ends_with('/') && path.starts_with('/');
  Json headers = {{"Accept", "application/json"}, {"User-Agent", "prompty/0.0.1"}};
  headers.update(built.value("headers", Json::object()));
  if (provider == "anthropic" && !headers.contains("anthropic-version")) headers["anthropic-version"] = "2023-06-01";
  if (member(connection, "kind") == "key") {
    auto const [name, value] = credential(provider, connection["apiKey"].get<std::string>());
    headers[name] = value;
  }
  return {{"provider", provider},
          {"origin", endpoint.substr(0, base_start)},
          {"base", base},
          {"path", path},
          {"target", base + (meet ? path.substr(1) : path)},
          {"headers", headers},
          {"body", member(built, "body").dump()}};
}

std::optional<Answer> post(Json const& sending) {
  httplib::Client client(sending.at("origin").get<std::string>());
  client.set_url_encode(false);
  httplib::Headers headers;
  for (auto const& [name, value] : sending.at("headers").items()) headers.emplace(name, value.get<std::string>());
  httplib::Result const result = client.Post(sending.at("target").get<std::string>(), headers,
                                             sending.at("body").get<std::string>(), "application/json");
  if (!result) return std::nullopt;
  return Answer{.status = result->status, .location = result->get_header_value("Location"), .body = result->body};
}

std::optional<Answer> exchanged(Json sending, ChangeSending const& change) {
  std::optional<Answer> answer = post(sending);
  if (!answer) return answer;
  sending["answer"] = {{"status", answer->status}, {"location", answer->location}};
  std::optional<Json> const again = change(sending);
  return again && member(*again, "again") == true ? post(*again) : answer;
}

Reply read_answer(std::string const& operation, Json const& params, std::optional<Answer> const& answer,
                  AskReference const& reference) {
  if (!answer) return raised("ConnectionError");
  if (answer->status < 200 || answer->status > 299) {
    Reply refused = raised("ExecuteError");
    refused.value["message"] = fmt::format("{} {}", answer->status, answer->body);
    return refused;
  }
  Json body = json_in(answer->body);
  if (body.is_discarded()) return raised("ValueError");
  if (operation == "execute") return answered(std::move(body));
  Json processed = params_for(params, "messages");
  processed["response"] = std::move(body);
  return reference("process", processed);
}

}  // namespace

Reply send_by_itself(ChangeSending const& change, std::string const& operation, Json const& params,
                     AskReference const& reference) {
  if (!is_plain(operation, params)) return reference(operation, params);
  Reply const built = reference("build_request", params_for(params, "stream"));
  if (built.status != Reply::Status::result) return reference(operation, params);
  std::optional<Json> const sending = change(sending_of(params, built.value));
  if (!sending) return reference(operation, params);
  return read_answer(operation, params, exchanged(*sending, change), reference);
}

}  // namespace conformance::deviations
