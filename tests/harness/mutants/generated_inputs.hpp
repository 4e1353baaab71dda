#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace conformance::generated {

using Json = nlohmann::ordered_json;

/// A request that no vector makes. For `load` the params lack `path`: it is up to the caller to lay out the file.
struct Input {
  std::string operation;
  Json params;
  std::string file;  ///< the text of the file for `load`, else ""
};

/// Chance with a seed; the same on every machine, which the distributions of the standard library do not promise.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}

  [[nodiscard]] std::size_t below(std::size_t bound) { return engine_() % bound; }
  [[nodiscard]] bool one_in(std::size_t chances) { return below(chances) == 0; }

  template <typename Item>
  [[nodiscard]] Item pick(std::vector<Item> const& items) {
    return items[below(items.size())];
  }

  /// Letters that make no sense, so that no vector has them.
  [[nodiscard]] std::string word() {
    std::string letters;
    for (std::size_t count = 5 + below(4); count > 0; --count) letters += static_cast<char>('a' + below(26));
    return letters;
  }

 private:
  std::mt19937 engine_;
};

/// Texts of files: of two halves, unmarked, unclosed, ending at the closer, with lines that look like something else.
class FileTexts {
 public:
  explicit FileTexts(Dice& dice) : dice_(dice) {}

  [[nodiscard]] std::string next() {
    switch (dice_.below(8)) {
      case 0:
        return unmarked();
      case 1:
        return fenced();
      case 2:
        return lead() + delimiter() + frontmatter();
      case 3:
        return delimiter() + frontmatter() + delimiter() + dice_.pick<std::string>({"", "\n", " \n\n"});
      default:
        return two_halves();
    }
  }

 private:
  std::string delimiter() { return dice_.pick<std::string>({"---", "---", "+++"}); }

  std::string lead() { return dice_.pick<std::string>({"", "", "", " ", "\n", "\t", "\r\n", "\n \t", "\xEF\xBB\xBF"}); }

  std::string pair() {
    std::string const key = dice_.pick<std::string>({"name", "description", "displayName"});
    return key + ": " + dice_.word() + " " + dice_.word() + "\n";
  }

  std::string frontmatter() {
    std::string text = dice_.pick<std::string>({"\n", "\n", "\n", "\n\n", " \n", dice_.word() + "\n"});
    for (std::size_t lines = dice_.below(4); lines > 0; --lines) {
      switch (dice_.below(12)) {
        case 0:
          text += "\n";
          break;
        case 1:
          text += "# " + dice_.word() + "\n";
          break;
        case 2:
          text += "metadata:\n  " + dice_.word() + ": " + dice_.word() + "\n";
          break;
        case 3:
          text += "name: [" + dice_.word() + "\n";
          break;
        case 4:
          text += "description: " + dice_.word() + " " + delimiter() + " " + dice_.word() + "\n";
          break;
        case 5:
          text += "name = \"" + dice_.word() + "\"\n";
          break;
        default:
          text += pair();
      }
    }
    return text;
  }

  std::string body() {
    std::string text;
    for (std::size_t lines = 1 + dice_.below(4); lines > 0; --lines) {
      switch (dice_.below(7)) {
        case 0:
          text += "\n";
          break;
        case 1:
          text += "  " + dice_.word() + " {{" + dice_.word() + "}}\n";
          break;
        case 2:
          text += delimiter() + "\n";
          break;
        default:
          text += dice_.word() + " " + dice_.word() + "\n";
      }
    }
    return text + dice_.pick<std::string>({dice_.word(), dice_.word(), "\n ", ""});
  }

  std::string two_halves() {
    std::string const gap = dice_.pick<std::string>({"\n", "\n", "\n\n   ", " \n", "\r\n", " ", ""});
    return lead() + delimiter() + frontmatter() + delimiter() + gap + body();
  }

  std::string unmarked() {
    switch (dice_.below(5)) {
      case 0:
        return dice_.pick<std::string>({"", "\n", "  \n\t\n"});
      case 1:
        return pair() + pair() + body();
      case 2:
        return dice_.word() + "\n" + delimiter() + "\n" + pair() + delimiter() + "\n" + body();
      case 3:
        return "  " + dice_.word() + "\r\n" + dice_.word() + "\r\n";
      default:
        return "\t" + dice_.word() + " " + dice_.word() + "  \n";
    }
  }

  std::string fenced() {
    std::string const fence = dice_.pick<std::string>({"--", "++", "-+-", "+--", "- - -", "+ +", "***", "===", "~~~"});
    return fence + "\n" + pair() + fence + "\n" + body();
  }

  Dice& dice_;
};

/// Agents and the messages and responses that go with them.
class ChatValues {
 public:
  explicit ChatValues(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Json agent() {
    Json model = {{"id", dice_.one_in(3) ? dice_.word() + ":" + dice_.word() : dice_.word()},
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
    return {{"name", dice_.word()}, {"kind", "function"}, {"description", dice_.word()}, {"parameters", Json::array()}};
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
    std::string const type = dice_.pick<std::string>(
        {"", "wav", "x-wav", "mp3", "mpeg", "flac", "ogg", dice_.word(), "x-" + dice_.word(), "vnd." + dice_.word()});
    if (!type.empty()) part["mediaType"] = "audio/" + type;
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
         dice_.word() + " {\"" + dice_.word() + "\": 1} " + dice_.word(), "{\"" + dice_.word()});
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

/// `count` requests, a quarter of them for each of split, load, build_request and process.
[[nodiscard]] inline std::vector<Input> inputs(std::uint32_t seed, std::size_t count) {
  Dice dice(seed);
  FileTexts texts(dice);
  ChatValues chat(dice);
  std::vector<Input> list;
  for (std::size_t index = 0; index < count; ++index) {
    switch (index % 4) {
      case 0:
        list.push_back({"split", {{"text", texts.next()}}, ""});
        break;
      case 1:
        list.push_back({"load", Json::object(), texts.next()});
        break;
      case 2:
        list.push_back({"build_request", {{"agent", chat.agent()}, {"messages", chat.messages()}}, ""});
        break;
      default:
        list.push_back({"process", {{"agent", chat.agent()}, {"response", chat.response()}}, ""});
    }
  }
  return list;
}

}  // namespace conformance::generated
