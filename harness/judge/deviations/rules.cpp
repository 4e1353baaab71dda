#include "harness/judge/deviations/rules.hpp"

#include <fmt/core.h>
#include <httplib.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <utility>

namespace conformance::mutants {

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

bool is_absolute(std::string const& location) {
  return location.find("://") != std::string::npos;
}

bool is_azure(std::string const& provider) {
  return provider == "azure" || provider == "foundry";
}

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
  if (answer && habits.retries(answer->status)) return post(sending, habits.joint);
  return answer;
}

Reply read_answer(std::string const& operation, Json const& params, std::optional<Answer> const& answer,
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

Rule sent_otherwise(std::function<void(Sending& sending)> change, SendingHabits habits) {
  return [change = std::move(change), habits = std::move(habits)](std::string const& operation, Json const& params,
                                                                  AskReference const& reference) {
    if (!is_plain(operation, params)) return reference(operation, params);
    Reply const built = reference("build_request", params_for(params, "stream"));
    if (built.status != Reply::Status::result) return reference(operation, params);
    Sending sending = sending_of(params, built.value);
    change(sending);
    return read_answer(operation, params, exchanged(sending, habits), reference);
  };
}

Json document_of(Json const& tool, std::filesystem::path const& folder) {
  Json const& specification = member(tool, "specification");
  if (!specification.is_string()) return nullptr;
  std::ifstream stream(folder / specification.get<std::string>());
  Json document = Json::parse(stream, nullptr, false);
  return document.is_discarded() ? Json(nullptr) : document;
}

Json without_document(Json params) {
  params["tool"].erase("specification");
  return params;
}

namespace {

bool is_served_by_the_runtime(std::string const& operation, Json const& params) {
  Json const& name = member_at(params, {"call", "name"});
  return operation == "dispatch" && member_at(params, {"tool", "kind"}) == "openapi" && name.is_string() &&
         member_at(params, {"call", "arguments"}).is_string() && member(params, "baseDir").is_string() &&
         !member(params, "names").contains(name.get<std::string>()) && !member(params, "kinds").contains("openapi");
}

Reply carried_out(Json params, DocumentCall const& call, AskReference const& reference) {
  std::filesystem::path const file = write_new_file(call.folder, "changed-", ".json", call.document.dump());
  params["tool"] = call.tool;
  params["tool"]["specification"] = file.filename().string();
  params["call"]["arguments"] = call.arguments.dump();
  Reply reply = reference("dispatch", params);
  std::filesystem::remove(file);
  return reply;
}

}  // namespace

Rule changed_document_call(ChangeDocumentCall change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!is_served_by_the_runtime(operation, params)) return reference(operation, params);
    DocumentCall call{
        .tool = params["tool"],
        .document = document_of(params["tool"], params["baseDir"].get<std::string>()),
        .arguments = Json::parse(params["call"]["arguments"].get<std::string>(), nullptr, false),
        .folder = params["baseDir"].get<std::string>(),
    };
    if (call.document.is_null()) return reference(operation, without_document(params));
    if (!call.arguments.is_object()) return reference(operation, params);
    DocumentCall const before = call;
    if (std::optional<Reply> instead = change(call)) return *std::move(instead);
    return call == before ? reference(operation, params) : carried_out(params, call, reference);
  };
}

}  // namespace conformance::mutants
