#include "harness/judge/faults/signature.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace conformance {
namespace {

/// Shorter texts of an input stand in expected ones by chance.
constexpr std::size_t shortest_text = 3;

/// What a vector says about the answer, and about itself.
bool is_no_input(std::string const& member) {
  static std::set<std::string> const others = {"id", "clauses", "why", "expect", "twin", "transforms", "operation"};
  return others.contains(member);
}

bool is_part_of(std::string const& part, std::string const& text, std::size_t shortest) {
  return part.size() >= shortest && text.find(part) != std::string::npos;
}

using Names = std::set<std::string, std::less<>>;

void collect_keys(Json const& value, Names& keys) {
  if (value.is_object())
    for (auto const& [key, member] : value.items()) keys.insert(key);
  if (value.is_structured())
    for (Json const& element : value) collect_keys(element, keys);
}

void collect_texts(Json const& value, Names& texts) {
  if (value.is_string()) texts.insert(value.get<std::string>());
  if (value.is_structured())
    for (Json const& element : value) collect_texts(element, texts);
}

bool is_index(std::string_view token) {
  return !token.empty() &&
         std::all_of(token.begin(), token.end(), [](unsigned char sign) { return std::isdigit(sign); });
}

std::vector<std::string> tokens_of(std::string const& pointer) {
  std::vector<std::string> tokens;
  std::size_t begin = pointer.find('/');
  while (begin != std::string::npos) {
    std::size_t const end = pointer.find('/', begin + 1);
    std::string token = pointer.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
    for (std::size_t at = token.find("~1"); at != std::string::npos; at = token.find("~1", at + 1))
      token.replace(at, 2, "/");
    for (std::size_t at = token.find("~0"); at != std::string::npos; at = token.find("~0", at + 1))
      token.replace(at, 2, "~");
    tokens.push_back(std::move(token));
    begin = end;
  }
  return tokens;
}

}  // namespace

std::string_view type_name(Json const& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "a boolean";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a string";
  return value.is_array() ? "an array" : "an object";
}

namespace {

constexpr char const* lost_blanks = "white space missing";

bool is_white_space(std::string_view text) {
  return text.find_first_not_of(" \t\n\r\f\v") == std::string_view::npos;
}

/// A text without the white space around it, of whatever script.
std::string_view without_blanks(std::string_view text) {
  static RE2 const around(R"([\s\x{85}\x{FEFF}\pZ]*((?s:.*?))[\s\x{85}\x{FEFF}\pZ]*)");
  re2::StringPiece inner;
  if (!RE2::FullMatch(re2::StringPiece(text.data(), text.size()), around, &inner)) return text;
  return {inner.data(), inner.size()};
}

/// How one text became the other: what was taken out and put in between their equal beginning and end.
std::string change_of_text(std::string_view expected, std::string_view got) {
  std::size_t const shorter = std::min(expected.size(), got.size());
  std::size_t begin = 0;
  while (begin < shorter && expected[begin] == got[begin]) ++begin;
  // "aac" begins as "audio/aac" does, and is its end.
  if (begin < shorter && (got.ends_with(expected) || expected.ends_with(got))) begin = 0;
  std::size_t end = 0;
  while (end < shorter - begin && expected[expected.size() - 1 - end] == got[got.size() - 1 - end]) ++end;
  std::string_view const taken = expected.substr(begin, expected.size() - begin - end);
  std::string_view const put = got.substr(begin, got.size() - begin - end);
  std::string_view const where = begin == 0 && end == 0 ? "as a whole"
                                 : begin == 0           ? "at the start"
                                 : end == 0             ? "at the end"
                                                        : "inside";
  bool const is_trimmed = got.size() < expected.size() && !got.empty() &&
                          expected.find(got) != std::string_view::npos &&
                          without_blanks(expected) == without_blanks(got);
  if (is_trimmed)
    return fmt::format("{} {}", lost_blanks,
                       expected.starts_with(got) ? "at the end"
                       : expected.ends_with(got) ? "at the start"
                                                 : "at both ends");
  auto const what = [](std::string_view text) { return is_white_space(text) ? "white space" : "text"; };
  if (taken.empty()) return fmt::format("{} added {}", what(put), where);
  if (put.empty()) return fmt::format("{} missing {}", what(taken), where);
  if (is_white_space(taken) != is_white_space(put))
    return fmt::format("{} instead of {} {}", what(put), what(taken), where);
  return fmt::format("other {} {}", what(put), where);
}

constexpr char const* turned_into_text = "turned into text";
constexpr char const* spread = "spread into an object";

/// What becomes of a value that is joined to a text, in one programming language or another.
std::set<std::string> texts_of_value(Json const& value) {
  if (value.is_null()) return {"null", "None", "nil", "undefined"};
  if (value.is_boolean())
    return value.get<bool>() ? std::set<std::string>{"true", "True"} : std::set<std::string>{"false", "False"};
  if (value.is_object()) return {value.dump(), "[object Object]"};
  if (!value.is_array()) return {value.dump()};
  if (value.empty()) return {"[]"};
  std::string joined;
  for (Json const& element : value) {
    std::string const text = element.is_string()   ? element.get<std::string>()
                             : element.is_object() ? "[object Object]"
                             : element.is_null()   ? ""
                                                   : element.dump();
    joined += (joined.empty() && &element == &value.front() ? "" : ",") + text;
  }
  return {value.dump(), joined};
}

/// Whether an object is what becomes of another value of which the members are copied: those of a list or text have
/// their indexes for names, and a number has none.
bool is_spread(Json const& value, Json const& object) {
  std::size_t index = 0;
  std::string text;
  for (auto const& [key, member] : object.items()) {
    if (key != std::to_string(index++)) return false;
    if (member.is_string()) text += member.get<std::string>();
  }
  if (value.is_string()) return value == text;
  if (!value.is_array()) return object.empty();
  return value.size() == object.size() && std::equal(value.begin(), value.end(), object.begin());
}

std::string change_of_type(Json const& expected, Json const& got) {
  bool const is_its_text =
      got.is_string() && !expected.is_string() && texts_of_value(expected).contains(got.get<std::string>());
  if (is_its_text) return turned_into_text;
  if (got.is_object() && is_spread(expected, got)) return spread;
  return fmt::format("{} instead", type_name(got));
}

std::string change_of_value(Json const& expected, Json const& got) {
  if (expected.is_string() && got.is_string())
    return change_of_text(expected.get_ref<std::string const&>(), got.get_ref<std::string const&>());
  if (expected.is_object() && expected.contains("$trimEnd") && got.is_string())
    return change_of_text(trimmed_end(expected["$trimEnd"].get<std::string>()), trimmed_end(got.get<std::string>()));
  // A matcher is written as an object, and says what the value has to be like.
  if (expected.is_object() || expected.is_array()) return fmt::format("{} that does not fit", type_name(got));
  return fmt::format("another value: {}", type_name(got));
}

/// A name in the way of protocols. What a subject makes of a text, letter by letter, is none.
bool is_name(std::string const& text) {
  static RE2 const name("[A-Za-z][A-Za-z0-9_.-]+");
  return RE2::FullMatch(text, name);
}

/// What an element of a list says it is: " (function_call)", " (tool)"; "" for everything else.
std::string kind_of_element(std::string const& pointer, Json const& value) {
  if (!is_index(pointer.substr(pointer.rfind('/') + 1)) || !value.is_object()) return "";
  Json const& members = value.size() == 1 && value.contains("$subset") ? value["$subset"] : value;
  for (char const* const name : {"type", "role", "kind"}) {
    bool const says_so = members.is_object() && members.contains(name) && members[name].is_string();
    if (says_so && is_name(members[name].get<std::string>()))
      return fmt::format(" ({})", members[name].get<std::string>());
  }
  return "";
}

std::string change_of(Difference const& difference) {
  switch (difference.kind) {
    case DifferenceKind::missing:
      return "missing" + kind_of_element(difference.pointer, difference.expected);
    case DifferenceKind::extra:
      return "extra" + kind_of_element(difference.pointer, difference.got);
    case DifferenceKind::other_type:
      return change_of_type(difference.expected, difference.got);
    case DifferenceKind::other_value:
      return change_of_value(difference.expected, difference.got);
    case DifferenceKind::ending:
    case DifferenceKind::malformed:
      return difference.message;
  }
  return "";
}

/// A sentence without its numbers, which differ from run to run, and without what it quotes behind a second colon, such
/// as the line with which an adapter broke the protocol: to break it in each answer is one mistake.
std::string wording_of(std::string_view sentence) {
  constexpr std::string_view colon = ": ";
  std::size_t const first = sentence.find(colon);
  std::size_t const second = first == std::string_view::npos ? first : sentence.find(colon, first + colon.size());
  std::string text;
  for (char const sign : sentence.substr(0, second)) {
    bool const is_digit = std::isdigit(static_cast<unsigned char>(sign)) != 0;
    if (!is_digit) text += sign;
    if (is_digit && !text.ends_with('#')) text += '#';
  }
  return text;
}

/// Whether a difference is no wonder where an error came instead of a value: spans and items break off with it.
bool follows_from_ending(Difference const& difference) {
  return difference.pointer.starts_with("/spans") || difference.pointer.starts_with("/items");
}

/// A habit such as trimming is one mistake of an operation, wherever it strikes and whatever is trimmed. What stands
/// inside of a text is changed by habits of many kinds.
Signature of_hostile(std::string const& operation, std::string const& hostile) {
  std::string const kind = hostile.substr(0, hostile.find('/'));
  return {.operation = operation + " with hostile values",
          .place = kind == "inside" ? hostile : kind,
          .change = "a value is not handed on as it is"};
}

/// What may stand beside the input is minded in one way, whatever vector it stands in.
Signature of_crossing(std::string const& operation, std::string const& crossing) {
  return {.operation = operation + " with additions",
          .place = crossing,
          .change = "what changes nothing by its clauses changes the answer"};
}

std::string operation_of(Attempt const& attempt) {
  bool const as_run = attempt.way == Way::http || (attempt.variation && attempt.variation->of == Way::http);
  return as_run ? attempt.vector->steps.front().operation : attempt.operation;
}

}  // namespace

InputValues::InputValues(Corpus const& corpus) {
  for (Vector const& vector : corpus.vectors) {
    Inputs& inputs = inputs_[vector.id];
    std::vector<Json const*> open;
    auto const open_members = [&](Json const& described) {
      for (auto const& [member, value] : described.items())
        if (!is_no_input(member)) open.push_back(&value);
    };
    open_members(*vector.source);
    while (!open.empty()) {
      Json const& value = *open.back();
      open.pop_back();
      if (value.is_string()) inputs.texts.push_back(value.get<std::string>());
      if (value.is_number()) inputs.numbers.insert(value.dump());
      if (value.is_object() && value.contains("operation") && value.contains("expect"))
        open_members(value);
      else if (value.is_structured())
        for (Json const& element : value) open.push_back(&element);
    }
    for (auto const& [path, bytes] : vector.files) inputs.texts.push_back(bytes);
  }
}

bool InputValues::carry(std::string const& vector_id, Json const& expected) const {
  return carries(inputs_.at(vector_id), expected);
}

bool InputValues::carries(Inputs const& inputs, Json const& expected) {
  if (expected.is_structured())
    return std::any_of(expected.begin(), expected.end(), [&](Json const& part) { return carries(inputs, part); });
  if (expected.is_number()) {
    std::string const written = expected.dump();
    return inputs.numbers.contains(written) ||
           std::any_of(inputs.texts.begin(), inputs.texts.end(),
                       [&](std::string const& text) { return text.find(written) != std::string::npos; });
  }
  if (!expected.is_string()) return false;
  auto const& text = expected.get_ref<std::string const&>();
  return std::any_of(inputs.texts.begin(), inputs.texts.end(), [&](std::string const& given) {
    return is_part_of(text, given, 1) || is_part_of(given, text, shortest_text);
  });
}

std::string signature_text(Signature const& signature) {
  return fmt::format("{} {}: {}", signature.operation, signature.place.empty() ? "(whole answer)" : signature.place,
                     signature.change);
}

bool is_transformation(std::string const& change) {
  return change == turned_into_text || change == spread;
}

bool is_missing_error(std::string const& change) {
  return change == "a value instead of an error";
}

bool fits_no_alternative(Signature const& signature) {
  return signature.change == "an array that does not fit" || signature.change == "an object that does not fit";
}

bool changes_text(std::string const& change) {
  return change == turned_into_text || change.starts_with("other text ") || change.starts_with("text ") ||
         change.starts_with("white space ");
}

bool is_same_habit(std::string const& plain, std::string const& hostile) {
  bool const is_trimmed = plain.starts_with(lost_blanks) && hostile.starts_with(lost_blanks);
  bool const is_telling = plain == turned_into_text || plain.find("white space") != std::string::npos;
  return is_trimmed || (plain == hostile && is_telling);
}

bool overlaps(Signature const& one, Signature const& other) {
  if (one.operation != other.operation) return false;
  auto const contains = [](std::string const& above, std::string const& below) {
    return above == below || (below.starts_with(above) && (above.empty() || below[above.size()] == '/'));
  };
  return contains(one.place, other.place) || contains(other.place, one.place);
}

std::string raised_by(Attempt const& attempt) {
  std::vector<Difference> const& differences = attempt.judgement.differences;
  bool const ended_otherwise = std::any_of(differences.begin(), differences.end(), [](Difference const& difference) {
    return difference.kind == DifferenceKind::ending;
  });
  Json const error = attempt.answered.is_object() ? attempt.answered.value("error", Json()) : Json();
  if (!ended_otherwise || !error.is_object() || !error.value("message", Json()).is_string()) return "";
  std::string const message = error["message"];
  static RE2 const quoted("'[^']*'|\"[^\"]*\"|`[^`]*`");
  std::string wording = message.substr(0, message.find('\n'));
  RE2::GlobalReplace(&wording, quoted, "?");
  static RE2 const with_a_digit("[A-Za-z_-]*[0-9][A-Za-z0-9_-]*");
  RE2::GlobalReplace(&wording, with_a_digit, "#");
  return wording;
}

SignatureMaker::SignatureMaker(Corpus const& corpus) : words_(corpus), inputs_(corpus) {
  for (Vector const& vector : corpus.vectors) {
    Names& names = names_[vector.id];
    for (Step const& step : vector.steps) {
      collect_texts(step.given, names.texts);
      collect_keys(step.given, names.keys);
    }
  }
}

std::string SignatureMaker::place_of(Vector const& vector, std::string const& pointer) const {
  Names const& names = names_.at(vector.id);
  std::string place;
  std::string above;
  for (std::string const& token : tokens_of(pointer)) {
    // A word of the protocol may be a text of the input as well, such as a role or a kind.
    bool const is_chosen = !words_.contain(token, above) && (names.texts.contains(token) || names.keys.contains(token));
    place += "/" + (is_index(token) ? "*" : is_chosen ? "?" : token);
    above = token;
  }
  return place;
}

/// A member that no vector knows is one of an implementation's own, whatever its name.
void SignatureMaker::hide_own_name(std::string& place, Difference const& difference) const {
  std::vector<std::string> const tokens = tokens_of(difference.inside.empty() ? difference.pointer : difference.inside);
  if (tokens.empty() || is_index(tokens.back()) || !place.ends_with(tokens.back())) return;
  std::string const above = tokens.size() == 1 ? "" : tokens[tokens.size() - 2];
  if (words_.contain(tokens.back(), above)) return;
  place.replace(place.size() - tokens.back().size(), tokens.back().size(), "?");
}

std::set<Signature> SignatureMaker::of(Attempt const& attempt) const {
  std::set<Signature> found;
  each_of(attempt, [&](Signature signature, Difference const*) { found.insert(std::move(signature)); });
  return found;
}

std::set<Signature> SignatureMaker::plainly(Attempt const& attempt) const {
  std::set<Signature> found;
  if (attempt.variation && attempt.variation->transform == Transform::carried)
    each_difference(attempt, [&](Signature signature, Difference const*) { found.insert(std::move(signature)); });
  return found;
}

Difference const* SignatureMaker::showing(Attempt const& attempt, Signature const& signature) const {
  Difference const* first = nullptr;
  each_of(attempt, [&](Signature const& other, Difference const* difference) {
    if (first == nullptr && other == signature) first = difference;
  });
  return first;
}

ShownPlaces SignatureMaker::places_of(Attempt const& attempt) const {
  ShownPlaces places;
  each_of(attempt, [&](Signature signature, Difference const* difference) {
    places.insert(
        {.operation = std::move(signature.operation),
         .pointer = std::move(signature.place),
         .is_carried = inputs_.carry(attempt.vector->id, difference == nullptr ? Json() : difference->expected)});
  });
  return places;
}

std::vector<std::string> SignatureMaker::protocol_words_of(Vector const& vector) const {
  Names const& names = names_.at(vector.id);
  std::vector<std::string> words;
  for (std::set<std::string, std::less<>> const* const some : {&names.texts, &names.keys}) {
    std::copy_if(some->begin(), some->end(), std::back_inserter(words),
                 [&](std::string const& name) { return words_.contain(name, ""); });
  }
  return words;
}

void SignatureMaker::each_of(Attempt const& attempt, Found const& found) const {
  std::string const operation = operation_of(attempt);
  Judgement const& judgement = attempt.judgement;
  if (attempt.variation && attempt.variation->transform == Transform::carried) {
    found(of_hostile(operation, attempt.variation->name), nullptr);
    return;
  }
  if (attempt.variation && attempt.variation->transform == Transform::crossed) {
    found(of_crossing(operation, attempt.variation->name), nullptr);
    return;
  }
  if (judgement.differences.empty()) {
    std::string const sentence = judgement.detail.substr(0, judgement.detail.find('\n'));
    found({.operation = operation,
           .place = "",
           .change = fmt::format("{}: {}", status_name(judgement.status), wording_of(sentence))},
          nullptr);
    return;
  }
  each_difference(attempt, found);
}

void SignatureMaker::each_difference(Attempt const& attempt, Found const& found) const {
  std::string const operation = operation_of(attempt);
  Judgement const& judgement = attempt.judgement;
  bool const ended_otherwise =
      std::any_of(judgement.differences.begin(), judgement.differences.end(),
                  [](Difference const& difference) { return difference.kind == DifferenceKind::ending; });
  bool const raised = attempt.answered.is_object() && attempt.answered.contains("error");
  for (Difference const& difference : judgement.differences) {
    if (ended_otherwise && follows_from_ending(difference)) continue;
    Signature signature{.operation = operation,
                        .place = place_of(*attempt.vector, difference.pointer),
                        .change = change_of(difference)};
    if (!difference.inside.empty()) signature.place += "#" + place_of(*attempt.vector, difference.inside);
    if (difference.kind == DifferenceKind::extra) hide_own_name(signature.place, difference);
    if (difference.kind == DifferenceKind::ending && raised && difference.got.is_object())
      signature.change = fmt::format("{} instead of a value", difference.got.value("kind", "an error"));
    else if (raised)
      signature.place.insert(0, "error");
    found(std::move(signature), &difference);
  }
}

}  // namespace conformance
