#include "harness/judge/subject/in_process.hpp"

#include <fmt/core.h>

#include <exception>
#include <utility>
#include <vector>

#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/subject/requested_features.hpp"

namespace conformance {
namespace {

void erase_names(std::set<std::string>& declared, std::set<std::string> const& hidden) {
  for (std::string const& name : hidden) declared.erase(name);
}

Reply refused_reply(std::string const& reason) {
  Reply reply;
  reply.status = Reply::Status::error;
  reply.value = {{"kind", "InvokerError"}, {"message", reason}};
  return reply;
}

/// The value at a path of members, or null.
Json value_or_null(Json const& params, char const* pointer) {
  Json::json_pointer const place(pointer);
  return params.contains(place) ? params.at(place) : Json();
}

/// The reference and what hides parts of it.
class LimitedReference final : public Subject {
 public:
  LimitedReference(std::vector<std::string> const& editions, prompty::adapter::Omissions const& omissions,
                   Limits const& hidden)
      : reference_(editions, omissions), limited_(reference_, hidden) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return limited_.capabilities(); }
  [[nodiscard]] std::string scratch() const override { return limited_.scratch(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return limited_.call(operation, params);
  }
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override {
    return limited_.call_with_items(operation, params, on_item);
  }

 private:
  InProcessSubject reference_;
  LimitedSubject limited_;
};

}  // namespace

InProcessSubject::InProcessSubject(std::vector<std::string> const& editions,
                                   prompty::adapter::Omissions const& omissions)
    : adapter_(std::make_unique<prompty::adapter::ReferenceAdapter>(omissions)) {
  Reply const reply = ask("initialize", initialize_params("prompty-conformance", "", scratch_.path(), editions), {});
  if (reply.status != Reply::Status::result) {
    throw SubjectStartError(fmt::format("the linked reference did not start: {}",
                                        reply.detail.empty() ? reply.value.dump() : reply.detail));
  }
  capabilities_ = capabilities_from(reply.value);
  gate_.emplace(capabilities_.max_in_flight);
}

InProcessSubject::~InProcessSubject() = default;

Reply InProcessSubject::call(std::string const& operation, Json const& params) {
  return call_with_items(operation, params, {});
}

Reply InProcessSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  RequestGate::Pass const pass = gate_->enter(concurrency_allowed_by(params));
  return ask(operation, params, on_item);
}

Reply InProcessSubject::ask(std::string const& method, Json const& params, ItemListener const& on_item) {
  std::int64_t const id = ++last_id_;
  try {
    std::vector<Json> items;
    Json response = adapter_->answer(request_message(id, method, params), [&](Json const& item) {
      items.push_back(item);
      if (on_item) on_item(item);
    });
    Reply reply = reply_from_response(std::move(response), id);
    reply.items = std::move(items);
    return reply;
  } catch (std::exception const& error) {
    return reply_without_value(Reply::Status::crash,
                               fmt::format("the reference let an exception escape: {}", error.what()));
  }
}

LimitedSubject::LimitedSubject(Subject& inner, Limits hidden)
    : inner_(inner), hidden_(std::move(hidden)), capabilities_(inner.capabilities()) {
  erase_names(capabilities_.operations, hidden_.operations);
  erase_names(capabilities_.features, hidden_.features);
  erase_names(capabilities_.providers, hidden_.providers);
  erase_names(capabilities_.api_types, hidden_.api_types);
  erase_names(capabilities_.connection_kinds, hidden_.connection_kinds);
}

std::string LimitedSubject::reason_to_refuse(std::string const& operation, Json const& params) const {
  for (std::string const& feature : requested_features(operation, params)) {
    if (hidden_.features.contains(feature)) return fmt::format("the feature {} is hidden", feature);
  }
  if (operation != "project_tools") return "";
  Json const provider = value_or_null(params, "/agent/model/provider");
  if (provider.is_string() && hidden_.providers.contains(provider.get<std::string>()))
    return fmt::format("the provider {} is hidden", provider.get<std::string>());
  Json const api_type = value_or_null(params, "/agent/model/apiType");
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
  return call_with_items(operation, params, {});
}

Reply LimitedSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  if (hidden_.operations.contains(operation)) {
    return reply_without_value(Reply::Status::unsupported, fmt::format("the operation {} is hidden", operation));
  }
  std::string const reason = reason_to_refuse(operation, params);
  if (!reason.empty()) return refused_reply(reason);
  Reply reply = inner_.call_with_items(operation, without_hidden(operation, params), on_item);
  if (hidden_.features.contains("events") && reply.value.is_object()) {
    reply.value.erase("events");
    if (reply.value.contains("partial") && reply.value["partial"].is_object()) reply.value["partial"].erase("events");
  }
  return reply;
}

std::unique_ptr<Subject> make_limited_reference(Limits const& hidden, std::vector<std::string> const& editions) {
  prompty::adapter::Omissions omissions{
      .providers = hidden.providers, .api_types = hidden.api_types, .connection_kinds = hidden.connection_kinds};
  for (std::string const engine : {"jinja2", "mustache"}) {
    if (hidden.features.contains(engine)) omissions.renderers.insert(engine);
  }
  for (std::string const kind : {"mcp", "openapi"}) {
    if (hidden.features.contains(kind)) omissions.tool_kinds.insert(kind);
  }
  return std::make_unique<LimitedReference>(editions, omissions, hidden);
}

}  // namespace conformance
