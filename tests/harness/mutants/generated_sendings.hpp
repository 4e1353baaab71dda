#pragma once

#include <utility>

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests that reach a provider, over connections and with answers of every sort.
class Sendings {
 public:
  explicit Sendings(Dice& dice) : dice_(dice) {}

  /// The request to one of the providers, under any API type that it has.
  [[nodiscard]] Input run() {
    std::string const provider = dice_.pick<std::string>({"openai", "anthropic", "azure", "foundry"});
    std::string const api_type = provider == "openai" ? dice_.pick<std::string>({"chat", "responses"}) : "chat";
    return asked("run", agent(provider, api_type, connection(endpoint_of(provider))), Json{{"text", dice_.word()}});
  }

  /// A run over a client that is registered, or is not, or over a connection of an unknown kind.
  [[nodiscard]] Input run_over_client() {
    if (dice_.one_in(2)) {
      Json connection = {{"kind", dice_.pick<std::string>({dice_.word(), "Key", "Anonymous"})}};
      connection["endpoint"] = "${MOCK}/v1";
      if (!dice_.one_in(3)) connection["apiKey"] = dice_.word();
      return asked("run", agent("openai", "chat", connection), Json{{"text", dice_.word()}});
    }
    Json clients = Json::object();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      clients[dice_.word()] = {{"endpoint", "${MOCK}/v1"}, {"apiKey", dice_.word()}};
    }
    std::string const known = std::next(clients.begin(), static_cast<int>(dice_.below(clients.size()))).key();
    Json connection = {{"kind", "reference"}, {"name", dice_.one_in(3) ? dice_.word() : known}};
    if (dice_.one_in(4)) connection = {{"kind", dice_.pick<std::string>({"reference", "remote", "foundry", "oauth"})}};
    Input input = asked("run", agent("openai", "chat", connection), Json{{"text", dice_.word()}});
    input.params["register"] = {{"connections", clients}};
    return input;
  }

  /// A run over a connection of a kind without a key, of which nothing but the kind is said.
  [[nodiscard]] Input run_over_kind_alone() {
    Json const connection = {{"kind", dice_.pick<std::string>({"reference", "remote", "foundry", "oauth"})}};
    return asked("run", agent("openai", "chat", connection), Json{{"text", dice_.word()}});
  }

  /// A call whose answer is handed on, or is none.
  [[nodiscard]] Input execute() {
    Json const respond = dice_.pick<Json>({answer(), error(), redirect(), cut()});
    return asked("execute", agent("openai", "chat", connection("${MOCK}/v1")), respond);
  }

  [[nodiscard]] Input build_request() {
    Json made = agent(dice_.pick<std::string>({"azure", "foundry"}), "chat", Json());
    made["model"]["options"] = {{"maxOutputTokens", 1 + dice_.below(4000)}};
    if (dice_.one_in(2)) made["outputs"] = Json::array({Json{{"name", dice_.word()}, {"kind", "string"}}});
    return {.operation = "build_request", .params = {{"agent", made}, {"messages", messages()}}};
  }

  /// A chat answer in which something is missing, or stands where it did long ago.
  [[nodiscard]] Input process() {
    Json const call = {{"id", dice_.word()}, {"type", dice_.word()}};
    Json const old = {{"content", dice_.word()}, {"function_call", {{"name", dice_.word()}, {"arguments", "{}"}}}};
    Json const choices = dice_.pick<Json>({Json::array(), Json::array({Json{{"index", 0}}}),
                                           Json::array({Json{{"message", {{"tool_calls", Json::array({call})}}}}}),
                                           Json::array({Json{{"message", old}}})});
    return {.operation = "process",
            .params = {{"agent", agent("openai", "chat", Json())}, {"response", {{"choices", choices}}}}};
  }

 private:
  static std::string endpoint_of(std::string const& provider) {
    return provider == "openai" ? "${MOCK}/v1" : "${MOCK}";
  }

  Json connection(std::string const& endpoint) {
    if (dice_.one_in(4)) return {{"kind", "anonymous"}, {"endpoint", endpoint}};
    return {{"kind", "key"}, {"endpoint", endpoint}, {"apiKey", dice_.word()}};
  }

  Json agent(std::string const& provider, std::string const& api_type, Json const& connection) {
    Json model = {{"id", dice_.word()}, {"provider", provider}, {"apiType", api_type}};
    if (!connection.is_null()) model["connection"] = connection;
    return {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
  }

  Json messages() {
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    return Json::array({Json{{"role", "user"}, {"content", Json::array({part})}}});
  }

  Input asked(std::string operation, Json agent, Json respond) {
    Input input{.operation = std::move(operation), .params = {{"agent", std::move(agent)}, {"messages", messages()}}};
    Json const any_path = {{"path", {{"$type", "string"}}}};
    bool const is_azure = member_text(input.params["agent"]["model"], "provider") != "openai" &&
                          member_text(input.params["agent"]["model"], "provider") != "anthropic";
    if (is_azure) respond = answer();
    Json step = {{"respond", std::move(respond)}};
    if (is_azure) step["match"] = any_path;
    input.provider = Json::array({step, Json{{"match", any_path}, {"respond", answer()}}});
    return input;
  }

  static std::string member_text(Json const& object, std::string const& name) { return object.value(name, ""); }

  Json answer() {
    Json choices = Json::array();
    for (std::size_t index = 0; index < 1 + dice_.below(2); ++index) {
      choices.push_back({{"index", index}, {"message", {{"role", "assistant"}, {"content", dice_.word()}}}});
    }
    Json const data = Json::array({Json{{"index", 1}, {"embedding", Json::array({0.5})}},
                                   Json{{"index", 0}, {"embedding", Json::array({0.25})}}});
    return {{"body", {{"choices", choices}, {"data", data}, {dice_.word(), dice_.word()}}}};
  }

  Json error() {
    int const status = dice_.pick<int>({400, 429, 500, 503});
    return {{"error", {{"status", status}, {"message", dice_.word()}}}};
  }

  Json redirect() {
    int const status = dice_.pick<int>({307, 308});
    return {{"status", status}, {"headers", {{"location", dice_.word()}}}, {"body", {{"moved", true}}}};
  }

  static Json cut() { return {{"fault", {{"kind", "cut"}, {"afterBytes", 30}}}}; }

  Dice& dice_;
};

}  // namespace conformance::generated
