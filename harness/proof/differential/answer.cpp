#include "harness/proof/differential/answer.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>

#include "harness/judge/replay/replay.hpp"
#include "harness/proof/differential/fragments.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace conformance::differential {
namespace {

constexpr std::string_view placeholder_opening = "__PROMPTY_THREAD_";

/// Where the next placeholder begins, in letters of either case, as a filter of the template may change them.
std::size_t next_placeholder(std::string const& text, std::size_t from) {
  auto const same_letter = [](char left, char right) {
    return std::toupper(static_cast<unsigned char>(left)) == std::toupper(static_cast<unsigned char>(right));
  };
  auto const found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                 placeholder_opening.begin(), placeholder_opening.end(), same_letter);
  return static_cast<std::size_t>(found - text.begin());
}

std::string without_placeholder_numbers(std::string text) {
  for (std::size_t at = next_placeholder(text, 0); at < text.size(); at = next_placeholder(text, at)) {
    at += placeholder_opening.size();
    std::size_t const end = text.find_first_not_of("0123456789abcdefABCDEF", at);
    if (end != std::string::npos) text.erase(at, end - at);
  }
  return text;
}

/// With whole numbers as integers and members in alphabetical order.
nlohmann::json canonical(Json const& value) {
  if (value.is_object()) {
    nlohmann::json members = nlohmann::json::object();
    for (auto const& [name, member] : value.items()) members[name] = canonical(member);
    return members;
  }
  if (value.is_array()) {
    nlohmann::json elements = nlohmann::json::array();
    for (Json const& element : value) elements.push_back(canonical(element));
    return elements;
  }
  constexpr double exact_to = 1e15;
  bool const is_whole = value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>();
  if (is_whole && std::abs(value.get<double>()) < exact_to) return static_cast<std::int64_t>(value.get<double>());
  return nlohmann::json::parse(value.dump());
}

/// A text that holds a JSON object or list, spelled in one way; any other value as it is, as it may be broken on
/// purpose.
Json respelled(Json const& text) {
  if (!text.is_string()) return text;
  Json const held = bounded_json(text.get_ref<std::string const&>());
  return held.is_structured() ? Json(canonical(held).dump()) : text;
}

void bring_into_form(Json& value) {
  if (value.is_string()) value = without_placeholder_numbers(value.get<std::string>());
  if (value.is_structured())
    for (Json& member : value) bring_into_form(member);
  if (value.is_object() && value.contains("name") && value.contains("arguments"))
    value["arguments"] = respelled(value.at("arguments"));
}

Json comparable_value(std::string const& operation, Json value) {
  value = without_unset_members(operation, std::move(value));
  if (operation == "build_request" && value.is_object()) value = value.value("body", Json());
  if (operation == "project_tools" && value.is_object()) value = value.value("tools", Json());
  bring_into_form(value);
  return value;
}

/// The items of a stream before its error, whether they were sent on the way or are listed with the error.
Json items_before(Reply const& reply) {
  if (!reply.items.empty()) return reply.items;
  Json const partial = reply.value.value("partial", Json());
  return partial.is_object() ? partial.value("items", Json::array()) : Json::array();
}

std::string name_of(Reply::Status status) {
  switch (status) {
    case Reply::Status::result:
      return "result";
    case Reply::Status::error:
      return "error";
    case Reply::Status::unsupported:
    case Reply::Status::unsupported_input:
      return "unsupported";
    case Reply::Status::crash:
    case Reply::Status::not_asked:
      return "crash";
    case Reply::Status::timeout:
      return "timeout";
    case Reply::Status::protocol_fault:
      break;
  }
  return "protocol fault";
}

Answer answer_of(Reply const& reply, std::string const& operation) {
  if (reply.status == Reply::Status::result)
    return {.outcome = "result", .value = comparable_value(operation, reply.value)};
  if (reply.status != Reply::Status::error) {
    std::string const errors = reply.stderr_excerpt.empty() ? "" : "; stderr: " + reply.stderr_excerpt;
    return {.outcome = name_of(reply.status), .message = reply.detail + errors};
  }
  Answer raised{.outcome = reply.value.value("kind", ""), .message = reply.value.value("message", "")};
  if (operation == "process_stream") raised.value = items_before(reply);
  bring_into_form(raised.value);
  return raised;
}

bool is_invented(std::string const& name) {
  std::vector<std::string> const& names = invented_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string name_of_type(Json const& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "boolean";
  if (value.is_string()) return value.get<std::string>().empty() ? "empty text" : "text";
  if (value.is_array()) return value.empty() ? "empty list" : "list";
  if (value.is_object()) return value.empty() ? "empty object" : "object";
  bool const is_whole = !value.is_number_float() || std::trunc(value.get<double>()) == value.get<double>();
  return is_whole ? "integer" : "fraction";
}

std::string without_blanks(std::string const& text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
               [](char sign) { return std::isspace(static_cast<unsigned char>(sign)) == 0; });
  return kept;
}

DifferenceKind of_texts(std::string const& left, std::string const& right, std::string const& pointer) {
  if (left.empty() || right.empty())
    return {.pointer = pointer, .left = name_of_type(left), .right = name_of_type(right)};
  if (without_blanks(left) == without_blanks(right))
    return {.pointer = pointer, .left = "text", .right = "text with other blanks"};
  if (left.find(right) != std::string::npos) return {.pointer = pointer, .left = "text", .right = "part of the text"};
  if (right.find(left) != std::string::npos) return {.pointer = pointer, .left = "part of the text", .right = "text"};
  return {.pointer = pointer, .left = "text", .right = "text"};
}

std::optional<DifferenceKind> of_values(Json const& left, Json const& right, std::string const& pointer);

std::optional<DifferenceKind> of_lists(Json const& left, Json const& right, std::string const& pointer) {
  std::size_t const both = std::min(left.size(), right.size());
  std::string const below = child(pointer, "*");
  for (std::size_t index = 0; index < both; ++index)
    if (std::optional<DifferenceKind> found = of_values(left[index], right[index], below)) return found;
  if (left.size() > both) return DifferenceKind{.pointer = below, .left = name_of_type(left[both]), .right = "absent"};
  if (right.size() > both)
    return DifferenceKind{.pointer = below, .left = "absent", .right = name_of_type(right[both])};
  return std::nullopt;
}

std::optional<DifferenceKind> of_objects(Json const& left, Json const& right, std::string const& pointer) {
  std::set<std::string> names;
  for (Json const* const object : {&left, &right})
    for (auto const& [name, member] : object->items()) names.insert(name);
  for (std::string const& name : names) {
    std::string const below = child(pointer, is_invented(name) ? "*" : name);
    Json::const_iterator const here = left.find(name);
    Json::const_iterator const there = right.find(name);
    if (there == right.end()) return DifferenceKind{.pointer = below, .left = name_of_type(*here), .right = "absent"};
    if (here == left.end()) return DifferenceKind{.pointer = below, .left = "absent", .right = name_of_type(*there)};
    if (std::optional<DifferenceKind> found = of_values(*here, *there, below)) return found;
  }
  return std::nullopt;
}

std::optional<DifferenceKind> of_values(Json const& left, Json const& right, std::string const& pointer) {
  if (same_json(left, right)) return std::nullopt;
  if (left.is_array() && right.is_array()) return of_lists(left, right, pointer);
  if (left.is_object() && right.is_object()) return of_objects(left, right, pointer);
  if (left.is_string() && right.is_string())
    return of_texts(left.get<std::string>(), right.get<std::string>(), pointer);
  return DifferenceKind{.pointer = pointer, .left = name_of_type(left), .right = name_of_type(right)};
}

/// The beginning of a message, up to where it quotes something of the input.
std::string gist_of(std::string const& message) {
  std::istringstream words(message.substr(0, message.find_first_of("'\"`:{}[]()\n")));
  std::string gist;
  std::string word;
  for (int count = 0; count < 8 && words >> word; ++count) {
    bool const has_digits = word.find_first_of("0123456789/") != std::string::npos;
    gist += " " + (has_digits || is_invented(word) ? std::string("*") : word);
  }
  return gist;
}

std::string outcome_of(Answer const& answer) {
  bool const says_why = answer.outcome.size() > 5 && answer.outcome.find("Error") != std::string::npos;
  return answer.outcome + (says_why ? ":" + gist_of(answer.message) : "");
}

}  // namespace

Answer ask(Subject& subject, Input const& input, Profile profile) {
  Json params = input.params;
  Workspace const workspace(subject.scratch(), input.files);
  if (params.contains("path")) {
    params["path"] = (workspace.folder() / params.at("path").get<std::string>()).string();
  } else if (!input.files.empty()) {
    params["baseDir"] = workspace.folder().string();
  }
  if (profile == Profile::live && subject.capabilities().features.contains("profiles"))
    params["options"]["profile"] = "live";
  return answer_of(subject.call(input.operation, params), input.operation);
}

bool same_answer(Answer const& left, Answer const& right) {
  return left.outcome == right.outcome && same_json(left.value, right.value);
}

std::optional<DifferenceKind> kind_of_difference(Answer const& left, Answer const& right) {
  if (left.outcome == right.outcome) return of_values(left.value, right.value, "");
  if (left.outcome == "result") return DifferenceKind{.pointer = "", .left = left.outcome, .right = outcome_of(right)};
  if (right.outcome == "result") return DifferenceKind{.pointer = "", .left = outcome_of(left), .right = right.outcome};
  return DifferenceKind{.pointer = "", .left = left.outcome, .right = right.outcome};
}

}  // namespace conformance::differential
