#include "harness/judge/faults/title.hpp"

#include <fmt/core.h>

#include <string_view>

#include "harness/judge/faults/expectation_text.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace conformance {
namespace {

constexpr std::size_t shown_bytes = 60;
constexpr std::size_t shown_bytes_of_message = 120;
constexpr std::string_view of_error = "error/";
constexpr std::string_view other_text = "other text ";

std::string shown(Json const& value) {
  return one_line_excerpt(value.dump(-1, ' ', false, Json::error_handler_t::replace), shown_bytes);
}

std::string shown_expectation(Json const& expectation) {
  return one_line_excerpt(expectation_text(expectation), shown_bytes);
}

/// Takes the first token of a JSON pointer off its front; "" when there is none.
std::string_view taken_from(std::string_view& pointer) {
  if (pointer.empty()) return "";
  pointer.remove_prefix(1);
  std::string_view const token = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(token.size());
  return token;
}

/// "/body/tools/*/name" as "body.tools[].name". A name that the input chose is that of the example, a pointer of as
/// many tokens, if there is one.
std::string path_of(std::string_view place, std::string_view example) {
  std::string path;
  while (!place.empty()) {
    std::string_view const token = taken_from(place);
    std::string_view const own = taken_from(example);
    if (token == "*")
      path += "[]";
    else
      path += fmt::format("{}{}", path.empty() ? "" : ".", token != "?" ? token : own.empty() ? "<name>" : own);
  }
  return path;
}

std::string place_text(std::string_view place, Difference const* example) {
  std::string_view const pointer = example == nullptr ? "" : std::string_view(example->pointer);
  if (std::size_t const inside = place.find('#'); inside != std::string_view::npos) {
    std::string const path =
        path_of(place.substr(inside + 1), example == nullptr ? "" : std::string_view(example->inside));
    return fmt::format("{}, read as JSON{}{}", place_text(place.substr(0, inside), example), path.empty() ? "" : ", ",
                       path);
  }
  bool const is_of_error = place.starts_with(of_error);
  // An addition or a hostile text, by its name.
  if (!place.empty() && !place.starts_with('/') && !is_of_error) return std::string(place);
  std::string path = path_of(place.substr(is_of_error ? of_error.size() - 1 : 0), pointer);
  if (is_of_error) return "the error's " + path;
  if (path.empty()) return "the answer";
  return path.starts_with("[]") ? "answer" + path : path;
}

/// The kind that a change names in brackets, as "missing (user)" does; "" of others.
std::string_view kind_in(std::string_view change, std::string_view beginning) {
  if (!change.starts_with(beginning) || change.size() < beginning.size() + 3) return "";
  return change.substr(beginning.size() + 2, change.size() - beginning.size() - 3);
}

/// The kind of the error that stands in the place of a value, as in the steps of a registry; "" of other values.
std::string kind_of_error(Json const& value) {
  Json const error = value.is_object() && value.size() == 1 ? value.value("error", Json()) : Json();
  return error.is_object() && error.contains("kind") && error["kind"].is_string() ? error["kind"].get<std::string>()
                                                                                  : "";
}

/// A value of another type, and of which one it should be where an example tells.
std::string type_text(std::string const& where, std::string const& type, Difference const* example) {
  if (example == nullptr) return fmt::format("{} is {}", where, type);
  std::string const error = kind_of_error(example->got);
  if (!error.empty()) return fmt::format("{} raises {} instead of a value", where, error);
  bool const is_matcher = has_dollar_key(example->expected) && !example->expected.contains("$subset");
  if (is_matcher) return fmt::format("{} is {}", where, type);
  return fmt::format("{} is {} instead of {}", where, type, type_name(example->expected));
}

/// Where another text differs: "as a whole", "at the end".
std::string differing_text(std::string_view where) {
  return where == "as a whole" ? "differs" : fmt::format("differs {}", where);
}

std::string change_text(std::string const& place, std::string const& change, Difference const* example) {
  std::string const where = place_text(place, example);
  std::string const list = place.ends_with("/*") ? place_text(place.substr(0, place.size() - 2), example) : where;
  std::string_view const lost = kind_in(change, "missing");
  std::string_view const added = kind_in(change, "extra");
  constexpr std::string_view instead = " instead";
  constexpr std::string_view of_value = " instead of a value";
  if (!lost.empty()) return fmt::format("{} lacks an element ({})", list, lost);
  if (!added.empty()) return fmt::format("{} has an element too many ({})", list, added);
  if (change == "missing" && list != where) return fmt::format("{} lacks an element", list);
  if (change == "extra" && list != where) return fmt::format("{} has an element too many", list);
  if (change == "missing") return where + " is missing";
  if (change == "extra") return where + " should not be there";
  if (change.starts_with("fails only ") || change.starts_with("raises ")) return change;
  if (is_missing_error(change)) return "answers where an error is due";
  if (change.ends_with(of_value)) return fmt::format("raises {}", change);
  if (change.ends_with(instead)) return type_text(where, change.substr(0, change.size() - instead.size()), example);
  if (change.starts_with(other_text))
    return fmt::format("{} {}", where, differing_text(change.substr(other_text.size())));
  return fmt::format("{}: {}", where, change);
}

std::string values_text(Difference const& difference) {
  if (difference.kind == DifferenceKind::malformed) return "";
  if (std::string const message = raised_message(difference); !message.empty())
    return fmt::format(": {} (expected {})", message, shown_expectation(difference.expected));
  if (difference.kind == DifferenceKind::missing)
    return fmt::format(" (expected {})", shown_expectation(difference.expected));
  if (difference.kind == DifferenceKind::extra) return fmt::format(" (got {})", shown(difference.got));
  return fmt::format(" (expected {}, got {})", shown_expectation(difference.expected), shown(difference.got));
}

}  // namespace

std::string raised_message(Difference const& difference) {
  Json const& got = difference.got;
  bool const is_error = difference.kind == DifferenceKind::ending && got.is_object() && got.contains("kind") &&
                        got.contains("message") && got["message"].is_string();
  return is_error ? one_line_excerpt(got["message"].get<std::string>(), shown_bytes_of_message) : "";
}

std::string title_of(Signature const& signature, Difference const* difference) {
  std::string const title =
      fmt::format("{}: {}{}", signature.operation, change_text(signature.place, signature.change, difference),
                  difference == nullptr ? "" : values_text(*difference));
  return one_line_excerpt(title, title.size());
}

}  // namespace conformance
