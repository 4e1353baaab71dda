#include "prompty/agent/argument_repair.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty {
namespace argument_repair {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view fence = "```";

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/// P9.3-01: models like to write their arguments as Markdown.
std::string_view without_fence(std::string_view text) {
  std::string_view inside = trimmed(text);
  if (!inside.starts_with(fence)) return text;
  inside.remove_prefix(fence.size());
  // The name of the language, such as json.
  while (!inside.empty() && is_letter(inside.front())) inside.remove_prefix(1);
  inside = trimmed(inside);
  if (inside.ends_with(fence)) inside.remove_suffix(fence.size());
  return trimmed(inside);
}

/// Knows for each character of JSON, one after the other, whether it stands in a string.
class StringScanner {
 public:
  /// Whether `character` belongs to a string, its quotes included.
  bool takes(char character) {
    if (!inside_) {
      inside_ = character == '"';
      return inside_;
    }
    bool const escaped = std::exchange(escaped_, false);
    if (escaped) return true;
    escaped_ = character == '\\';
    inside_ = character != '"';
    return true;
  }

 private:
  bool inside_ = false;
  bool escaped_ = false;
};

/// P9.3-02: from the first brace to the one that closes it, with no look at what stands around; the text as it is when
/// there is none.
std::string_view first_block(std::string_view text) {
  std::size_t const start = text.find('{');
  if (start == std::string_view::npos) return text;
  StringScanner scanner;
  std::size_t depth = 0;
  for (std::size_t index = start; index < text.size(); ++index) {
    char const character = text[index];
    // P9.3-03: a brace in a string opens and closes nothing.
    if (scanner.takes(character)) continue;
    if (character == '{') ++depth;
    if (character == '}' && --depth == 0) return text.substr(start, index - start + 1);
  }
  return text;
}

bool closes_behind(std::string_view text, std::size_t comma) {
  std::size_t const next = text.find_first_not_of(blanks, comma + 1);
  return next != std::string_view::npos && (text[next] == '}' || text[next] == ']');
}

std::string without_trailing_commas(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  StringScanner scanner;
  for (std::size_t index = 0; index < text.size(); ++index) {
    // P9.3-04: a comma in a string is data, even in front of a bracket.
    bool const in_string = scanner.takes(text[index]);
    if (in_string || text[index] != ',' || !closes_behind(text, index)) kept += text[index];
  }
  return kept;
}

/// P9.3-06: what a list or a number is meant to be can only be guessed, so the model is asked to say it.
std::variant<Json, Unreadable> object_or_not(Json value) {
  if (value.is_object()) return value;
  return Unreadable{"they are " + describe_json(value) + ", not an object"};
}

}  // namespace
}  // namespace argument_repair

std::variant<Json, Unreadable> repaired_arguments(std::string_view text) {
  // P9.3-07: nothing written is nothing passed.
  if (argument_repair::trimmed(text).empty()) return Json::object();
  std::variant<Json, json_text::Failure> as_is = json_text::parse_or_failure(text);
  if (Json* const value = std::get_if<Json>(&as_is)) return argument_repair::object_or_not(std::move(*value));

  std::string_view const inside = argument_repair::without_fence(text);
  if (std::optional<Json> value = json_text::parse(inside)) return argument_repair::object_or_not(std::move(*value));
  std::string_view const block = argument_repair::first_block(inside);
  if (std::optional<Json> value = json_text::parse(block)) return argument_repair::object_or_not(std::move(*value));
  if (std::optional<Json> value = json_text::parse(argument_repair::without_trailing_commas(block))) {
    return argument_repair::object_or_not(std::move(*value));
  }
  return Unreadable{std::get<json_text::Failure>(as_is).reason};
}

}  // namespace prompty
