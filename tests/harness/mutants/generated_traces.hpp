#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests whose spans are asked for, with what a provider answers to them.
class Traces {
 public:
  explicit Traces(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input process() {
    bool const for_anthropic = dice_.one_in(4);
    Json agent = {{"kind", "prompt"}, {"model", {{"id", dice_.word()}}}};
    agent["model"]["provider"] = for_anthropic ? "anthropic" : "openai";
    agent["metadata"] = metadata();
    agent["instructions"] = "";
    Json response = for_anthropic ? message() : completion();
    if (dice_.one_in(3)) {
      agent["outputs"] = Json::array({{{"name", "door"}, {"kind", "object"}}});
      Json const value = {{secret_key(), dice_.word()}};
      if (!for_anthropic) response["choices"][0]["message"]["content"] = value.dump();
    }
    if (dice_.one_in(5)) response.erase(for_anthropic ? "content" : "choices");
    Json params = {{"agent", agent}, {"response", response}, {"trace", true}};
    params["variant"] = dice_.pick<std::string>({"sync", "async"});
    return {.operation = "process", .params = params};
  }

  [[nodiscard]] Input run() {
    std::string const type = dice_.pick<std::string>({"chat", "chat", "anthropic", "embedding", "image", "responses"});
    Input input{.operation = "run", .params = {{"agent", agent_for(type)}}};
    if (dice_.one_in(3)) {
      Json const tool = {{"name", dice_.word()}, {"kind", "function"}, {"parameters", Json::array()}};
      input.params["agent"]["tools"] = Json::array({tool});
    }
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    input.params["messages"] = Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
    input.params["variant"] = dice_.pick<std::string>({"sync", "async"});
    input.params["trace"] = true;
    if (dice_.one_in(5)) {
      // The id that the mock would give is another one in each scenario.
      Json const ids = {{"x-request-id", "r"}, {"request-id", "r"}};
      input.provider =
          answered_with({{"status", 400}, {"body", {{"error", {{"message", dice_.word()}}}}}, {"headers", ids}});
    } else if (type == "chat" && dice_.one_in(2)) {
      input.params["stream"] = true;
      input.provider = answered_with({{"chunks", chunks()}});
    } else {
      input.provider = answered_with({{"body", answer_of(type)}});
    }
    return input;
  }

  /// A run whose answer has two choices that ended for different reasons.
  [[nodiscard]] Input run_with_two_choices() {
    Json body = completion();
    body["choices"] = Json::array({choice(0), choice(1)});
    body["choices"][0]["finish_reason"] = "length";
    body["choices"][1]["finish_reason"] = "content_filter";
    return run_answered_with(std::move(body));
  }

  /// A run whose answer cannot be processed.
  [[nodiscard]] Input run_with_broken_answer() {
    Json body = completion();
    body.erase("choices");
    return run_answered_with(std::move(body));
  }

 private:
  static Json answered_with(Json respond) { return Json::array({{{"respond", std::move(respond)}}}); }

  Input run_answered_with(Json body) {
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    Input input{.operation = "run", .params = {{"agent", agent_for("chat")}}};
    input.params["messages"] = Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
    input.params["trace"] = true;
    input.provider = answered_with({{"body", std::move(body)}});
    return input;
  }

  std::string secret_key() {
    return dice_.pick<std::string>({"secret", "my_secret", "Password", "db_password", "api_key", "old_api_key_1",
                                    "apikey", "token", "Bearer", "author", "credential", "cookies", "jar_cookie",
                                    "token_sum", "all_tokens", "passage", "keyring", "tokens", "auth"});
  }

  Json metadata() {
    Json data = Json::object();
    for (std::size_t count = 2 + dice_.below(4); count > 0; --count) data[secret_key()] = metadatum();
    if (dice_.one_in(2)) data[dice_.word()] = {{"inner", Json::array({{{secret_key(), dice_.word()}}})}};
    return data;
  }

  Json metadatum() {
    return dice_.pick<Json>({dice_.word(), dice_.word(), "", nullptr, 17, true, Json::array({dice_.word()}),
                             Json{{dice_.word(), dice_.below(90)}}, Json{{dice_.word(), dice_.word()}}});
  }

  Json agent_for(std::string const& type) {
    bool const for_anthropic = type == "anthropic";
    Json model = {{"id", "v:" + dice_.word()},
                  {"provider", for_anthropic ? "anthropic" : "openai"},
                  {"apiType", for_anthropic ? "chat" : type}};
    model["connection"] = {
        {"kind", "key"}, {"endpoint", for_anthropic ? "${MOCK}" : "${MOCK}/v1"}, {"apiKey", dice_.word()}};
    Json options = Json::object();
    if (dice_.one_in(2)) options["temperature"] = dice_.pick<double>({0, 0.5});
    if (dice_.one_in(2)) options["seed"] = dice_.below(50);
    if (dice_.one_in(2)) options["stopSequences"] = Json::array({dice_.word()});
    if (dice_.one_in(2)) options["additionalProperties"] = {{dice_.word(), dice_.word()}};
    model["options"] = options;
    return {
        {"kind", "prompt"}, {"name", dice_.word()}, {"model", model}, {"metadata", metadata()}, {"instructions", ""}};
  }

  Json usage(std::string const& input, std::string const& output) {
    std::size_t const in = dice_.pick<std::size_t>({0, 40, 60}) + dice_.below(2) * 3;
    std::size_t const out = dice_.pick<std::size_t>({0, 4, 7});
    return {{input, in}, {output, out}, {"total_tokens", in + out}};
  }

  Json choice(std::size_t index) {
    Json const said = {{"role", "assistant"}, {"content", dice_.word()}};
    return {{"index", index}, {"message", said}, {"finish_reason", dice_.pick<Json>({"stop", "length", nullptr})}};
  }

  Json completion() {
    Json body = {{"object", "chat.completion"}, {"model", dice_.word()}, {"choices", Json::array({choice(0)})}};
    if (!dice_.one_in(4)) body["id"] = dice_.word();
    if (dice_.one_in(2)) body["choices"].push_back(choice(1));
    if (!dice_.one_in(3)) body["usage"] = dice_.one_in(4) ? Json(nullptr) : usage("prompt_tokens", "completion_tokens");
    return body;
  }

  Json message() {
    Json const block = {{"type", "text"}, {"text", dice_.word()}};
    return {{"id", dice_.word()},
            {"model", dice_.word()},
            {"content", Json::array({block})},
            {"stop_reason", dice_.pick<Json>({"end_turn", "max_tokens"})},
            {"usage", usage("input_tokens", "output_tokens")}};
  }

  Json answer_of(std::string const& type) {
    if (type == "chat") return completion();
    if (type == "anthropic") return message();
    if (type == "image") return {{"data", Json::array({{{"url", "https://" + dice_.word()}}})}};
    if (type == "embedding") return {{"data", Json::array({{{"embedding", Json::array({0.5})}}})}};
    Json const part = {{"type", "output_text"}, {"text", dice_.word()}};
    Json const item = {{"type", "message"}, {"role", "assistant"}, {"content", Json::array({part})}};
    return {{"id", dice_.word()}, {"output", Json::array({item})}, {"usage", usage("input_tokens", "output_tokens")}};
  }

  Json chunks() {
    std::string const id = dice_.word();
    Json list = Json::array();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      Json delta = {{"content", dice_.word()}};
      if (dice_.one_in(6)) delta["refusal"] = dice_.word();
      list.push_back({{"id", id}, {"choices", Json::array({{{"index", 0}, {"delta", delta}}})}});
    }
    list.back()["choices"][0]["finish_reason"] = "stop";
    if (dice_.one_in(2)) {
      list.push_back({{"id", id}, {"choices", Json::array()}, {"usage", usage("prompt_tokens", "completion_tokens")}});
    }
    return list;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
