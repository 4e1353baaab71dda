#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stream_rules.hpp"

namespace conformance::mutants::tool_calls {
namespace {

std::string text_in(Json const& call, std::string const& key) {
  return member(call, key).is_string() ? member(call, key).get<std::string>() : "";
}

std::string with_underscores(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char sign) { return std::isalnum(sign) == 0; }, '_');
  return text;
}

Rule changed_text(std::string const& key, std::function<std::string(std::string const& text)> change) {
  return changed_given_calls(
      [key, change = std::move(change)](Json& call, std::size_t) { call[key] = change(text_in(call, key)); });
}

void nest_function(Json& call, std::size_t) {
  call["function"] = {{"name", call["name"]}, {"arguments", call["arguments"]}};
  call.erase("name");
  call.erase("arguments");
}

void parse_arguments(Json& call, std::size_t) {
  Json const parsed = Json::parse(text_in(call, "arguments"), nullptr, false);
  call["arguments"] = parsed.is_discarded() ? Json::object() : parsed;
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"tool-call-with-type", "P8.7-01", "A tool call has its type as well.",
       changed_given_calls([](Json& call, std::size_t) { call["type"] = "function"; })},
      {"tool-call-with-index", "P8.7-01", "A tool call has its place in the list as well.",
       changed_given_calls([](Json& call, std::size_t place) { call["index"] = place; })},
      {"tool-call-nested", "P8.7-01", "Name and arguments stand in an object of their own.",
       changed_given_calls(nest_function)},
      {"call-id-generated", "P8.7-02", "A tool call gets an id that the provider did not give.",
       changed_given_calls([](Json& call, std::size_t place) { call["id"] = "generated-" + std::to_string(place); })},
      {"call-id-made-plain", "P8.7-02", "Signs of the id that are no letters or digits are replaced.",
       changed_text("id", with_underscores)},
      {"call-id-in-lower-case", "P8.7-02", "The id is put into lower case.", changed_text("id", lower_case)},
      {"call-name-prefixed", "P8.7-03", "The name of a call is preceded by that of where it comes from.",
       changed_text("name", [](std::string const& name) { return "functions." + name; })},
      {"call-name-made-plain", "P8.7-03", "Signs of the name that are no letters or digits are replaced.",
       changed_text("name", with_underscores)},
      {"call-name-in-lower-case", "P8.7-03", "The name is put into lower case.", changed_text("name", lower_case)},
      {"call-arguments-parsed", "P8.7-04", "The arguments of a call are given as the value that they hold.",
       changed_given_calls(parse_arguments)},
      {"call-arguments-quoted", "P8.7-04", "The arguments of a call are written as JSON once more.",
       changed_text("arguments", [](std::string const& text) { return Json(text).dump(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::tool_calls

namespace conformance::mutants {

std::vector<Mutant> tool_call_mutants() {
  return tool_calls::mutants_of_room();
}

}  // namespace conformance::mutants
