#include "harness/mutants/sending_rules.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <optional>
#include <utility>

#include "harness/mutants/agent_rules.hpp"

namespace conformance::mutants {
namespace sending_rules {
namespace {

struct Answer {
  int status = 0;
  std::string location;
  std::string body;
};

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

void add_credential(Sending& sending, Json const& connection) {
  if (member(connection, "kind") != "key") return;
  std::string const key = connection["apiKey"].get<std::string>();
  if (sending.provider == "anthropic") {
    sending.headers["x-api-key"] = key;
  } else if (is_azure(sending.provider)) {
    sending.headers["api-key"] = key;
  } else {
    sending.headers["Authorization"] = "Bearer " + key;
  }
}

Sending sending_of(Json const& params, Json const& built) {
  Json const& provider = member_at(params, {"agent", "model", "provider"});
  Sending sending{.provider = provider.is_string() ? provider.get<std::string>() : "",
                  .endpoint = connection_of(params)["endpoint"].get<std::string>(),
                  .path = built.value("path", ""),
                  .headers = {{"Accept", "application/json"}, {"User-Agent", "prompty/0.0.1"}},
                  .body = member(built, "body").dump()};
  Json const headers = built.value("headers", Json::object());
  for (auto const& [name, value] : headers.items()) {
    sending.headers[name] = value.get<std::string>();
  }
  if (sending.provider == "anthropic") sending.headers.try_emplace("anthropic-version", "2023-06-01");
  add_credential(sending, connection_of(params));
  return sending;
}

/// The path of the endpoint and that of the request in one.
std::string joined(std::string const& base, std::string const& path, Joint joint) {
  bool const ends_in_slash = base.ends_with('/');
  switch (joint) {
    case Joint::one_slash:
      return ends_in_slash && path.starts_with('/') ? base + path.substr(1) : base + path;
    case Joint::as_it_stands:
      return base + path;
    case Joint::of_the_endpoint:
      return base + path.substr(path.starts_with('/') ? 1 : 0);
  }
  return "";
}

std::optional<Answer> post(Sending const& sending, Joint joint) {
  std::size_t const path_start = sending.endpoint.find('/', sending.endpoint.find("://") + 3);
  httplib::Client client(sending.endpoint.substr(0, path_start));
  client.set_url_encode(false);
  httplib::Headers const headers(sending.headers.begin(), sending.headers.end());
  std::string const base = path_start == std::string::npos ? "" : sending.endpoint.substr(path_start);
  httplib::Result const result =
      client.Post(joined(base, sending.path, joint), headers, sending.body, "application/json");
  if (!result) return std::nullopt;
  return Answer{.status = result->status, .location = result->get_header_value("Location"), .body = result->body};
}

/// The same request to where an answer points: an absolute address, or a name in the same folder.
Sending sent_on(Sending sending, std::string const& location) {
  if (is_absolute(location)) {
    std::size_t const path_start = location.find('/', location.find("://") + 3);
    sending.endpoint = location.substr(0, path_start);
    sending.path = path_start == std::string::npos ? "/" : location.substr(path_start);
  } else {
    sending.path = sending.path.substr(0, sending.path.rfind('/') + 1) + location;
  }
  return sending;
}

std::optional<Answer> exchanged(Sending const& sending, SendingHabits const& habits) {
  std::optional<Answer> answer = post(sending, habits.joint);
  if (answer && habits.follows(answer->status, answer->location)) {
    return post(sent_on(sending, answer->location), habits.joint);
  }
  if (answer && habits.asks_again(answer->status)) return post(sending, habits.joint);
  return answer;
}

Reply read(std::string const& operation, Json const& params, std::optional<Answer> const& answer,
           AskReference const& reference) {
  if (!answer) return raised("ConnectionError");
  if (answer->status < 200 || answer->status > 299) {
    Reply refused = raised("ExecuteError");
    refused.value["message"] = fmt::format("{} {}", answer->status, answer->body);
    return refused;
  }
  Json body = Json::parse(answer->body, nullptr, false);
  if (body.is_discarded()) return raised("ValueError");
  if (operation == "execute") return answered(std::move(body));
  Json processed = params_for(params, "messages");
  processed["response"] = std::move(body);
  return reference("process", processed);
}

}  // namespace
}  // namespace sending_rules

Rule sent_otherwise(std::function<void(Sending& sending)> change, SendingHabits habits) {
  return [change = std::move(change), habits = std::move(habits)](std::string const& operation, Json const& params,
                                                                  AskReference const& reference) {
    if (!sending_rules::is_plain(operation, params)) return reference(operation, params);
    Reply const built = reference("build_request", sending_rules::params_for(params, "stream"));
    if (built.status != Reply::Status::result) return reference(operation, params);
    Sending sending = sending_rules::sending_of(params, built.value);
    change(sending);
    return sending_rules::read(operation, params, sending_rules::exchanged(sending, habits), reference);
  };
}

bool is_absolute(std::string const& location) {
  return location.find("://") != std::string::npos;
}

bool is_azure(std::string const& provider) {
  return provider == "azure" || provider == "foundry";
}

}  // namespace conformance::mutants
