#include "harness/judge/variations/carried_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "harness/judge/files/yaml_place.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance {
namespace {

constexpr char const* carried_page_name = "carried.yaml";
/// Stands in a hostile text for the value of the vector.
constexpr std::string_view value_placeholder = "{}";

/// A JSON value; one that is nested in lists so many times, or so many times in one list: {json, nested} or {json,
/// times}.
Json hostile_value(YamlPlace const& place) {
  bool const is_plain = place.node.IsScalar();
  if (!is_plain && (!place.node.IsMap() || !place.node["json"]))
    place.refuse("a hostile value is JSON text, or a mapping of json and nested or times");
  std::string const text = is_plain ? text_of(place) : place.node["json"].as<std::string>();
  Json value = json_in(text);
  if (value.is_discarded()) place.refuse(fmt::format("'{}' is no JSON", text));
  if (is_plain) return value;
  if (place.node["times"]) return Json(place.node["times"].as<std::size_t>(), value);
  int const depth = place.node["nested"] ? place.node["nested"].as<int>() : 0;
  for (int level = 0; level < depth; ++level) value = Json::array({std::move(value)});
  return value;
}

std::string repeated(std::string const& text, int times) {
  std::string result;
  for (int time = 0; time < times; ++time) result += text;
  return result;
}

/// A text, or one that is repeated: {repeat, times}.
std::string hostile_text(YamlPlace const& place) {
  if (place.node.IsScalar()) return text_of(place);
  if (!place.node.IsMap() || !place.node["repeat"] || !place.node["times"])
    place.refuse("a hostile text is a text, or a mapping of repeat and times");
  return repeated(place.node["repeat"].as<std::string>(), place.node["times"].as<int>());
}

void add_hostile(CarriedPage& page, YamlPlace const& place) {
  for (auto const& [kind, texts] : members_of(place)) {
    bool const is_value = kind == "values";
    if (kind != "inside" && kind != "around" && kind != "instead" && !is_value)
      texts.refuse(fmt::format("'{}' is no kind of hostile texts; there are inside, around, instead and values", kind));
    for (auto const& [name, text] : members_of(texts)) {
      if (is_value) {
        page.hostile.push_back(
            {.kind = kind, .name = fmt::format("{}/{}", kind, name), .text = "", .value = hostile_value(text)});
        continue;
      }
      HostileText hostile{.kind = kind, .name = fmt::format("{}/{}", kind, name), .text = hostile_text(text)};
      if (kind != "instead" && hostile.text.find(value_placeholder) == std::string::npos)
        text.refuse(fmt::format("{} does not say with {{}} where the value of the vector stands", hostile.name));
      page.hostile.push_back(std::move(hostile));
    }
  }
}

bool is_on_the_list(CarriedPage const& page, std::string const& name) {
  return std::any_of(page.hostile.begin(), page.hostile.end(),
                     [&](HostileText const& hostile) { return hostile.kind == name || hostile.name == name; });
}

/// Reasons by what is excepted.
std::map<std::string, std::string> exceptions_of(CarriedPage const& page, YamlPlace const& place) {
  std::map<std::string, std::string> exceptions;
  for (auto const& [name, reason] : members_of(place)) {
    if (!is_on_the_list(page, name)) reason.refuse(fmt::format("there is no hostile text '{}'", name));
    if (text_of(reason).empty()) reason.refuse(fmt::format("why is {} not handed on here?", name));
    exceptions[name] = text_of(reason);
  }
  return exceptions;
}

CarriedType type_of(CarriedPage const& page, std::string const& name, YamlPlace const& place) {
  CarriedType type{.name = name, .places = {}, .except = {}, .at = fmt::format("{}:{}", place.page, place.line)};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "at")
      type.places = texts_of(value);
    else if (key == "operations")
      type.operations = set_of_texts(value);
    else if (key == "in")
      type.members = set_of_texts(value);
    else if (key == "names")
      type.is_name = text_of(value) == "true";
    else if (key == "written")
      type.is_written = text_of(value) == "true";
    else if (key == "parts")
      type.is_part = text_of(value) == "true";
    else if (key == "values")
      type.is_any = text_of(value) == "true";
    else if (key == "json")
      type.is_json = text_of(value) == "true";
    else if (key == "except")
      type.except = exceptions_of(page, value);
    else
      value.refuse(
          fmt::format("a type of carried values has no '{}'; it has operations, in, at, names, parts, written, values, "
                      "json and except",
                      key));
  }
  if (type.places.empty()) place.refuse(fmt::format("{} does not say where such values stand: at", name));
  return type;
}

}  // namespace

std::string HostileText::in_place_of(std::string const& original) const {
  if (kind == "instead" || kind == "values") return text;
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find(value_placeholder); at != std::string::npos;
       at = text.find(value_placeholder, begin)) {
    result += text.substr(begin, at - begin) + original;
    begin = at + value_placeholder.size();
  }
  return result + text.substr(begin);
}

CarriedPage read_carried_page(FileTree const& spec) {
  CarriedPage page;
  if (!spec.holds(carried_page_name)) return page;
  YamlPlace const root = read_yaml_page(spec, carried_page_name);
  for (auto const& [key, place] : members_of(root)) {
    if (key == "hostile") {
      add_hostile(page, place);
    } else if (key == "words") {
      page.words = text_of(place);
    } else if (key == "only") {
      page.only = text_of(place);
    } else if (key == "named_members") {
      page.named_members = set_of_texts(place);
    } else if (key == "closed_members") {
      page.closed_members = set_of_texts(place);
    } else if (key == "carried") {
      for (auto const& [name, type] : members_of(place)) page.types.push_back(type_of(page, name, type));
    } else {
      place.refuse(fmt::format(
          "there is no '{}' on this page; it has hostile, words, only, named_members, closed_members and carried",
          key));
    }
  }
  return page;
}

}  // namespace conformance
