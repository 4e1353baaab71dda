#include "mock-provider/scenario/scenario_file.hpp"

#include <fmt/core.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/presets.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace mock_provider::yaml_value {
namespace {

constexpr std::size_t value_limit = 100'000;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return text;
}

bool is_decimal(std::string_view text) {
  text = without_sign(text);
  std::size_t const exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos && !all_digits(without_sign(text.substr(exponent + 1)))) return false;
  std::string_view const number = text.substr(0, exponent);
  std::size_t const point = number.find('.');
  if (point == std::string_view::npos) return all_digits(number);
  std::string const digits = std::string(number.substr(0, point)) + std::string(number.substr(point + 1));
  return all_digits(digits);
}

/// The number, as near as a number can come to it; the text when it is beyond all of them.
Json decimal_or_text(std::string const& text) {
  try {
    return std::stod(text);
  } catch (std::out_of_range const&) {
    return text;
  }
}

Json whole_number_or_decimal(std::string const& text) {
  std::string_view const digits = text.front() == '+' ? std::string_view(text).substr(1) : std::string_view(text);
  std::int64_t value = 0;
  std::from_chars_result const result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return result.ec == std::errc() ? Json(value) : decimal_or_text(text);
}

Json plain_scalar(std::string const& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return nullptr;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  if (all_digits(without_sign(text))) return whole_number_or_decimal(text);
  return is_decimal(text) ? decimal_or_text(text) : Json(text);
}

class Converter {
 public:
  Json convert(YAML::Node const& node, std::string const& pointer, std::size_t depth) {
    if (++count_ > value_limit) fail(node, pointer, fmt::format("holds more than {} values", value_limit));
    if (depth > json_text::depth_limit) {
      fail(node, pointer, fmt::format("is nested more than {} levels deep", json_text::depth_limit));
    }
    if (node.IsMap()) return convert_map(node, pointer, depth);
    if (node.IsSequence()) return convert_sequence(node, pointer, depth);
    if (!node.IsScalar()) return nullptr;
    // yaml-cpp gives plain scalars the tag "?" and quoted ones "!"; only plain ones have another type than string.
    return node.Tag() == "?" ? plain_scalar(node.Scalar()) : Json(node.Scalar());
  }

 private:
  std::size_t count_ = 0;

  [[noreturn]] static void fail(YAML::Node const& node, std::string const& pointer, std::string const& reason) {
    YAML::Mark const mark = node.Mark();
    throw ScenarioError(pointer, fmt::format("line {}, column {}: {}", mark.line + 1, mark.column + 1, reason));
  }

  Json convert_map(YAML::Node const& node, std::string const& pointer, std::size_t depth) {
    Json object = Json::object();
    // Members of an object are looked for one by one, which takes quadratic time for a wide one.
    Json::object_t::Container& members = object.get_ref<Json::object_t&>();
    std::unordered_set<std::string> names;
    for (auto const& entry : node) {
      if (!entry.first.IsScalar()) fail(node, pointer, "keys must be plain text");
      std::string const& key = entry.first.Scalar();
      std::string const at = json_text::child(pointer, key);
      if (!names.insert(key).second) fail(entry.first, at, "the key stands here twice: keep one");
      members.emplace_back(key, convert(entry.second, at, depth + 1));
    }
    return object;
  }

  Json convert_sequence(YAML::Node const& node, std::string const& pointer, std::size_t depth) {
    Json array = Json::array();
    std::size_t index = 0;
    for (YAML::Node const& element : node) {
      array.push_back(convert(element, json_text::child(pointer, index), depth + 1));
      ++index;
    }
    return array;
  }
};

void require_one(std::vector<YAML::Node> const& documents) {
  for (std::size_t index = 1; index < documents.size(); ++index) {
    if (documents[index].IsNull()) continue;
    int const line = documents[index].Mark().line + 1;
    throw ScenarioError(
        "", fmt::format("line {}: a second document begins: write each scenario into a file of its own", line));
  }
}

/// "/a~1b/0" → "a/b", "0"
std::vector<std::string> segments_of(std::string_view pointer) {
  std::vector<std::string> segments;
  for (std::size_t at = 0; at < pointer.size(); ++at) {
    if (pointer[at] == '/') {
      segments.emplace_back();
    } else if (pointer[at] == '~' && at + 1 < pointer.size()) {
      segments.back() += pointer[++at] == '1' ? '/' : '~';
    } else {
      segments.back() += pointer[at];
    }
  }
  return segments;
}

/// The key or element that a segment names, and its value; nothing when there is none.
std::optional<std::pair<YAML::Mark, YAML::Node>> step_into(YAML::Node const& node, std::string const& segment) {
  if (node.IsMap()) {
    for (auto const& entry : node) {
      if (entry.first.IsScalar() && entry.first.Scalar() == segment) return {{entry.first.Mark(), entry.second}};
    }
  }
  std::size_t index = 0;
  std::from_chars_result const read = std::from_chars(segment.data(), segment.data() + segment.size(), index);
  bool const is_index = read.ec == std::errc() && node.IsSequence() && index < node.size();
  if (!is_index) return std::nullopt;
  YAML::Node const element = node[index];
  return {{element.Mark(), element}};
}

}  // namespace

std::optional<Place> place_of(std::string const& text, std::string_view pointer) {
  std::optional<Place> place;
  try {
    YAML::Node node = YAML::Load(text);
    for (std::string const& segment : segments_of(pointer)) {
      std::optional<std::pair<YAML::Mark, YAML::Node>> const next = step_into(node, segment);
      if (!next) break;
      place = Place{.line = static_cast<std::size_t>(next->first.line) + 1,
                    .column = static_cast<std::size_t>(next->first.column) + 1};
      node.reset(next->second);
    }
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
  return place;
}

Json parse(std::string const& text) {
  if (std::optional<json_text::Problem> const problem = json_text::problem_of_utf8(text)) {
    throw ScenarioError("", fmt::format("line {}, column {}: {}", problem->line, problem->column, problem->message));
  }
  try {
    std::vector<YAML::Node> const documents = YAML::LoadAll(text);
    require_one(documents);
    return Converter().convert(documents.empty() ? YAML::Node() : documents.front(), "", 1);
  } catch (YAML::Exception const& error) {
    throw ScenarioError(
        "", fmt::format("line {}, column {}: no YAML: {}", error.mark.line + 1, error.mark.column + 1, error.msg));
  }
}

}  // namespace mock_provider::yaml_value

namespace mock_provider::scenario_file {

Json value_of(std::string const& text, Format format) {
  if (format == Format::yaml) return yaml_value::parse(text);
  std::variant<Json, json_text::Problem> parsed = json_text::parse_strictly(text);
  if (Json* const value = std::get_if<Json>(&parsed)) return std::move(*value);
  json_text::Problem const& problem = std::get<json_text::Problem>(parsed);
  throw ScenarioError("",
                      fmt::format("line {}, column {}: no JSON: {}", problem.line, problem.column, problem.message));
}

namespace {

/// What stands behind the prefix in a path that names a preset; nothing in that of a file.
std::optional<std::string_view> preset_in(std::string_view path) {
  if (!path.starts_with(presets::prefix)) return std::nullopt;
  return path.substr(presets::prefix.size());
}

std::string text_of(std::string const& path) {
  if (std::optional<std::string_view> const name = preset_in(path)) {
    std::optional<std::string> text = presets::text_of(*name);
    if (!text) throw ScenarioError("", fmt::format("this is no preset; there are {}", presets::names()));
    return *std::move(text);
  }
  std::variant<std::string, whole_file::Refusal> read = whole_file::read(path, most_bytes);
  if (auto const* const refusal = std::get_if<whole_file::Refusal>(&read))
    throw ScenarioError("", fmt::format("this {}", refusal->text()));
  return std::get<std::string>(std::move(read));
}

Format format_of(std::string_view path) {
  bool const is_yaml = path.ends_with(".yaml") || path.ends_with(".yml") || preset_in(path);
  return is_yaml ? Format::yaml : Format::json;
}

}  // namespace

Json read(std::string const& path) {
  return value_of(text_of(path), format_of(path));
}

Loaded load(std::string const& path) {
  std::string text;
  try {
    text = text_of(path);
    Json value = value_of(text, format_of(path));
    Scenario const scenario = scenario::decode(value);
    return {.name = scenario.name.value_or(std::string(scenario::default_name)),
            .value = std::move(value),
            .steps = scenario.steps.size()};
  } catch (ScenarioError const& error) {
    std::optional<yaml_value::Place> const place = yaml_value::place_of(text, error.pointer());
    std::string const where = place ? fmt::format("{}:{}:{}", path, place->line, place->column) : path;
    throw std::runtime_error(fmt::format("{}: {}", where, error.what()));
  }
}

}  // namespace mock_provider::scenario_file
