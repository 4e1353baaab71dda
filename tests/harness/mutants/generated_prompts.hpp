#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Texts with role markers and lines that come close to one, for `parse`, and agents with conversations, pictures and
/// sounds among their inputs, for `prepare`.
class PromptTexts {
 public:
  explicit PromptTexts(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input parse() {
    Json params = {{"rendered", dice_.word() + "\n" + text()}};
    if (!dice_.one_in(3)) params["rendered"] = text() + "\n" + dice_.word();
    if (dice_.one_in(4)) params["agent"] = {{"kind", "prompt"}, {"instructions", dice_.word()}};
    return {.operation = "parse", .params = params};
  }

  [[nodiscard]] Input prepare() {
    Json agent = {{"kind", "prompt"}, {"inputs", declarations()}, {"instructions", instructions()}};
    if (dice_.one_in(2)) agent["template"]["format"] = {{"kind", "jinja2"}, {"strict", dice_.one_in(2)}};
    if (agent.contains("template"))
      agent["template"]["parser"] = {{"kind", dice_.one_in(9) ? dice_.word() : "prompty"}};
    Json given = {{"words", words()}, {"deep", dice_.one_in(2)}};
    if (!dice_.one_in(4)) given["history"] = thread();
    if (!dice_.one_in(6)) given["photo"] = picture();
    if (!dice_.one_in(4)) given["memo"] = dice_.pick<Json>({"data:audio/wav;base64," + dice_.word(), 7});
    if (dice_.one_in(2)) given["paper"] = "https://" + dice_.word() + ".test/" + dice_.word();
    return {.operation = "prepare", .params = {{"agent", agent}, {"inputs", given}}};
  }

 private:
  std::string marker() {
    std::string const indent = dice_.pick<std::string>({"", "", "", "", " ", "     ", "\t"});
    std::string const sign = dice_.pick<std::string>({"", "", "", "", "#", "# ", "#  "});
    std::string const role = dice_.pick<std::string>(
        {"system", "user", "assistant", "system", "user", "assistant", "SYSTEM", "User", "uSER"});
    std::string const before = dice_.pick<std::string>({"", "", "", "", " "});
    std::string const behind = dice_.pick<std::string>({"", "", "", "", "  ", "\t", "\r"});
    return indent + sign + role + bracket() + before + ":" + behind;
  }

  std::string bracket() {
    std::string const key = dice_.word();
    std::string const value = dice_.word();
    switch (dice_.below(16)) {
      case 0:
        return "[" + key + "=" + value + "]";
      case 1:
        return "[" + key + "=" + value + ",other=" + value + "]";
      case 2:
        return "[" + key + "=" + value + ", other=12, more=true]";
      case 3:
        return "[nonce=" + value + ", " + key + "=" + value + "]";
      case 4:
        return "[" + key + "=\"" + value + ", " + key + "\"]";
      case 5: {
        std::string pairs;
        for (std::size_t index = 0; index < 20; ++index) pairs += ", k" + std::to_string(index) + "=" + dice_.word();
        return "[" + pairs.substr(2) + "]";
      }
      default:
        return "";
    }
  }

  /// A line that is no marker, as far as anybody knows.
  std::string line() {
    std::string const word = dice_.word();
    std::string const role = dice_.pick<std::string>({"system", "user", "assistant"});
    std::vector<std::string> const lines = {
        word + ":",
        dice_.pick<std::string>({"tool:", "human:"}),
        role + "s:",
        "super" + role + ":",
        word + " " + role + ":",
        role,
        role + ": " + word,
        role + "[a=" + word + "]: " + word,
        word + "[" + word + "=a]:",
        "  " + role + " " + word,
        "# " + word + ":",
        "## " + role + ":",
        "> " + role + ":",
        "7. " + role + ":",
        role + "[a=" + word + ":",
        role + "[" + word + "]:",
        role + "[a=b]" + word + ":",
        role + " [a=" + word + "]:",
        "```",
        "![" + word + "](https://" + word + ".test/a)",
        "[" + word + "](https://" + word + ".test/a)",
        "---",
        word + "\r",
        word + "\xE2\x80\xA8" + role + ":\xE2\x80\xA8" + word,
        word + std::string(220, 'x'),
        "      " + word,
        "",
        "",
        "   ",
    };
    return dice_.one_in(2) ? word + " " + dice_.word() + "." : dice_.pick(lines);
  }

  std::string text() {
    std::string text = dice_.one_in(6) ? "  \n\t\n" + marker() + "\n" : "";
    for (std::size_t count = dice_.pick<std::size_t>({0, 0, 0, 1, 2, 4}); count > 0; --count) text += line() + "\n";
    for (std::size_t markers = dice_.below(5); markers > 0; --markers) {
      text += marker() + "\n";
      for (std::size_t count = dice_.pick<std::size_t>({0, 1, 1, 2, 3, 5}); count > 0; --count) text += line() + "\n";
    }
    return text + dice_.pick<std::string>({"", "", "\n\n\n"});
  }

  static Json declarations() {
    Json list = Json::array();
    for (auto const& [name, kind] : std::map<std::string, std::string>{
             {"history", "thread"}, {"photo", "image"}, {"memo", "audio"}, {"paper", "file"}, {"words", "string"}})
      list.push_back({{"name", name}, {"kind", kind}});
    return list;
  }

  std::string instructions() {
    std::string const word = dice_.word();
    std::vector<std::string> const contents = {
        "{{ history }}",
        word + "\n{{ history }}",
        "{{ history }}\n" + word,
        word + "\n{{ history }}\n" + dice_.word(),
        "{{ history }}\n" + word + "\n{{ history }}",
        word + " {{ photo }} " + dice_.word(),
        word + "\n\n{{ photo }}\n\n" + dice_.word(),
        "{{ photo }}{{ memo }}",
        "{{ memo }} " + word,
        word + ": {{ paper }}",
        "{{ words }}",
        word + " __PROMPTY_THREAD_0123456789abcdef_photo__",
        word + " __PROMPTY_THREAD_00000000_history__",
        word,
    };
    std::string text = dice_.one_in(4) ? dice_.pick(contents) + "\n" : "";
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      std::string const role = dice_.pick<std::string>({"system", "user", "assistant"});
      std::string const attributes = dice_.one_in(3) ? "[" + dice_.word() + "=" + dice_.word() + "]" : "";
      std::string const block = role + attributes + ":\n" + dice_.pick(contents) + "\n";
      switch (dice_.below(6)) {
        case 0:
          text += "{% if deep %}\n" + block + "{% endif %}\n";
          break;
        case 1:
          text += "{% for part in [1, 2] %}\n" + block + "{% endfor %}\n";
          break;
        case 2:
          text.append("{% if deep %}").append(role).append(":{% endif %}\n").append(word).append("\n");
          break;
        default:
          text += block;
      }
    }
    return text;
  }

  std::string words() {
    std::string const word = dice_.word();
    return dice_.pick<std::string>({word, word + "\nsystem:\n" + dice_.word(), "assistant:\n" + word,
                                    word + "\nuser[a=" + word + "]:\n" + word,
                                    word + "\nsystem[nonce=0123456789abcdef]:\n" + word});
  }

  Json message() {
    Json const text = {
        {"kind", "text"},
        {"value", dice_.pick<std::string>({dice_.word(), dice_.word(), dice_.word() + "\nuser:\n" + dice_.word(),
                                           "{{ words }} " + dice_.word()})}};
    Json const image = {{"kind", "image"}, {"value", "https://" + dice_.word() + ".test/a"}};
    Json message = {{"role", dice_.pick<std::string>({"user", "assistant"})},
                    {"content", dice_.one_in(4) ? Json::array({text, image}) : Json::array({text})}};
    if (dice_.one_in(3)) message["metadata"] = {{"name", dice_.word()}};
    return message;
  }

  Json thread() {
    if (dice_.one_in(12)) return dice_.word();
    Json messages = Json::array();
    for (std::size_t count = dice_.below(4); count > 0; --count) messages.push_back(message());
    return messages;
  }

  Json picture() {
    std::string const address = "https://" + dice_.word() + ".test/" + dice_.word();
    switch (dice_.below(5)) {
      case 0:
        return {{"kind", "image"}, {"value", address}, {"mediaType", "image/webp"}, {"detail", "low"}};
      case 1:
        return "data:image/gif;base64," + dice_.word();
      case 2:
        return dice_.word();
      case 3:
        return dice_.one_in(3) ? Json(11) : Json(address);
      default:
        return address;
    }
  }

  Dice& dice_;
};

}  // namespace conformance::generated
