#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests and answers of the interfaces beside chat: embeddings, images and responses.
class OtherApis {
 public:
  explicit OtherApis(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input request() {
    std::string const type = dice_.pick<std::string>({"embedding", "image", "responses", "responses", "chat"});
    return {.operation = "build_request", .params = {{"agent", agent(type)}, {"messages", messages()}}};
  }

  [[nodiscard]] Input answer() {
    std::string const type = dice_.pick<std::string>({"embedding", "image", "responses", "responses", "responses"});
    Json response = type == "embedding" ? embeddings() : type == "image" ? images() : responses();
    return {.operation = "process", .params = {{"agent", agent(type)}, {"response", std::move(response)}}};
  }

 private:
  template <typename Make>
  Json listed(std::size_t most, Make const& make) {
    Json list = Json::array();
    for (std::size_t count = dice_.below(most + 1); count > 0; --count) list.push_back(make());
    return list;
  }

  Json agent(std::string const& type) {
    std::string const subject = dice_.pick<std::string>({"", "embedding", "image", "responses"});
    Json agent = {
        {"kind", "prompt"},
        {"name", dice_.word()},
        {"model", {{"id", dice_.word() + ":" + subject + dice_.word()}, {"provider", "openai"}, {"apiType", type}}}};
    if (dice_.one_in(2)) agent["model"]["options"] = options();
    if (dice_.one_in(2)) agent["tools"] = listed(2, [this] { return tool(); });
    if (dice_.one_in(2)) agent["outputs"] = listed(2, [this] { return output(); });
    agent["instructions"] = "";
    return agent;
  }

  Json options() {
    Json options = Json::object();
    if (dice_.one_in(2)) options["temperature"] = 0.625;
    if (dice_.one_in(3)) options["seed"] = 40 + dice_.below(9);
    if (dice_.one_in(3)) options["maxOutputTokens"] = 1000 + dice_.below(9);
    if (dice_.one_in(2)) options["additionalProperties"] = {{dice_.word(), dice_.word()}};
    if (dice_.one_in(4)) options["additionalProperties"]["prompt"] = dice_.word();
    if (dice_.one_in(6)) options["additionalProperties"]["model"] = dice_.word();
    return options;
  }

  Json tool() {
    Json tool = {{"name", dice_.word()}, {"kind", "function"}, {"description", dice_.word()}};
    tool["parameters"] = Json::array({{{"name", dice_.word()}, {"kind", "string"}, {"required", true}}});
    if (dice_.one_in(2)) tool["strict"] = true;
    return tool;
  }

  Json output() { return {{"name", dice_.pick<std::string>({"width", dice_.word()})}, {"kind", "string"}}; }

  Json part() {
    std::string const value = dice_.pick<std::string>({"", "twice", dice_.word(), dice_.word()});
    if (dice_.one_in(4)) return {{"kind", "image"}, {"value", "https://" + dice_.word() + ".test/a"}};
    return {{"kind", "text"}, {"value", value}};
  }

  Json stored_call() {
    return {{"type", "function_call"}, {"id", dice_.word()}, {"call_id", dice_.word()},
            {"name", dice_.word()},    {"arguments", "{ }"}, {dice_.word(), dice_.word()}};
  }

  Json metadata() {
    switch (dice_.below(6)) {
      case 0:
        return {{"name", dice_.word()}};
      case 1:
        return {{"tool_call_id", dice_.word()}};
      case 2:
        return {{"tool_calls",
                 Json::array({{{"id", dice_.word()}, {"function", {{"name", dice_.word()}, {"arguments", "{}"}}}}})}};
      case 3:
        return {{"content", dice_.word()}};
      default:
        return {{"tool_call_id", dice_.word()}, {"responses_function_call", stored_call()}};
    }
  }

  Json messages() {
    return listed(4, [this] {
      Json message = {{"role", dice_.pick<std::string>({"system", "user", "user", "assistant"})},
                      {"content", listed(3, [this] { return part(); })}};
      if (dice_.one_in(3)) message["content"] = Json::array({part()});
      if (dice_.one_in(2)) message["metadata"] = metadata();
      return message;
    });
  }

  Json embeddings() {
    return {{"object", "list"}, {"data", listed(3, [this] {
                                   Json const numbers = dice_.pick<Json>({{0.123456789}, {0.25, 0.5}, {0.1, 0.7}});
                                   return Json{{"index", dice_.below(3)}, {"embedding", numbers}};
                                 })}};
  }

  Json images() {
    return {{"created", 1},
            {"data", listed(3, [this] {
               Json item = {{"revised_prompt", dice_.word()}};
               std::string const address = "https://" + dice_.pick<std::string>({"same", dice_.word()}) + ".test/b";
               bool const data_first = dice_.one_in(2);
               if (data_first && dice_.one_in(2)) item["b64_json"] = dice_.pick<std::string>({"", dice_.word()});
               if (!dice_.one_in(3)) item["url"] = dice_.pick<Json>({nullptr, "", address, address});
               if (!data_first && dice_.one_in(2)) item["b64_json"] = dice_.word();
               return item;
             })}};
  }

  std::string said() {
    return dice_.pick<std::string>({"", "  " + dice_.word() + "\n", dice_.word(), "{\"" + dice_.word(),
                                    "{\"width\": 1, \"" + dice_.word() + "\": [2]}", "[\"" + dice_.word() + "\"]"});
  }

  Json item() {
    Json twin = {{"type", "function_call"}, {"id", "d"}, {"call_id", "e"}, {"name", "f"}, {"arguments", "{}"}};
    switch (dice_.below(6)) {
      case 0:
        return {{"type", dice_.pick<std::string>({"function_call", "custom_tool_call"})},
                {"id", dice_.word()},
                {"call_id", dice_.word()},
                {"name", dice_.word()},
                {"arguments", dice_.pick<std::string>({"", "{ \"" + dice_.word() + "\" : 1.0 }"})}};
      case 1:
        return twin;
      case 2:
        return {{"type", "reasoning"}, {"id", dice_.word()}};
      default:
        return {{"type", "message"}, {"role", "assistant"}, {"content", listed(2, [this] {
                                                               return Json{{"type", "output_text"}, {"text", said()}};
                                                             })}};
    }
  }

  Json responses() {
    Json response = {{"id", dice_.word()},
                     {"status", dice_.pick<std::string>({"completed", "failed"})},
                     {"output", listed(3, [this] { return item(); })}};
    if (dice_.one_in(2)) response["output"] = Json::array();
    if (dice_.one_in(2)) response["output_text"] = said();
    if (dice_.one_in(3)) response["error"] = dice_.pick<Json>({nullptr, {{"message", dice_.word()}}});
    if (dice_.one_in(6)) {
      Json const message = {{"role", "assistant"}, {"content", dice_.word()}};
      response["choices"] = Json::array({{{"index", 0}, {"message", message}}});
    }
    return response;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
