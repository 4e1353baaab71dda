#include "harness/judge/variations/carried_literals.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/jq/jq.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance {
namespace {

/// A scalar in a file, its quotes included.
struct YamlScalar {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool ends_line(std::string const& file, std::size_t at) {
  return at == file.size() || file[at] == '\n' || file.compare(at, 2, "\r\n") == 0;
}

/// The scalar that the text at this place is the whole of.
std::optional<YamlScalar> scalar_at(std::string const& file, std::size_t at, std::size_t size) {
  YamlScalar scalar{.begin = at, .end = at + size};
  bool const is_quoted = at > 0 && (file[at - 1] == '"' || file[at - 1] == '\'') && scalar.end < file.size() &&
                         file[scalar.end] == file[at - 1];
  if (is_quoted) {
    --scalar.begin;
    ++scalar.end;
  }
  if (scalar.begin < 2 || !ends_line(file, scalar.end)) return std::nullopt;
  std::string_view const before = std::string_view(file).substr(scalar.begin - 2, 2);
  if (before != ": " && before != "- ") return std::nullopt;
  return scalar;
}

std::string double_quoted(std::string const& text) {
  YAML::Emitter emitter;
  emitter.SetOutputCharset(YAML::EscapeNonAscii);
  emitter << YAML::DoubleQuoted << text;
  return {emitter.c_str(), emitter.size()};
}

/// Shorter values stand in other texts by chance.
constexpr std::size_t shortest_literal = 2;

/// How a text occurs in a value.
enum class Occurs : std::uint8_t { whole, in_json_text, as_key, as_part, as_word, within_operator };

using Occurrence = std::function<void(Occurs found, std::string const& pointer)>;

std::size_t count_of(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

std::string as_json_text(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string quoted(std::string const& text) {
  return as_json_text(text);
}

bool is_json_text(std::string const& text) {
  return (text.starts_with('{') || text.starts_with('[')) && !json_in(text).is_discarded();
}

bool has_key(Json const& value, std::string const& key) {
  if (value.is_object() && value.contains(key)) return true;
  return value.is_structured() &&
         std::any_of(value.begin(), value.end(), [&](Json const& element) { return has_key(element, key); });
}

/// Whether a value stands in JSON text only as a text in quotes, so that another can be put there.
bool is_in_json_text(std::string const& value, std::string const& text, bool is_name) {
  if (!is_json_text(text) || count_of(value, text) != count_of(quoted(value), text)) return false;
  return is_name || !has_key(json_in(text), value);
}

/// Operators of the matching language whose operand is no value.
bool is_about_texts(std::string const& member) {
  return member == "$match" || member == "$trimEnd";
}

/// A pattern's operand as it reads without what its signs are escaped with.
std::string without_backslashes(std::string text) {
  std::erase(text, '\\');
  return text;
}

/// Looks for one value in all that a vector gives and expects.
class ValueSearch {
 public:
  ValueSearch(std::string const& value, bool is_name, CarriedPage const& page, Occurrence const& found)
      : value_(value), is_name_(is_name), page_(page), found_(found) {}

  void in(Json const& json, std::string const& pointer, std::string const& member = "") const {
    if (json.is_string()) return in_text(json.get_ref<std::string const&>(), pointer, member);
    if (!json.is_structured()) return;
    std::size_t index = 0;
    for (auto const& [key, element] : json.items()) {
      bool const is_list = json.is_array();
      if (!is_list && page_.named_members.contains(member)) in_key(key, pointer);
      std::string const token = is_list ? std::to_string(index++) : key;
      in(element, fmt::format("{}/{}", pointer, token), is_list ? member : key);
    }
  }

 private:
  void in_key(std::string const& key, std::string const& pointer) const {
    if (key == value_)
      found_(Occurs::as_key, pointer);
    else if (key.find(value_) != std::string::npos)
      found_(Occurs::as_part, pointer);
  }

  void in_text(std::string const& text, std::string const& pointer, std::string const& member) const {
    if (is_about_texts(member) && without_backslashes(text).find(value_) != std::string::npos)
      return found_(Occurs::within_operator, pointer);
    if (text.find(value_) == std::string::npos) return;
    if (text == value_)
      found_(page_.closed_members.contains(member) ? Occurs::as_word : Occurs::whole, pointer);
    else if (is_in_json_text(value_, text, is_name_))
      found_(Occurs::in_json_text, pointer);
    else
      found_(page_.closed_members.contains(member) ? Occurs::as_word : Occurs::as_part, pointer);
  }

  std::string const& value_;
  bool is_name_;
  CarriedPage const& page_;
  Occurrence const& found_;
};

/// What a vector gives: params, the operation, and what a provider answers.
Json given_of(Vector const& vector) {
  Step const& step = vector.steps.front();
  Json document = step.given;
  if (!document.is_object()) document = Json::object();
  document["operation"] = step.operation;
  if (vector.provider) document["provider"] = *vector.provider;
  return document;
}

/// All that is expected of a step in every reading, a text of an error as its own.
std::vector<Json const*> expected_of(ExpectedAnswer const& expect) {
  std::vector<Json const*> expected;
  auto const add = [&](std::optional<Json> const& value) {
    if (value) expected.push_back(&*value);
  };
  auto const add_outcome = [&](ExpectedOutcome const& outcome) {
    add(outcome.value);
    if (outcome.error) add(outcome.error->partial);
    add(outcome.items);
    add(outcome.spans);
    add(outcome.requests);
  };
  add_outcome(expect.outcome);
  for (ExpectedReading const& reading : expect.readings) add_outcome(reading.outcome);
  return expected;
}

/// Texts of a vector in which nothing is replaced.
std::vector<std::string> fixed_texts(Vector const& vector, CarriedType const& type) {
  std::vector<std::string> texts;
  auto const add_error = [&](ExpectedOutcome const& outcome) {
    if (!outcome.error) return;
    if (outcome.error->message) texts.push_back(outcome.error->message->dump());
    if (outcome.error->message_contains) texts.push_back(*outcome.error->message_contains);
  };
  for (Step const& step : vector.steps) {
    add_error(step.expect.outcome);
    for (ExpectedReading const& reading : step.expect.readings) add_error(reading.outcome);
  }
  for (auto const& [path, bytes] : vector.files) {
    texts.push_back(path);
    if (!type.is_written) texts.push_back(bytes);
  }
  if (vector.env) texts.push_back(vector.env->dump());
  if (vector.mcp) texts.push_back(vector.mcp->dump());
  return texts;
}

/// What a mock provider or a handler holds a request against: it has the value that it is to see.
bool is_held_against(std::string const& pointer) {
  return pointer.find("/match/") != std::string::npos ||
         (pointer.find("/cases/") != std::string::npos && pointer.find("/arguments") != std::string::npos);
}

std::string pointer_of(Json const& path) {
  std::string pointer;
  for (Json const& token : path)
    pointer += "/" + (token.is_string() ? token.get<std::string>() : std::to_string(token.get<std::size_t>()));
  return pointer;
}

Json const* value_at(Json const& document, Json const& path) {
  Json const* value = &document;
  for (Json const& token : path) {
    bool const is_there = token.is_string() ? value->is_object() && value->contains(token.get<std::string>())
                                            : value->is_array() && token.get<std::size_t>() < value->size();
    if (!is_there) return nullptr;
    value = token.is_string() ? &(*value)[token.get<std::string>()] : &(*value)[token.get<std::size_t>()];
  }
  return value;
}

/// Whether a value stands in prompts of the vector, in each of them only as a scalar, and in no other file.
bool is_written_in_files(std::string const& value, Vector const& vector) {
  bool is_written = false;
  for (auto const& [path, bytes] : vector.files) {
    if (bytes.find(value) == std::string::npos) continue;
    if (!path.ends_with(".prompty") || !stands_as_scalar(value, bytes)) return false;
    is_written = true;
  }
  return is_written;
}

/// Whether a value of the vector may be replaced wherever it stands, and is expected again.
bool is_carried(std::string const& value, CarriedType const& type, Vector const& vector, Json const& given_values,
                std::set<std::string> const& places, CarriedPage const& page) {
  bool const is_name = type.is_name;
  bool is_clear = true;
  bool is_given = false;  // not in JSON text that writes it with escapes
  Occurrence const given = [&](Occurs found, std::string const& pointer) {
    bool const is_otherwise = found == Occurs::as_part || found == Occurs::as_word || found == Occurs::within_operator;
    if (is_otherwise || (found == Occurs::as_key && !is_name)) is_clear = false;
    if (found == Occurs::whole && !places.contains(pointer) && !is_held_against(pointer)) is_clear = false;
    if (found == Occurs::whole || found == Occurs::in_json_text) is_given = true;
  };
  ValueSearch(value, is_name, page, given).in(given_values, "");
  bool is_expected = false;
  Occurrence const expected = [&](Occurs found, std::string const& /*pointer*/) {
    bool const is_otherwise = (found == Occurs::as_part && !type.is_part) || found == Occurs::as_word ||
                              found == Occurs::within_operator || (found == Occurs::as_key && !is_name);
    (is_otherwise ? is_clear : is_expected) = !is_otherwise;
  };
  ValueSearch const search(value, is_name, page, expected);
  for (Json const* const json : expected_of(vector.steps.front().expect)) {
    search.in(*json, "");
    // A name with line ends in an error's wording is no match for `.*`.
    if (is_name && has_key(*json, "$match")) is_clear = false;
  }
  if (type.is_written && !is_written_in_files(value, vector)) return false;
  std::vector<std::string> const fixed = fixed_texts(vector, type);
  return is_clear && (is_given || type.is_written) && is_expected &&
         std::none_of(fixed.begin(), fixed.end(),
                      [&](std::string const& text) { return text.find(value) != std::string::npos; });
}

void add_texts_in(Json const& value, std::vector<std::string>& texts) {
  if (value.is_string()) texts.push_back(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json const& inner : value) add_texts_in(inner, texts);
}

/// The values that stand at a place: the text there, or the texts in the JSON text there.
std::vector<std::string> values_at(CarriedType const& type, Json const* place) {
  if (place == nullptr || !place->is_string()) return {};
  auto const& text = place->get_ref<std::string const&>();
  if (!type.is_json) return {text};
  std::vector<std::string> texts;
  if (is_json_text(text)) add_texts_in(json_in(text), texts);
  return texts;
}

/// Whether another value can be told from all else in a vector. Blanks that are a part of a text stand elsewhere in it
/// as well.
bool is_distinguishable(std::string const& text, CarriedType const& type) {
  bool const is_blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  return text.size() >= shortest_literal && !(type.is_part && is_blank) && text.find("${") == std::string::npos;
}

/// From {types, document}: the paths of each of these types.
std::string program_of(CarriedPage const& page) {
  std::vector<std::string> paths;
  for (CarriedType const& type : page.types) {
    std::vector<std::string> places;
    for (std::string const& place : type.places) places.push_back(fmt::format("(try path({}) catch empty)", place));
    paths.push_back(fmt::format("{}", fmt::join(places, ", ")));
  }
  return fmt::format(
      "{}\ndef paths_of($which): {};\n"
      ". as {{$types, $document}} | $document | ({}) as $is_handed_on"
      " | [$types[] as $type | [if $is_handed_on then paths_of($type) else empty end]]",
      page.words, choice_of_filters(paths), page.only);
}

JqPrograms compiled_places(CarriedPage const& page) {
  try {
    return JqPrograms(program_of(page));
  } catch (JqSyntaxError const& error) {
    throw InputError(fmt::format("the places of spec/carried.yaml are no jq: {}", error.what()));
  }
}

/// Whether a vector that gives this can have such values.
bool may_stand_in(Json const& document, CarriedType const& type) {
  bool const is_of_operation =
      type.operations.empty() || type.operations.contains(document["operation"].get_ref<std::string const&>());
  return is_of_operation &&
         (type.members.empty() || std::any_of(type.members.begin(), type.members.end(),
                                              [&](std::string const& member) { return document.contains(member); }));
}

/// Paths by types; null for a document of which the program can make nothing.
Json paths_in(Json const& document, std::vector<std::size_t> const& types, JqProgram& program) {
  JqValues values{&document};
  jv which = jv_array();
  for (std::size_t const type : types) which = jv_array_append(which, jv_number(static_cast<double>(type)));
  jv const input = jv_object_set(jv_object_set(jv_object(), jv_string("types"), which), jv_string("document"),
                                 values.to_jq(document));
  jv const answered = program.run(input);
  if (jv_is_valid(answered) != 0) return values.from_jq(answered);
  jv_free(answered);
  return nullptr;
}

/// What stands in the place of a value.
Json new_value(Replacement const& instead) {
  return instead.value ? *instead.value : Json(instead.text);
}

/// What stands in the places of parts of a text, by part.
std::map<std::string, std::string> replacements_in(std::string const& text, Replacements const& replacements,
                                                   bool is_expected) {
  std::map<std::string, std::string> parts;
  for (auto const& [value, instead] : replacements) {
    if (is_in_json_text(value, text, instead.is_name))
      parts.emplace(quoted(value), as_json_text(new_value(instead)));
    else if (instead.is_part && is_expected && !instead.value)
      parts.emplace(value, instead.text);
  }
  return parts;
}

/// What stands in the place of one part is not searched for the next: the text around a short piece of a stream may
/// hold another piece.
std::string with_parts_replaced(std::string const& text, std::map<std::string, std::string> const& parts) {
  if (parts.empty()) return text;
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    auto const part = std::find_if(parts.begin(), parts.end(), [&](auto const& entry) {
      return text.compare(at, entry.first.size(), entry.first) == 0;
    });
    bool const is_part = part != parts.end();
    result += is_part ? part->second : text.substr(at, 1);
    at += is_part ? part->first.size() : 1;
  }
  return result;
}

Json replaced(Json const& json, Replacements const& replacements, CarriedPage const& page, bool is_expected,
              std::string const& member = "") {
  if (json.is_string()) {
    auto const& text = json.get_ref<std::string const&>();
    auto const whole = replacements.find(text);
    if (whole != replacements.end()) return new_value(whole->second);
    return with_parts_replaced(text, replacements_in(text, replacements, is_expected));
  }
  if (json.is_array()) {
    Json list = Json::array();
    list.get_ref<Json::array_t&>().reserve(json.size());
    for (Json const& element : json) list.push_back(replaced(element, replacements, page, is_expected, member));
    return list;
  }
  if (!json.is_object()) return json;
  Json object = Json::object();
  object.get_ref<Json::object_t&>().reserve(json.size());
  for (auto const& [key, element] : json.items()) {
    auto const name = page.named_members.contains(member) ? replacements.find(key) : replacements.end();
    bool const is_replaced = name != replacements.end() && name->second.is_name;
    object[is_replaced ? name->second.text : key] = replaced(element, replacements, page, is_expected, key);
  }
  return object;
}

}  // namespace

bool stands_as_scalar(std::string const& text, std::string const& file) {
  std::size_t at = file.find(text);
  if (at == std::string::npos) return false;
  for (; at != std::string::npos; at = file.find(text, at + text.size())) {
    if (!scalar_at(file, at, text.size())) return false;
  }
  return true;
}

std::string with_scalar(std::string file, std::string const& text, Json const& instead) {
  std::string const written = instead.is_string() ? double_quoted(instead.get<std::string>()) : instead.dump();
  for (std::size_t at = file.find(text); at != std::string::npos; at = file.find(text, at)) {
    std::optional<YamlScalar> const scalar = scalar_at(file, at, text.size());
    if (!scalar) {
      at += text.size();
      continue;
    }
    file.replace(scalar->begin, scalar->end - scalar->begin, written);
    at = scalar->begin + written.size();
  }
  return file;
}

CarriedLiterals::CarriedLiterals(CarriedPage const& page) : page_(page), places_(compiled_places(page)) {}

std::vector<std::size_t> CarriedLiterals::types_in(Json const& given) const {
  std::vector<std::size_t> types;
  for (std::size_t place = 0; place < page_.types.size(); ++place) {
    if (may_stand_in(given, page_.types[place])) types.push_back(place);
  }
  return types;
}

std::vector<CarriedLiteral> CarriedLiterals::of(Vector const& vector) const {
  if (vector.steps.size() != 1 || page_.types.empty()) return {};
  // Where only an error is expected, nothing is handed on.
  if (expected_of(vector.steps.front().expect).empty()) return {};
  Json const given = given_of(vector);
  Json document = given;
  document["expected"] = vector.steps.front().expect.outcome.value.value_or(Json());
  std::vector<std::size_t> const types = types_in(document);
  if (types.empty()) return {};
  Json const paths = places_.with_one([&](JqProgram& program) { return paths_in(document, types, program); });
  if (paths.is_null()) return {};
  std::set<std::string> places;
  for (Json const& of_type : paths) {
    for (Json const& path : of_type) places.insert(pointer_of(path));
  }
  std::vector<CarriedLiteral> literals;
  std::set<std::string> seen;
  for (std::size_t place = 0; place < types.size(); ++place) {
    CarriedType const& type = page_.types[types[place]];
    for (Json const& path : paths[place]) {
      for (std::string const& text : values_at(type, value_at(document, path))) {
        if (!is_distinguishable(text, type) || !seen.insert(text).second) continue;
        if (is_carried(text, type, vector, given, places, page_)) literals.push_back({.text = text, .type = &type});
      }
    }
  }
  // Where a name is also a word that names stand behind, it cannot be told which keys are which.
  bool const has_murky_names = std::any_of(seen.begin(), seen.end(),
                                           [&](std::string const& text) { return page_.named_members.contains(text); });
  if (has_murky_names) std::erase_if(literals, [](CarriedLiteral const& literal) { return literal.type->is_name; });
  std::vector<CarriedLiteral> const all = literals;
  std::erase_if(literals, [&](CarriedLiteral const& literal) {
    return std::any_of(all.begin(), all.end(), [&](CarriedLiteral const& other) {
      return other.text != literal.text && other.text.find(literal.text) != std::string::npos;
    });
  });
  return literals;
}

Vector with_replaced(Vector vector, Replacements const& replacements, CarriedPage const& page) {
  auto const replace_given = [&](Json& json) { json = replaced(json, replacements, page, false); };
  auto const replace_any = [&](std::optional<Json>& json) {
    if (json) json = replaced(*json, replacements, page, true);
  };
  auto const replace_outcome = [&](ExpectedOutcome& outcome) {
    replace_any(outcome.value);
    if (outcome.error) replace_any(outcome.error->partial);
    replace_any(outcome.items);
    replace_any(outcome.spans);
    replace_any(outcome.requests);
  };
  for (Step& step : vector.steps) {
    replace_given(step.given);
    replace_outcome(step.expect.outcome);
    for (ExpectedReading& reading : step.expect.readings) replace_outcome(reading.outcome);
  }
  if (vector.provider) replace_given(*vector.provider);
  for (auto const& [value, instead] : replacements) {
    if (!instead.is_written) continue;
    for (auto& [path, bytes] : vector.files) bytes = with_scalar(std::move(bytes), value, new_value(instead));
  }
  return vector;
}

}  // namespace conformance
