#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Files whose frontmatter refers to variables and to other files, from all sorts of places.
class ReferringFiles {
 public:
  explicit ReferringFiles(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input load() {
    Input input{.operation = "load", .params = {{"path", "prompt.prompty"}, {"env", environment()}}};
    if (dice_.one_in(3)) input.params["envAfter"] = {{"GIVEN_NAME", "later"}, {"GIVEN_OTHER", "later"}};
    if (dice_.one_in(3)) input.params["cwd"] = "elsewhere";
    input.files = files();
    input.files["prompt.prompty"] = "---\n" + frontmatter() + "---\n" + body();
    return input;
  }

 private:
  Json environment() {
    return {{"GIVEN_FIRST", dice_.word()},
            {"GIVEN_NAME", dice_.word()},
            {"GIVEN_NUMBER", "8090"},
            {"GIVEN_EMPTY", ""},
            {"GIVEN_ODD", "b: [c] # " + dice_.word()},
            {"given_name", "lower"},
            {"GIVEN_SLY", "${env:GIVEN_NAME}"}};
  }

  std::map<std::string, std::string> files() {
    std::string const word = dice_.word();
    return {{"text.txt", " " + word + "\n"},

            {"mapping.txt", "first: " + word + "\n"},
            {"LIST", "[4, 5]"},
            {"sly.txt", "${env:GIVEN_NAME}"},
            {"deep/text.txt", "deep " + word},
            {"value.json", R"({"number": 8, "on": true, "name": "${env:GIVEN_NAME}"})"},
            {"list.json", "[\"" + word + "\", 3]"},
            {"broken.json", "{\"" + word},
            {"value.yaml", "number: 8\nname: " + word + "\n"},
            {"value.yml", "number: 8\nname: " + word + "\n"},
            {"deep/outer.yaml", "inner: ${file:text.txt}\n"},
            {"loop.json", R"({"again": "${file:loop.json}"})"},
            {"pair.json", R"({"one": "${file:text.txt}", "two": "${file:text.txt}"})"}};
  }

  std::string reference() {
    return dice_.pick<std::string>(
        {"${env:GIVEN_NAME}", "${env:GIVEN_NAME}", "${env:given_NAME}", "${env:GIVEN_NUMBER}", "${env:GIVEN_ODD}",
         "${env:GIVEN_EMPTY}", "${env:GIVEN_EMPTY:" + dice_.word() + "}", "${env:GIVEN_NAME:" + dice_.word() + "}",
         "${env:GIVEN_NAME:}", "${env:GIVEN_UNSET:}", "${env:GIVEN_UNSET: " + dice_.word() + " b }",
         "${env:GIVEN_UNSET:17}", "${env:GIVEN_UNSET::" + dice_.word() + ":c}", "${env:GIVEN_SLY}", "${Env:GIVEN_NAME}",
         "${ env:GIVEN_NAME}", "${vault:" + dice_.word() + "}", "${GIVEN_NAME}", "$5 {" + dice_.word() + "}"});
  }

  std::string file_reference() {
    return "${file:" +
           dice_.pick<std::string>({"text.txt", "mapping.txt", "LIST", "sly.txt", "deep/text.txt", "value.json",
                                    "list.json", "value.yaml", "value.yml", "deep/outer.yaml", "pair.json"}) +
           "}";
  }

  /// References with which loading fails.
  std::string failing() {
    return dice_.pick<std::string>({"${env:GIVEN_UNSET}", "${file:lost.txt}", "${file:lost.json}", "${file:deep}",
                                    "${file:broken.json}", "${file:loop.json}", "a ${file:value.json}"});
  }

  std::string text() {
    if (dice_.one_in(3)) return dice_.word() + " " + reference() + " and " + reference();
    if (dice_.one_in(12)) return dice_.word() + " ${file:text.txt}";
    return dice_.one_in(3) ? file_reference() : reference();
  }

  Json metadata() {
    Json metadata = {{"plain", dice_.word()}, {"number", 5}, {"on", true}};
    if (dice_.one_in(4)) metadata[dice_.one_in(2) ? "${env:GIVEN_NAME}" : "${env:GIVEN_UNSET}"] = "key";
    metadata["one"] = text();
    metadata["list"] = Json::array({reference(), {{"two", reference()}}, Json::array({reference(), 7})});
    metadata["deep"] = {{"deeper", {{"three", reference()}}}};
    if (dice_.one_in(4)) metadata["failing"] = failing();
    return metadata;
  }

  std::string frontmatter() {
    Json properties = {{"description", dice_.word() + " " + reference()}};
    if (dice_.one_in(2)) properties["name"] = reference();
    if (dice_.one_in(2)) properties["displayName"] = "${env:GIVEN_NAME}";
    if (!dice_.one_in(4)) properties["metadata"] = metadata();
    if (dice_.one_in(2)) {
      Json const connection = {{"kind", "key"}, {"endpoint", "${env:GIVEN_NAME}"}, {"apiKey", "${env:GIVEN_FIRST}"}};
      Json const options = {{"additionalProperties", {{"user", "${env:GIVEN_NAME}"}}}};
      properties["model"] = {{"id", reference()}, {"connection", connection}, {"options", options}};
    }
    if (dice_.one_in(2)) properties["inputs"] = {{"place", {{"kind", "string"}, {"default", reference()}}}};
    if (dice_.one_in(2)) {
      Json const tool = {{"name", dice_.word()}, {"kind", "function"}, {"bindings", {{"user", "${env:GIVEN_NAME}"}}}};
      properties["tools"] = Json::array({tool});
    }
    if (dice_.one_in(4)) properties = {{"name", dice_.word()}};
    std::string lines;
    // Plain where YAML lets them be, so that what is put in before reading does harm.
    for (auto const& [name, value] : properties.items()) {
      bool const is_plain = value == "${env:GIVEN_ODD}" || value == "${env:GIVEN_NAME}";
      lines += name + ": " + (is_plain ? value.get<std::string>() : value.dump()) + "\n";
    }
    return lines;
  }

  std::string body() {
    return dice_.word() +
           dice_.pick<std::string>({" ${env:GIVEN_NAME}", " ${env:GIVEN_UNSET}", " ${file:text.txt}", "", ""});
  }

  Dice& dice_;
};

}  // namespace conformance::generated
