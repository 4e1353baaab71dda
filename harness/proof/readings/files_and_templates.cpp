#include <re2/re2.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "harness/judge/deviations/prompt_file.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/proof/readings/readings.hpp"

namespace conformance::readings {
namespace {

using deviations::Rule;
using deviations::with_frontmatter;

// A-011: YAML 1.1. Filters only see scalars that are typed already.

std::optional<std::int64_t> whole_number_of_1_1(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  bool const negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0b")) {
    base = text[1] == 'x' ? 16 : 2;
    text.erase(0, 2);
  } else if (text.size() > 1 && text.starts_with('0')) {
    base = 8;
  }
  if (text.size() > 15) return std::nullopt;
  std::int64_t const value = std::stoll(text, nullptr, base);
  return negative ? -value : value;
}

/// A plain scalar as older libraries read it; sexagesimal numbers and what is not a number stay text.
Json typed_by_1_1(std::string const& scalar) {
  static RE2 const null("(~|null|Null|NULL)?");
  static RE2 const yes("yes|Yes|YES|true|True|TRUE|on|On|ON");
  static RE2 const no("no|No|NO|false|False|FALSE|off|Off|OFF");
  static RE2 const integer("[-+]?(0|[1-9][0-9_]*|0[0-7_]+|0x[0-9a-fA-F_]+|0b[01_]+)");
  static RE2 const number(R"([-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?)");
  if (RE2::FullMatch(scalar, null)) return nullptr;
  if (RE2::FullMatch(scalar, yes)) return true;
  if (RE2::FullMatch(scalar, no)) return false;
  if (RE2::FullMatch(scalar, integer)) {
    std::optional<std::int64_t> const value = whole_number_of_1_1(scalar);
    return value ? Json(*value) : Json(std::stod(scalar));
  }
  if (RE2::FullMatch(scalar, number)) {
    std::string digits = scalar;
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    return std::stod(digits);
  }
  return scalar;
}

bool has_own_tag(YAML::Node const& node) {
  std::string const& tag = node.Tag();
  if (!tag.empty() && tag != "?" && tag != "!") return true;
  if (!node.IsSequence() && !node.IsMap()) return false;
  return std::any_of(node.begin(), node.end(), [&](auto const& element) {
    return node.IsMap() ? has_own_tag(element.second) : has_own_tag(element);
  });
}

/// The value with the members of what `<<` names in place of it, each mapping's own before those of others.
Json merged(Json const& value) {
  Json result = value.is_object() ? Json::object() : value;
  if (value.is_array()) {
    std::transform(value.begin(), value.end(), result.begin(), merged);
  }
  if (!value.is_object()) return result;
  for (auto const& [key, part] : value.items()) {
    if (key != "<<") result[key] = merged(part);
  }
  Json const named = value.value("<<", Json::array());
  for (Json const& other : named.is_object() ? Json::array({named}) : named) {
    result.insert(other.begin(), other.end());
  }
  return result;
}

/// A mapping by YAML 1.1; nothing for what older libraries cannot read either, and for tags.
std::optional<Json> mapping_by_1_1(std::string const& yaml) {
  try {
    YAML::Node const node = YAML::Load(yaml);
    if (!node.IsMap() || has_own_tag(node)) return std::nullopt;
    return merged(deviations::json_of(node, typed_by_1_1));
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// Every load of a file that is there, and whose frontmatter is a mapping, as the function answers it; all else as the
/// reference does.
Rule changed_load(
    std::function<Reply(std::filesystem::path const& path, Json const& params, AskReference const& reference)> load) {
  return [load = std::move(load)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "load") return reference(operation, params);
    std::filesystem::path const path = member(params, "path").get<std::string>();
    bool const can_be_read = std::filesystem::is_regular_file(path) && deviations::frontmatter_of(read_file(path));
    return can_be_read ? load(path, params, reference) : reference(operation, params);
  };
}

Reply load_with_prompt_by_1_1(std::filesystem::path const& path, Json const& params, AskReference const& reference) {
  std::string const text = read_file(path);
  deviations::FileAnatomy const file = deviations::anatomy_of(text);
  if (file.opener.empty() || file.closer.empty()) return reference("load", params);
  std::optional<Json> const read = mapping_by_1_1(file.inside);
  if (!read || read == deviations::frontmatter_of(text)) return reference("load", params);
  std::string const changed = with_frontmatter(text, *read);
  return changed == text ? reference("load", params) : deviations::load_as_sibling(params, changed, reference);
}

/// The other files of the folder are YAML as well.
Reply load_with_neighbours_by_1_1(std::filesystem::path const& path, Json const& params,
                                  AskReference const& reference) {
  Json changed = Json::object();
  Json const neighbours = deviations::neighbours_of(path);
  for (auto const& [name, text] : neighbours.items()) {
    std::filesystem::path const extension = std::filesystem::path(name).extension();
    if (extension != ".yaml" && extension != ".yml") continue;
    std::optional<Json> const read = mapping_by_1_1(text.get<std::string>());
    if (read && read->dump() != text.get<std::string>()) changed[name] = read->dump();
  }
  return changed.empty() ? reference("load", params) : deviations::load_beside(params, changed, reference);
}

Rule read_by_yaml_1_1() {
  Rule const prompt = changed_load(load_with_prompt_by_1_1);
  Rule const neighbours = changed_load(load_with_neighbours_by_1_1);
  return [prompt, neighbours](std::string const& operation, Json const& params, AskReference const& reference) {
    return prompt(operation, params,
                  [&](std::string const& inner, Json const& changed) { return neighbours(inner, changed, reference); });
  };
}

// A-202

bool is_jinja(Json const& agent) {
  Json const& kind = deviations::member_at(agent, {"template", "format", "kind"});
  return !kind.is_string() || kind == "jinja2";
}

/// Wide enough for any sum or product of two numbers of 64 bits.
__extension__ using Wide = __int128;

std::string digits_of(Wide number) {
  std::string digits;
  bool const is_negative = number < 0;
  for (; number != 0; number /= 10) {
    int const digit = static_cast<int>(number % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  }
  if (digits.empty()) return "0";
  return is_negative ? "-" + digits : digits;
}

std::optional<std::int64_t> integer_of(std::string const& word, Json const& inputs) {
  std::int64_t number = 0;
  if (RE2::FullMatch(word, R"((-?\d+))", &number)) return number;
  Json const& value = member(inputs, word);
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

Wide calculated(std::int64_t left, char sign, std::int64_t right) {
  Wide const wide = left;
  if (sign == '*') return wide * right;
  return sign == '+' ? wide + right : wide - right;
}

std::string template_of(Json const& agent) {
  Json const& instructions = member(agent, "instructions");
  return instructions.is_string() ? instructions.get<std::string>() : "";
}

/// Works out sums, differences and products of two whole numbers in 128 bits.
Reply render_without_overflow(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (operation != "render" && operation != "prepare") return reply;
  Json const& agent = member(params, "agent");
  if (reply.status != Reply::Status::error || !is_jinja(agent)) return reply;
  static RE2 const calculation(R"(\{\{-?\s*(-?\w+)\s*([*+-])\s*(-?\w+)\s*-?\}\})");
  std::string text = template_of(agent);
  std::string left;
  std::string sign;
  std::string right;
  while (RE2::PartialMatch(text, calculation, &left, &sign, &right)) {
    std::optional<std::int64_t> const first = integer_of(left, member(params, "inputs"));
    std::optional<std::int64_t> const second = integer_of(right, member(params, "inputs"));
    if (!first || !second) return reply;
    RE2::Replace(&text, calculation, digits_of(calculated(*first, sign.front(), *second)));
  }
  if (text == template_of(agent)) return reply;
  Json changed = params;
  changed["agent"]["instructions"] = text;
  return reference(operation, changed);
}

}  // namespace

std::vector<Deviation> files_and_templates() {
  return {rule_of("A-011", "yaml-1-1", read_by_yaml_1_1()), rule_of("A-202", "unbounded", render_without_overflow)};
}

}  // namespace conformance::readings
