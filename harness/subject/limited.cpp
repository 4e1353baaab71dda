#include "harness/subject/limited.hpp"

#include <fmt/core.h>

#include <utility>

#include "harness/subject/asked_features.hpp"
#include "harness/subject/reply.hpp"

namespace conformance {
namespace limited {
namespace {

void erase(std::set<std::string>& declared, std::set<std::string> const& hidden) {
  for (std::string const& name : hidden) declared.erase(name);
}

Reply refused(std::string const& reason) {
  Reply reply;
  reply.status = Reply::Status::error;
  reply.value = {{"kind", "InvokerError"}, {"message", reason}};
  return reply;
}

/// The value at a path of members, or null.
Json value_at(Json const& params, char const* pointer) {
  Json::json_pointer const place(pointer);
  return params.contains(place) ? params.at(place) : Json();
}

}  // namespace
}  // namespace limited

LimitedSubject::LimitedSubject(Subject& inner, Limits hidden)
    : inner_(inner), hidden_(std::move(hidden)), capabilities_(inner.capabilities()) {
  limited::erase(capabilities_.operations, hidden_.operations);
  limited::erase(capabilities_.features, hidden_.features);
  limited::erase(capabilities_.providers, hidden_.providers);
  limited::erase(capabilities_.api_types, hidden_.api_types);
  limited::erase(capabilities_.connection_kinds, hidden_.connection_kinds);
}

std::string LimitedSubject::reason_to_refuse(std::string const& operation, Json const& params) const {
  for (std::string const& feature : asked_features(operation, params)) {
    if (hidden_.features.contains(feature)) return fmt::format("the feature {} is hidden", feature);
  }
  if (operation != "project_tools") return "";
  Json const provider = limited::value_at(params, "/agent/model/provider");
  if (provider.is_string() && hidden_.providers.contains(provider.get<std::string>()))
    return fmt::format("the provider {} is hidden", provider.get<std::string>());
  Json const api_type = limited::value_at(params, "/agent/model/apiType");
  std::string const type = api_type.is_string() ? api_type.get<std::string>() : "chat";
  return hidden_.api_types.contains(type) ? fmt::format("the apiType {} is hidden", type) : "";
}

Json LimitedSubject::without_hidden(std::string const& operation, Json params) const {
  bool const prepares = operation == "prepare" || operation == "turn";
  if (prepares && hidden_.features.contains("strict") && params.contains("agent")) {
    Json& format = params["agent"]["template"]["format"];
    if (!format.contains("kind")) format["kind"] = "jinja2";
    format["strict"] = false;
  }
  if (operation == "turn" && hidden_.features.contains("retries")) params["turnOptions"]["maxLlmRetries"] = 1;
  if (hidden_.features.contains("parallel-tools")) {
    if (operation == "turn") params["turnOptions"]["parallelToolCalls"] = false;
    if (operation == "run_tools" || operation == "converse") params["mode"] = "sequential";
  }
  return params;
}

Reply LimitedSubject::call(std::string const& operation, Json const& params) {
  return call_and_hear(operation, params, {});
}

Reply LimitedSubject::call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) {
  if (hidden_.operations.contains(operation)) {
    return reply_without_value(Reply::Status::unsupported, fmt::format("the operation {} is hidden", operation));
  }
  std::string const reason = reason_to_refuse(operation, params);
  if (!reason.empty()) return limited::refused(reason);
  Reply reply = inner_.call_and_hear(operation, without_hidden(operation, params), hear);
  if (hidden_.features.contains("events") && reply.value.is_object()) {
    reply.value.erase("events");
    if (reply.value.contains("partial") && reply.value["partial"].is_object()) reply.value["partial"].erase("events");
  }
  return reply;
}

}  // namespace conformance
