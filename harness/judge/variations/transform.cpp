#include "harness/judge/variations/transform.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/values/encoding.hpp"

namespace conformance {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_prompt_file(std::string const& path) {
  return path.ends_with(".prompty");
}

bool is_json_file(std::string const& path) {
  return path.ends_with(".json");
}

bool is_text(std::string const& bytes) {
  // Whether bytes are UTF-8 is what the JSON library finds out when it writes them.
  return bytes.find('\0') == std::string::npos && Json(bytes).dump(-1, ' ', false, Json::error_handler_t::ignore) ==
                                                      Json(bytes).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string with_crlf(std::string const& text) {
  std::string result;
  for (char const letter : text) {
    if (letter == '\n' && !result.ends_with('\r')) result += '\r';
    result += letter;
  }
  return result;
}

std::string with_byte_order_mark(std::string const& text) {
  return text.starts_with(byte_order_mark) ? text : std::string(byte_order_mark) + text;
}

std::string without_final_newline(std::string text) {
  if (!text.ends_with('\n')) return text;
  text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

Json with_members_reversed(Json const& value) {
  if (value.is_array()) {
    Json reversed = Json::array();
    for (Json const& element : value) reversed.push_back(with_members_reversed(element));
    return reversed;
  }
  if (!value.is_object()) return value;
  std::vector<std::pair<std::string, Json>> members;
  for (auto const& [key, member] : value.items()) members.emplace_back(key, with_members_reversed(member));
  Json reversed = Json::object();
  for (auto member = members.rbegin(); member != members.rend(); ++member)
    reversed[member->first] = std::move(member->second);
  return reversed;
}

/// Rewrites the prompt text that stands in what a step gives: a file's, a rendered prompt's, a template's.
template <typename Rewrite>
void rewrite_given_text(Json& given, Rewrite const& rewrite) {
  for (char const* const name : {"text", "rendered"}) {
    if (given.contains(name) && given[name].is_string()) given[name] = rewrite(given[name].get<std::string>());
  }
  Json::json_pointer const instructions("/agent/instructions");
  if (given.contains(instructions) && given[instructions].is_string())
    given[instructions] = rewrite(given[instructions].get<std::string>());
}

void end_lines_with_crlf(Vector& vector) {
  for (Step& step : vector.steps) rewrite_given_text(step.given, with_crlf);
  for (auto& [path, bytes] : vector.files) {
    if (is_text(bytes)) bytes = with_crlf(bytes);
  }
}

void begin_with_byte_order_mark(Vector& vector) {
  for (Step& step : vector.steps) {
    if (step.operation != "split" || !step.given.contains("text") || !step.given["text"].is_string()) continue;
    step.given["text"] = with_byte_order_mark(step.given["text"].get<std::string>());
  }
  for (auto& [path, bytes] : vector.files) {
    if (is_prompt_file(path)) bytes = with_byte_order_mark(bytes);
  }
}

void cut_final_newline(Vector& vector) {
  for (Step& step : vector.steps) rewrite_given_text(step.given, without_final_newline);
  for (auto& [path, bytes] : vector.files) {
    if (is_prompt_file(path)) bytes = without_final_newline(bytes);
  }
}

void reverse_members(Vector& vector) {
  for (Step& step : vector.steps) step.given = with_members_reversed(step.given);
  if (!vector.provider) return;
  for (Json& step : *vector.provider) {
    if (!step.contains("respond")) continue;
    for (char const* const name : {"body", "chunks", "json"}) {
      if (step["respond"].contains(name)) step["respond"][name] = with_members_reversed(step["respond"][name]);
    }
  }
}

void escape_files(Vector& vector) {
  for (auto& [path, bytes] : vector.files) {
    if (is_json_file(path)) bytes = mock_provider::escaped_letters(bytes);
  }
}

/// The input as text, in which the order of members counts, as it does not for JSON values.
std::string written_input(Vector const& vector) {
  Json input = Json::array();
  for (Step const& step : vector.steps) input.push_back(step.given);
  if (vector.provider) input.push_back(*vector.provider);
  return input.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool has_letters_beyond_ascii(Vector const& vector) {
  std::string const input = written_input(vector);
  return std::any_of(input.begin(), input.end(),
                     [](char letter) { return (static_cast<unsigned char>(letter) & 0x80U) != 0; });
}

}  // namespace

std::optional<Vector> transformed(Vector const& vector, Transform transform) {
  Vector changed = vector;
  switch (transform) {
    case Transform::crlf:
      end_lines_with_crlf(changed);
      break;
    case Transform::bom:
      begin_with_byte_order_mark(changed);
      break;
    case Transform::no_final_newline:
      cut_final_newline(changed);
      break;
    case Transform::key_order:
      reverse_members(changed);
      break;
    case Transform::unicode_escape:
      escape_files(changed);
      if (has_letters_beyond_ascii(vector)) return changed;
      break;
    case Transform::sse_split:
    case Transform::carried:
    case Transform::crossed:
      return std::nullopt;
  }
  bool const is_other = changed.files != vector.files || written_input(changed) != written_input(vector);
  return is_other ? std::optional<Vector>(std::move(changed)) : std::nullopt;
}

std::set<Way> DeclaredTransform::ways(Vector const& vector, std::set<Way> const& passed) const {
  std::vector<std::string> const& declared = vector.transforms;
  bool const is_declared = std::find(declared.begin(), declared.end(), transform_name(transform_)) != declared.end();
  return is_declared && transformed(vector, transform_) ? passed : std::set<Way>();
}

std::vector<std::string> DeclaredTransform::due(Vector const& /*vector*/, Way /*way*/) const {
  return {""};
}

std::vector<std::string> DeclaredTransform::parts_of(Vector const& /*vector*/, std::string const& name,
                                                     Way /*way*/) const {
  return {name};
}

Vector DeclaredTransform::with(Vector const& vector, std::string const& /*name*/, Way /*way*/) const {
  return transformed(vector, transform_).value_or(vector);
}

}  // namespace conformance
