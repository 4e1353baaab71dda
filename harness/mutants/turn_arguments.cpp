#include <string_view>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::turn_arguments {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(std::string const& text) {
  return text.find_first_not_of(blanks) == std::string::npos;
}

bool is_json(std::string const& text) {
  return Json::accept(text);
}

bool has_fence(std::string const& text) {
  return text.find("```") != std::string::npos;
}

/// What stands between the first brace and the last one.
std::string between_braces(std::string const& text) {
  std::size_t const first = text.find('{');
  std::size_t const last = text.rfind('}');
  if (first == std::string::npos || last == std::string::npos || last < first) return "";
  return text.substr(first, last - first + 1);
}

bool has_words_around(std::string const& text) {
  if (is_json(text) || is_blank(text) || between_braces(text).empty()) return false;
  std::size_t const first = text.find_first_not_of(blanks);
  return !has_fence(text) && (text[first] != '{' || text[text.find_last_not_of(blanks)] != '}' ||
                              between_braces(text).find("} ") != std::string::npos);
}

bool has_brace_in_a_string(std::string const& text) {
  bool inside = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (inside && text[index] == '\\') {
      ++index;
      continue;
    }
    if (text[index] == '"') inside = !inside;
    if (inside && (text[index] == '{' || text[index] == '}') && !is_json(text)) return true;
  }
  return false;
}

bool has_trailing_comma(std::string const& text) {
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 1)) {
    std::size_t const next = text.find_first_not_of(blanks, comma + 1);
    if (next != std::string::npos && (text[next] == '}' || text[next] == ']')) return true;
  }
  return false;
}

bool is_no_object(std::string const& text) {
  return is_json(text) && !Json::parse(text).is_object();
}

bool is_unreadable(std::string const& text) {
  return !is_json(text) && !is_blank(text) && between_braces(text).empty();
}

/// Calls of the conversation for which the predicate holds of the arguments are carried out with what is given.
Rule carried_out(std::function<bool(std::string const& text)> predicate, Json given) {
  return changed_turn([predicate = std::move(predicate), given = std::move(given)](Json& result, Json const&) {
    for (Json const& message : result["messages"]) {
      for (Json const& call : calls_in(message)) {
        if (predicate(call["function"]["arguments"].get<std::string>()))
          result["calls"].push_back({{"name", call["function"]["name"]}, {"arguments", given}});
      }
    }
  });
}

void write_anew(Json& messages, Json const&) {
  for (Json& message : messages) {
    if (calls_in(message).empty()) continue;
    for (Json& call : message["metadata"]["tool_calls"]) {
      std::string const block = between_braces(call["function"]["arguments"].get<std::string>());
      if (is_json(block)) call["function"]["arguments"] = Json::parse(block).dump();
    }
  }
}

/// Commas in strings go as well.
void lose_commas(Json& value) {
  if (value.is_structured()) {
    for (Json& element : value) lose_commas(element);
  }
  if (!value.is_string()) return;
  std::string kept;
  std::string const text = value.get<std::string>();
  for (std::size_t index = 0; index < text.size(); ++index) {
    bool const goes =
        text[index] == ',' && index + 1 < text.size() && (text[index + 1] == '}' || text[index + 1] == ']');
    if (!goes) kept += text[index];
  }
  value = kept;
}

std::vector<Mutant> mutants() {
  return {
      {"fences-not-known", "P9.3-01", "Arguments in a code fence are refused.", left_out_calls(has_fence)},
      {"words-around-not-known", "P9.3-02", "Arguments with words around them are refused.",
       left_out_calls([](std::string const& text) { return has_words_around(text) || has_fence(text); })},
      {"braces-counted-in-strings", "P9.3-03", "A brace in a string opens or closes a block.",
       left_out_calls(has_brace_in_a_string)},
      {"trailing-commas-not-known", "P9.3-04", "A comma too many is a reason to refuse.",
       left_out_calls(has_trailing_comma)},
      {"commas-lost-in-strings", "P9.3-04", "Commas before a bracket go wherever they stand.",
       changed_turn([](Json& result, Json const&) { lose_commas(result["calls"]); })},
      {"unreadable-becomes-empty", "P9.3-05", "Arguments that cannot be read are an empty object.",
       carried_out(
           [](std::string const& text) { return !is_json(text) && !is_blank(text) && !is_json(between_braces(text)); },
           Json::object())},
      {"unreadable-told-nobody", "P9.3-05", "The model does not learn that its arguments could not be read.",
       changed_conversation_of_turn([](Json& messages, Json const&) {
         bool unreadable = false;
         for (Json& message : messages) {
           for (Json const& call : calls_in(message))
             unreadable = is_unreadable(call["function"]["arguments"].get<std::string>());
           if (unreadable && member(message, "role") == "tool") set_text_of_message(message, "");
         }
       })},
      {"lists-and-strings-handed-on", "P9.3-06", "A handler gets JSON that is no object.",
       carried_out(is_no_object, nullptr)},
      {"blanks-refused", "P9.3-07", "A call without arguments is not carried out.", left_out_calls(is_blank)},
      {"arguments-written-anew", "P9.3-08", "The conversation has the arguments as they were understood.",
       changed_conversation_of_turn(write_anew)},
  };
}

}  // namespace
}  // namespace conformance::mutants::turn_arguments

namespace conformance::mutants {

std::vector<Mutant> turn_argument_mutants() {
  return turn_arguments::mutants();
}

}  // namespace conformance::mutants
