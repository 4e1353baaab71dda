#include "harness/proof/differential/prompt_files.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace conformance::differential {
namespace {

bool is_plain(std::string const& text) {
  if (text.empty() || text.front() == '-' || text.front() == '.' || text.front() == ':') return false;
  return std::all_of(text.begin(), text.end(), [](char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_' || sign == '.' || sign == '-' ||
           static_cast<unsigned char>(sign) >= 0x80U;
  });
}

bool fits_block(std::string const& text) {
  bool const has_odd_signs = std::any_of(
      text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) < 0x20U && sign != '\n'; });
  return text.find('\n') != std::string::npos && !has_odd_signs && text.front() != ' ' && text.front() != '\n' &&
         text.back() == '\n' && text.find("\n\n", text.size() - 2) == std::string::npos;
}

std::string single_quoted(std::string const& text) {
  std::string quoted = "'";
  for (char const sign : text) quoted += sign == '\'' ? "''" : std::string(1, sign);
  return quoted + "'";
}

std::string block_scalar(std::string const& text, std::string const& indent) {
  std::string written = "|\n";
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text.find('\n', at);
    std::string const line = text.substr(at, end - at);
    written += (line.empty() ? "" : indent + line) + "\n";
    at = end + 1;
  }
  return written.substr(0, written.size() - 1);
}

std::string scalar(Dice& dice, Json const& value, std::string const& indent) {
  if (value.is_null() && dice.one_in(3)) return dice.one_in(2) ? "~" : "";
  if (!value.is_string()) return value.dump();
  std::string text = value.get<std::string>();
  if (is_plain(text) && dice.one_in(2)) return text;
  if (fits_block(text) && dice.one_in(2)) return block_scalar(text, indent + "  ");
  bool const is_on_one_line =
      std::none_of(text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) < 0x20U; });
  if (is_on_one_line && dice.one_in(3)) return single_quoted(text);
  return value.dump();
}

std::string key(Dice& dice, std::string const& name) {
  return is_plain(name) && !dice.one_in(10) ? name : Json(name).dump();
}

std::string below(Dice& dice, Json const& value, std::string const& indent);

/// Behind a key or a dash: a scalar or a flow on the same line, or a block on the next ones.
std::string behind(Dice& dice, Json const& value, std::string const& indent) {
  if (!value.is_structured()) {
    std::string const written = scalar(dice, value, indent);
    return (written.empty() ? "" : " " + written) + "\n";
  }
  if (value.empty() || dice.one_in(4)) return " " + value.dump() + "\n";
  return "\n" + below(dice, value, indent + "  ");
}

std::string below(Dice& dice, Json const& value, std::string const& indent) {
  std::string written;
  if (value.is_array()) {
    for (Json const& element : value) written += indent + "-" + behind(dice, element, indent);
    return written;
  }
  for (auto const& [name, member] : value.items()) {
    if (dice.one_in(30)) written += indent + "# a note\n";
    written += indent + key(dice, name) + ":" + behind(dice, member, indent);
  }
  return written;
}

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

std::string yaml_text(Dice& dice, Json const& value) {
  if (value.is_object() && value.empty()) return "";
  if (!value.is_structured()) return scalar(dice, value, "") + "\n";
  return below(dice, value, "");
}

Input load_of_prompt_file(Dice& dice, SchemaValues const& values, Common const& common, Soundness soundness) {
  Json properties = as_written(dice, values.of_definition("Agent", dice));
  if (dice.one_in(2)) refer(dice, common, properties);
  std::size_t const breaks = soundness == Soundness::broken ? 1 + dice.below(4) : 0;
  if (breaks == 1 || breaks == 2) properties = broken_value(dice, properties);
  if (breaks == 3) break_references(dice, common, properties);
  std::string const delimiter = dice.one_in(8) ? "+++\n" : "---\n";
  std::string text = delimiter + yaml_text(dice, properties) + delimiter + prompt_text(dice);
  if (breaks == 4) text = broken_text(dice, text);
  if (dice.one_in(8)) with_crlf(text);
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
