#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Files whose frontmatter uses what §2.3 to §2.9 and §4 speak of, now and then wrongly, and runs over connections.
class AgentFiles {
 public:
  explicit AgentFiles(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input load() {
    // Most files are sound, so that what comes of them can be looked at.
    faulty_ = dice_.one_in(3);
    Input input{.operation = "load", .params = {{"path", "prompts/a.prompty"}, {"env", environment()}}, .files = {}};
    if (faulty_ && dice_.one_in(12)) input.params["path"] = "prompts/absent.prompty";
    std::string const mark = dice_.one_in(8) ? "\xEF\xBB\xBF" : "";
    input.files["prompts/a.prompty"] = mark + "---\n" + frontmatter() + "---\n" + body();
    input.files["prompts/words.txt"] = dice_.word();
    input.files["prompts/parts/numbers.json"] = "[" + std::to_string(dice_.below(90)) + ", 2.5]";
    input.files["prompts/.env"] = dice_.pick<std::string>({"GENERATED_HOME", "GENERATED_UNSET"}) + "=" + dice_.word();
    input.files["outside.txt"] = dice_.word();
    return input;
  }

  /// A text with signs that mean something in HTML.
  [[nodiscard]] Input render() {
    std::string const name = dice_.word();
    Json const input = {{"name", name}, {"kind", "string"}};
    Json const agent = {{"kind", "prompt"}, {"inputs", Json::array({input})}, {"instructions", "{{ " + name + " }}"}};
    return {.operation = "render", .params = {{"agent", agent}, {"inputs", {{name, "<" + dice_.word() + "> & so"}}}}};
  }

  [[nodiscard]] Input run() {
    Json connection = {{"kind", dice_.pick<std::string>({"key", "anonymous"})}};
    if (!dice_.one_in(6)) connection["endpoint"] = "${MOCK}/v1";
    if (!dice_.one_in(3)) connection["apiKey"] = dice_.word();
    if (dice_.one_in(2)) connection = {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", dice_.word()}};
    Json const model = {{"id", dice_.word()}, {"provider", "openai"}, {"apiType", "chat"}, {"connection", connection}};
    Json const agent = {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    Json const messages = Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
    Json environment = Json::object();
    if (dice_.one_in(2)) environment["OPENAI_API_KEY"] = dice_.word();
    if (dice_.one_in(3)) environment["OPENAI_BASE_URL"] = "http://127.0.0.1:1/" + dice_.word();
    return {
        .operation = "run", .params = {{"agent", agent}, {"messages", messages}, {"env", environment}}, .files = {}};
  }

 private:
  static Json environment() {
    return {{"GENERATED_HOME", "of-the-environment"}, {"GENERATED_NUMBER", "17"}, {"GENERATED_FLAG", "true"}};
  }

  bool wrongly(std::size_t chances) { return faulty_ && dice_.one_in(chances); }

  std::string body() {
    return dice_.word() + " {{" + dice_.word() + "}}" +
           dice_.pick<std::string>({"", " \xF0\x9F\x8E\x84", " e\xCC\x81"}) + "\n";
  }

  /// Each top-level property on a line of its own, its value as JSON, which is YAML.
  std::string frontmatter() {
    Json properties = Json::object();
    for (std::string const name : {"name", "displayName", "description"}) {
      if (dice_.one_in(2)) properties[name] = text();
    }
    if (dice_.one_in(3)) properties["metadata"] = metadata();
    if (!dice_.one_in(3)) properties["model"] = model();
    for (std::string const list : {"inputs", "outputs"}) {
      if (dice_.one_in(2)) properties[list] = schema();
    }
    if (dice_.one_in(2)) properties["template"] = chosen_template();
    if (dice_.one_in(2)) properties["tools"] = tools();
    if (dice_.one_in(3)) properties[dice_.word()] = dice_.pick<Json>({dice_.word(), 5, nested(), Json::array({1})});
    if (dice_.one_in(6)) properties[dice_.pick<std::string>({"kind", "instructions"})] = dice_.word();
    if (wrongly(6)) return "- " + dice_.word() + "\n";
    if (wrongly(7)) return dice_.word() + "\n";
    if (wrongly(7)) return "name: [" + dice_.word() + "\n";
    if (wrongly(7)) properties["name"] = Json::array({dice_.word()});
    if (dice_.one_in(8)) properties["name"] = nullptr;
    std::string lines = dice_.one_in(8) ? "# " + dice_.word() + "\n" : "";
    for (auto const& [name, value] : properties.items()) lines += name + ": " + value.dump() + "\n";
    return lines;
  }

  Json nested() {
    return {{dice_.word(), Json::array({1, true, {{dice_.word(), 0.5}}})}, {dice_.word(), dice_.word()}};
  }

  Json metadata() {
    Json metadata = nested();
    if (dice_.one_in(2)) metadata["name"] = dice_.word();
    if (dice_.one_in(3)) metadata["home"] = "${env:GENERATED_HOME}";
    return metadata;
  }

  std::string text() {
    if (wrongly(4))
      return dice_.pick<std::string>({"${file:lost.txt}", "${env:GENERATED_UNSET}", "${file:../outside.txt}"});
    return dice_.pick<std::string>({dice_.word(), dice_.word() + " " + dice_.word(), dice_.word() + "\n" + dice_.word(),
                                    "größe-" + dice_.word(), "${env:GENERATED_HOME}", "${env:GENERATED_NUMBER}",
                                    "${file:words.txt}", "${file:parts/../words.txt}",
                                    "${env:GENERATED_UNSET:" + dice_.word() + "}"});
  }

  Json model() {
    switch (dice_.below(6)) {
      case 0:
        return dice_.pick<std::string>({dice_.word(), dice_.word() + "/" + dice_.word() + ":1", "openai", "foundry"});
      case 1:
        return {{"id", dice_.word()}};
      case 2:
        return "${env:GENERATED_HOME}";
      default:
        break;
    }
    Json model = Json::object();
    if (!dice_.one_in(4)) model["id"] = dice_.word() + "-" + dice_.word();
    if (dice_.one_in(2))
      model["provider"] =
          dice_.pick<std::string>({"openai", "foundry", "anthropic", dice_.word(), "My-" + dice_.word()});
    if (dice_.one_in(3)) model["apiType"] = dice_.pick<std::string>({"chat", "embedding", "image", "responses"});
    if (dice_.one_in(2)) model["connection"] = connection();
    if (dice_.one_in(2)) model["options"] = options();
    return model;
  }

  Json connection() {
    std::string const kind = dice_.pick<std::string>(
        {"key", "reference", "remote", "anonymous", "foundry", "oauth", dice_.word(), dice_.word()});
    Json connection = {{"kind", kind}};
    for (std::string const name : {"endpoint", "apiKey", "name", "target", "authenticationMode"}) {
      if (dice_.one_in(2)) connection[name] = dice_.word();
    }
    if (dice_.one_in(3)) connection[dice_.word()] = nested();
    return connection;
  }

  Json options() {
    Json options = Json::object();
    for (std::string const name : {"temperature", "topP", "frequencyPenalty", "presencePenalty"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 1, -0.75, 0.375, 9, "${env:GENERATED_NUMBER}"});
    }
    for (std::string const name : {"maxOutputTokens", "topK", "seed"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 11, 70001, 70002, "${env:GENERATED_NUMBER}"});
    }
    if (dice_.one_in(3)) {
      std::vector<std::string> stops = {dice_.word(), "zz", "aa", dice_.word()};
      stops.resize(1 + dice_.below(4));
      options["stopSequences"] = stops;
    }
    if (dice_.one_in(2)) options["allowMultipleToolCalls"] = dice_.pick<Json>({true, false, "${env:GENERATED_FLAG}"});
    if (dice_.one_in(3)) options["additionalProperties"] = nested();
    if (wrongly(5)) options["temperature"] = dice_.pick<std::string>({dice_.word(), "${env:GENERATED_HOME}"});
    if (dice_.one_in(8)) options["seed"] = nullptr;
    if (wrongly(6)) options["maxOutputTokens"] = 1.5;
    return options;
  }

  Json plain_value() {
    return dice_.pick<Json>({dice_.word(), "", "17", "true", "integer", 0, -3, 12, 2.0, 0.75, true, false,
                             Json::array(), Json::array({dice_.word(), 2}), nested(), "${env:GENERATED_NUMBER}",
                             "${file:parts/numbers.json}", nullptr});
  }

  Json property() {
    Json property = Json::object();
    if (!dice_.one_in(5))
      property["kind"] = dice_.pick<std::string>(
          {"string", "integer", "float", "boolean", "array", "object", "thread", "image", "file", "audio"});
    if (dice_.one_in(2)) property["description"] = dice_.word();
    if (dice_.one_in(3)) property["required"] = dice_.pick<Json>({true, false});
    if (wrongly(6)) property["required"] = dice_.word();
    if (dice_.one_in(3)) property["default"] = plain_value();
    if (dice_.one_in(3)) property["example"] = plain_value();
    if (dice_.one_in(4)) property["enumValues"] = Json::array({"zz", 1, true, "aa", 0.5});
    return property;
  }

  Json schema() {
    bool const as_list = dice_.one_in(2);
    Json schema = as_list ? Json::array() : Json::object();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      std::string const name = wrongly(3) ? "twin" : dice_.word();
      Json entry = property();
      if (as_list && !wrongly(5)) entry["name"] = name;
      if (as_list)
        schema.push_back(entry);
      else
        schema[name] = dice_.one_in(2) ? plain_value() : entry;
    }
    return schema;
  }

  Json chosen_template() {
    std::string const engine = dice_.pick<std::string>({"jinja2", "mustache", dice_.word(), "${env:GENERATED_HOME}"});
    std::string const parser = dice_.pick<std::string>({"prompty", dice_.word()});
    switch (dice_.below(7)) {
      case 0:
        return engine;
      case 1:
        return {{"format", {{"kind", engine}}}};
      case 2:
        return {{"parser", {{"kind", parser}}}};
      case 3:
        return {{"format", engine}};
      case 4:
        return {{"parser", parser}};
      case 5:
        return Json::object();
      default:
        return {{"format", {{"kind", engine}}}, {"parser", {{"kind", parser}}}};
    }
  }

  Json tool() {
    Json tool = {
        {"name", wrongly(2) ? "twin" : dice_.pick<std::string>({dice_.word(), dice_.word(), "Get", "get", "bet"})},
        {"kind", dice_.pick<std::string>(
                     {"function", "prompty", "mcp", "openapi", dice_.word(), "*", "functions", "Function"})}};
    if (dice_.one_in(6)) return tool;
    if (dice_.one_in(2)) tool["description"] = dice_.word();
    if (dice_.one_in(2)) tool["bindings"] = nested();
    if (dice_.one_in(4)) tool["bindings"][dice_.word()] = "GENERATED_HOME";
    if (dice_.one_in(4)) tool["bindings"][dice_.word()] = {{"deep", "${env:GENERATED_HOME}"}};
    if (dice_.one_in(3)) tool["bindings"][dice_.word()] = "${env:GENERATED_HOME}";
    if (dice_.one_in(2)) tool["parameters"] = schema();
    if (dice_.one_in(3)) tool["strict"] = dice_.pick<Json>({true, false});
    if (dice_.one_in(3) || tool["kind"] == "prompty") tool["path"] = "./" + dice_.word() + "/" + dice_.word();
    if (dice_.one_in(2)) tool["mode"] = wrongly(2) ? dice_.word() : dice_.pick<std::string>({"single", "agentic"});
    if (dice_.one_in(2)) tool["connection"] = connection();
    if (dice_.one_in(2)) tool["serverName"] = dice_.word();
    if (dice_.one_in(3)) tool["approvalMode"] = dice_.word();
    if (dice_.one_in(3)) tool["allowedTools"] = Json::array({"zz", dice_.word(), "aa"});
    if (dice_.one_in(2) || tool["kind"] == "openapi")
      tool["specification"] = dice_.pick<std::string>({"./" + dice_.word(), "https://" + dice_.word() + ".test/a"});
    if (dice_.one_in(3)) tool["options"] = nested();
    if (wrongly(6)) tool.erase("kind");
    return tool;
  }

  Json tools() {
    if (wrongly(8)) return dice_.word();
    if (dice_.one_in(8)) return Json::array();
    Json list = Json::array();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) list.push_back(tool());
    return list;
  }

  Dice& dice_;
  bool faulty_ = false;
};

}  // namespace conformance::generated
