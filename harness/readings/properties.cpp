#include <re2/re2.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/file_anatomy.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::of_properties {
namespace {

using mutants::Rule;

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

/// A plain scalar as older libraries read it; sexagesimal numbers and those that are none stay text.
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

/// A mapping by YAML 1.1; nothing for what older libraries cannot read either, and for tags.
std::optional<Json> mapping_by_1_1(std::string const& yaml) {
  try {
    YAML::Node const node = YAML::Load(yaml);
    if (!node.IsMap() || has_own_tag(node)) return std::nullopt;
    return mutants::json_of(node, typed_by_1_1);
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

Rule read_by_yaml_1_1() {
  Rule const frontmatter = mutants::changed_file_text([](std::string const& text) {
    mutants::FileAnatomy const file = mutants::anatomy_of(text);
    if (file.opener.empty() || file.closer.empty()) return text;
    std::optional<Json> const read = mapping_by_1_1(file.inside);
    return read && read != mutants::frontmatter_of(text) ? mutants::with_frontmatter(text, *read) : text;
  });
  Rule const files = mutants::changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
    if (file.extension() != ".yaml" && file.extension() != ".yml") return bytes;
    std::optional<Json> const read = mapping_by_1_1(bytes);
    return read ? read->dump() : bytes;
  });
  return [frontmatter, files](std::string const& operation, Json const& params, AskReference const& reference) {
    return frontmatter(operation, params,
                       [&](std::string const& asked, Json const& about) { return files(asked, about, reference); });
  };
}

}  // namespace
}  // namespace conformance::readings::of_properties

namespace conformance::readings {

std::vector<ReadingRule> properties() {
  return {{.decision = "A-011", .reading = "yaml-1-1", .answer = of_properties::read_by_yaml_1_1()}};
}

}  // namespace conformance::readings
