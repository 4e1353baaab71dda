#include "harness/differential/answer.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/matching/bounded_json.hpp"
#include "harness/replay/unset_members.hpp"
#include "harness/replay/workspace.hpp"

namespace conformance::differential {
namespace answer {
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

/// What came of a stream before its error, whether it was told on the way or is listed with the error.
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

}  // namespace
}  // namespace answer

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
  return answer::answer_of(subject.call(input.operation, params), input.operation);
}

bool same_answer(Answer const& left, Answer const& right) {
  return left.outcome == right.outcome && same_json(left.value, right.value);
}

}  // namespace conformance::differential
