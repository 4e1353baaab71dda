#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Agents and the messages and responses that go with them.
class ChatValues {
 public:
  explicit ChatValues(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Json agent() {
    Json model = {{"id", dice_.one_in(3) ? dice_.word() + ":" + dice_.word() : "M-" + dice_.word()},
                  {"provider", "openai"},
                  {"apiType", "chat"}};
    if (!dice_.one_in(3)) model["options"] = options();
    Json agent = {{"kind", "prompt"}, {"name", dice_.word()}, {"model", model}, {"instructions", ""}};
    if (dice_.one_in(2)) agent["metadata"] = {{dice_.word(), dice_.word()}};
    if (!dice_.one_in(3)) agent["tools"] = listed([this] { return tool(); });
    if (!dice_.one_in(3)) agent["outputs"] = listed([this] { return output(); });
    return agent;
  }

  [[nodiscard]] Json messages() {
    Json list = Json::array({message()});
    for (std::size_t count = dice_.below(5); count > 0; --count) list.push_back(message());
    return list;
  }

  [[nodiscard]] Json response() {
    Json choices = Json::array({choice()});
    for (std::size_t count = dice_.below(3); count > 0; --count) choices.push_back(choice());
    if (dice_.one_in(30)) choices = dice_.word();
    return {{"id", dice_.word()}, {"object", "chat.completion"}, {"model", dice_.word()}, {"choices", choices}};
  }

 private:
  template <typename Make>
  Json listed(Make const& make) {
    Json list = Json::array();
    for (std::size_t count = dice_.below(3); count > 0; --count) list.push_back(make());
    return list;
  }

  Json tool() {
    Json tool = {{"name", dice_.word()}, {"kind", "function"}, {"description", dice_.word()}};
    tool["parameters"] = Json::array();
    for (std::size_t count = dice_.below(4); count > 0; --count) {
      std::string const name = dice_.one_in(3) ? "shared" : dice_.word();
      Json parameter = {{"name", name}, {"kind", "string"}, {"description", dice_.word()}};
      if (dice_.one_in(4)) parameter["enumValues"] = Json::array({dice_.word(), 7});
      if (dice_.one_in(2)) parameter["required"] = dice_.pick<Json>({true, false});
      if (dice_.one_in(2)) tool["bindings"][parameter["name"].get<std::string>()] = dice_.word();
      tool["parameters"].push_back(parameter);
    }
    return tool;
  }

  Json output() { return {{"name", dice_.pick<std::string>({"size", dice_.word()})}, {"kind", "string"}}; }

  Json options() {
    Json options = Json::object();
    if (dice_.one_in(2)) options["temperature"] = dice_.pick<Json>({0, 0.125, 0.375});
    if (dice_.one_in(3)) options["seed"] = dice_.below(3);
    Json additional = Json::object();
    if (dice_.one_in(3)) additional[dice_.word()] = dice_.word();
    if (dice_.one_in(8)) additional["model"] = dice_.word();
    if (dice_.one_in(8)) additional["messages"] = Json::array();
    if (dice_.one_in(4)) additional["tools"] = Json::array({dice_.word()});
    if (dice_.one_in(4)) additional["response_format"] = {{"type", dice_.word()}};
    if (!additional.empty()) options["additionalProperties"] = additional;
    return options;
  }

  std::string text() {
    return dice_.pick<std::string>({"", "  " + dice_.word() + "\n", dice_.word(), dice_.word(), dice_.word() + "!"});
  }

  Json metadata() {
    switch (dice_.below(8)) {
      case 0:
        return Json::object();
      case 1:
        return {{"tool_call_id", dice_.word()}};
      case 2:
        return {{"tool_calls", Json::array({{{"id", dice_.word()}, {"type", "function"}}})}};
      case 3:
        return {{"content", dice_.word()}};
      case 4:
        return {{"role", dice_.word()}};
      case 5:
        return {{dice_.word(), dice_.pick<Json>({0, false, "", Json::array()})}};
      default:
        return {{"name", dice_.word()}};
    }
  }

  Json image() {
    std::string const name = dice_.word();
    Json part = {{"kind", "image"},
                 {"value", dice_.pick<std::string>({"https://" + name + ".test/" + name + "?" + name + "=1",
                                                    "data:image/png;base64," + name})}};
    if (!dice_.one_in(3)) part["detail"] = dice_.pick<Json>({"", "low", "high", "auto", nullptr});
    return part;
  }

  Json audio() {
    Json part = {{"kind", "audio"}, {"value", dice_.pick<std::string>({dice_.word(), dice_.word() + ".wav"})}};
    std::string const type =
        dice_.pick<std::string>({"", "wav", "x-wav", "mp3", "mpeg", "flac", "ogg", dice_.word(), "x-" + dice_.word(),
                                 "vnd." + dice_.word(), "FLAC", "ogg; rate=8"});
    if (!type.empty()) part["mediaType"] = (dice_.one_in(12) ? "video/" : "audio/") + type;
    return part;
  }

  Json file() {
    Json part = {{"kind", "file"}, {"value", "https://" + dice_.word() + ".test/" + dice_.word()}};
    if (dice_.one_in(2)) part["mediaType"] = "application/" + dice_.word();
    return part;
  }

  Json part() {
    switch (dice_.below(6)) {
      case 0:
        return image();
      case 1:
        return audio();
      case 2:
        return file();
      default:
        return {{"kind", "text"}, {"value", text()}};
    }
  }

  Json message() {
    Json message = {{"role", dice_.pick<std::string>({"system", "user", "assistant", "tool"})}};
    message["content"] = Json::array();
    for (std::size_t count = dice_.pick<std::size_t>({0, 1, 1, 1, 1, 2, 2, 3}); count > 0; --count) {
      message["content"].push_back(part());
    }
    if (dice_.one_in(2)) message["metadata"] = metadata();
    return message;
  }

  std::string structure() {
    return dice_.pick<std::string>(
        {"{ \"size\": " + std::to_string(100000001 + dice_.below(1000)) + ", \"" + dice_.word() + "\": [1] }",
         "[\"" + dice_.word() + "\"]", "0", "null", "\"" + dice_.word() + "\"",
         dice_.word() + " {\"" + dice_.word() + "\": 1} " + dice_.word(), "{\"" + dice_.word(),
         "{\"" + dice_.word() + "\": [2], }"});
  }

  Json call() {
    std::string const id = dice_.pick<std::string>({dice_.word(), "repeated"});
    std::string const arguments =
        dice_.pick<std::string>({"", "{}", "{ \"" + dice_.word() + "\" : 1.0 }", "{\"" + dice_.word()});
    return {{"id", id}, {"type", "function"}, {"function", {{"name", dice_.word()}, {"arguments", arguments}}}};
  }

  Json choice() {
    Json message = {{"role", "assistant"}};
    if (!dice_.one_in(6)) message["content"] = dice_.pick<Json>({nullptr, text(), structure(), structure()});
    if (dice_.one_in(6)) message["refusal"] = dice_.pick<Json>({nullptr, dice_.word()});
    switch (dice_.below(5)) {
      case 0:
        message["tool_calls"] = nullptr;
        break;
      case 1:
        message["tool_calls"] = Json::array();
        break;
      case 2:
        message["tool_calls"] = Json::array({call()});
        break;
      case 3:
        message["tool_calls"] = Json::array({call(), call(), call()});
        break;
      default:
        break;
    }
    std::string const reason = dice_.pick<std::string>({"stop", "tool_calls", "length"});
    return {{"index", 0}, {"message", message}, {"finish_reason", reason}};
  }

  Dice& dice_;
};

}  // namespace conformance::generated
