#include "harness/differential/prompt_files.hpp"

#include <nlohmann/json.hpp>

#include "harness/differential/breaking.hpp"
#include "harness/differential/fragments.hpp"
#include "harness/differential/yaml_writer.hpp"

namespace conformance::differential {
namespace prompt_files {
namespace {

Json const* member_of(Json const& object, char const* name) {
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

/// A list of properties as a mapping of their names, some of them by their default alone.
Json as_mapping(Dice& dice, Json const& properties) {
  Json mapping = Json::object();
  for (Json property : properties) {
    std::string const name = property.at("name").get<std::string>();
    property.erase("name");
    Json const* const value = member_of(property, "default");
    mapping[name] = value != nullptr && dice.one_in(2) ? Json(*value) : property;
  }
  return mapping;
}

void shorten_properties(Dice& dice, Json& owner, char const* name) {
  Json::iterator const found = owner.find(name);
  if (found == owner.end() || !found->is_array()) return;
  for (Json& property : *found)
    if (property.contains("default") && dice.one_in(3)) property.erase("kind");
  if (dice.one_in(2)) *found = as_mapping(dice, *found);
}

void shorten_template(Dice& dice, Json& properties) {
  Json::iterator const found = properties.find("template");
  if (found == properties.end() || !found->is_object()) return;
  Json::iterator const format = found->find("format");
  if (format == found->end() || !format->is_object()) return;
  if (dice.one_in(3)) *format = Json(format->at("kind"));
  if (dice.one_in(4)) *found = Json(*format);
}

/// The members of an agent as a file may have them.
Json as_written(Dice& dice, Json properties) {
  properties.erase("kind");
  properties.erase("instructions");
  if (Json const* const model = member_of(properties, "model"); model != nullptr && model->is_object()) {
    Json const* const id = member_of(*model, "id");
    if (id != nullptr && dice.one_in(4)) properties["model"] = Json(*id);
  }
  shorten_template(dice, properties);
  shorten_properties(dice, properties, "inputs");
  shorten_properties(dice, properties, "outputs");
  if (Json::iterator const tools = properties.find("tools"); tools != properties.end() && tools->is_array()) {
    for (Json& tool : *tools) {
      tool.erase("type");
      shorten_properties(dice, tool, "parameters");
    }
  }
  if (dice.one_in(3)) properties[dice.pick(invented_names())] = some_value(dice);
  return properties;
}

std::string reference(Dice& dice, Common const& common) {
  static std::vector<std::string> const to_files = {"${file:words.txt}",
                                                    "${file:numbers.json}",
                                                    "${file:more.yaml}",
                                                    "${file:./words.txt}",
                                                    "${FILE:words.txt}",
                                                    "${file: words.txt}",
                                                    "a ${file:words.txt} b",
                                                    "${other:x}",
                                                    "${}",
                                                    "a ${file:numbers.json} b",
                                                    "${file:sub/../words.txt}",
                                                    "$${file:words.txt}"};
  static std::vector<std::string> const to_variables = {"${env:HOME_TOWN}",
                                                        "${env:NUMBER}",
                                                        "${env:FLAG}",
                                                        "${env:EMPTY}",
                                                        "${env:UNSET:a}",
                                                        "${env:UNSET:}",
                                                        "${env:UNSET:a:b}",
                                                        "${env:NUMBER:7}",
                                                        "${ENV:NUMBER}",
                                                        "x${env:NUMBER}y",
                                                        "${env:NUMBER}${env:FLAG}",
                                                        "${env: NUMBER}",
                                                        "${env:UNSET:${env:NUMBER}}",
                                                        "${env:REFERS}",
                                                        "${env:NUMBER",
                                                        "${env:UNSET:{a}}"};
  return common.features.contains("env") && dice.one_in(2) ? dice.pick(to_variables) : dice.pick(to_files);
}

/// Puts references in the place of some texts.
void refer(Dice& dice, Common const& common, Json& value) {
  if (value.is_structured()) {
    for (Json& member : value) refer(dice, common, member);
  } else if (dice.one_in(value.is_string() ? 10 : 25)) {
    value = reference(dice, common);
  }
}

void break_references(Dice& dice, Common const& common, Json& properties) {
  static std::vector<std::string> const wrong = {"${file:lost.txt}",     "${file:}",    "${file:broken.json}",
                                                 "${file:../words.txt}", "${file:sub}", "${file:circle.json}"};
  bool const by_variable = common.features.contains("env") && dice.one_in(3);
  properties[dice.pick(std::vector<std::string>{"name", "a", "metadata"})] =
      by_variable ? dice.pick(std::vector<std::string>{"${env:UNSET}", "${env:}", "a ${env:UNSET} b"})
                  : dice.pick(wrong);
}

void with_crlf(std::string& text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.insert(at, 1, '\r');
}

}  // namespace
}  // namespace prompt_files

Input load_of_prompt_file(Dice& dice, SchemaValues const& values, Common const& common, Soundness soundness) {
  Json properties = prompt_files::as_written(dice, values.of_definition("Agent", dice));
  if (dice.one_in(2)) prompt_files::refer(dice, common, properties);
  std::size_t const breaks = soundness == Soundness::broken ? 1 + dice.below(4) : 0;
  if (breaks == 1 || breaks == 2) properties = broken_value(dice, properties);
  if (breaks == 3) prompt_files::break_references(dice, common, properties);
  std::string const delimiter = dice.one_in(8) ? "+++\n" : "---\n";
  std::string text = delimiter + yaml_text(dice, properties) + delimiter + prompt_text(dice);
  if (breaks == 4) text = broken_text(dice, text);
  if (dice.one_in(8)) prompt_files::with_crlf(text);
  if (dice.one_in(12)) text = dice.pick(std::vector<std::string>{"\uFEFF", "\n", " \n\t"}) + text;
  Input input{.operation = "load", .params = {{"path", "prompt.prompty"}}};
  if (common.features.contains("env"))
    input.params["env"] = {
        {"HOME_TOWN", "größe"}, {"NUMBER", "17"}, {"FLAG", "true"}, {"EMPTY", ""}, {"REFERS", "${env:NUMBER}"}};
  input.files = {{"prompt.prompty", text},
                 {"words.txt", "two words\r\n"},
                 {"numbers.json", "[1, 2.5, {\"a\": \"${file:words.txt}\"}]"},
                 {"more.yaml", "a: yes\nb: [1, 0x1F, 1e3, ~]\n"},
                 {"broken.json", "{\"a\": }"},
                 {"circle.json", "[\"${file:circle.json}\"]"},
                 {"sub/words.md", "below\n"}};
  return input;
}

}  // namespace conformance::differential
