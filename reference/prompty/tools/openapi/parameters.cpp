#include "prompty/tools/openapi/parameters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "prompty/tools/openapi/header_names.hpp"
#include "prompty/tools/openapi/names.hpp"

namespace prompty::openapi {
namespace parameters {
namespace {

Location location_of(Specification const& specification, Node const& node) {
  std::string const text = specification.needed_text(node, "in");
  if (text == "path") return Location::path;
  if (text == "query") return Location::query;
  if (text == "header") return Location::header;
  if (text == "cookie") return Location::cookie;
  specification.refuse({.value = node.value, .place = below(node.place, "in")},
                       fmt::format("must be path, query, header or cookie, not {}", text));
}

std::string_view word_for(Location location) {
  switch (location) {
    case Location::path:
      return "path";
    case Location::query:
      return "query";
    case Location::header:
      return "header";
    case Location::cookie:
      return "cookie";
  }
  return "";
}

struct Described {
  Node node;
  Parameter parameter;
};

Described described(Specification const& specification, Node const& node) {
  Parameter parameter{.name = specification.needed_text(node, "name"), .location = location_of(specification, node)};
  bool const names_field = parameter.location == Location::header || parameter.location == Location::cookie;
  if (names_field && !is_header_name(parameter.name)) {
    specification.refuse({.value = node.value, .place = below(node.place, "name")},
                         "must be a name that headers can have");
  }
  bool const is_needed = specification.flag(node, "required").value_or(false) || parameter.location == Location::path;
  parameter.need = is_needed ? Need::required : Need::optional;
  if (specification.flag(node, "allowReserved").value_or(false)) parameter.reserved = Reserved::kept;
  read_style(specification, node, parameter);
  return {.node = node, .parameter = std::move(parameter)};
}

bool is_same_place(Parameter const& one, Parameter const& other) {
  bool const same_name =
      one.location == Location::header ? lower_case(one.name) == lower_case(other.name) : one.name == other.name;
  return one.location == other.location && same_name;
}

/// Reads the list of parameters of a node over what is there already.
void overlay(Specification const& specification, Node const& owner, std::vector<Described>& all) {
  std::optional<Node> const list = specification.member(owner, "parameters");
  if (!list) return;
  specification.for_each_element(*list, [&](Node const& node) {
    Described one = described(specification, node);
    std::vector<Described>::iterator const same = std::find_if(
        all.begin(), all.end(), [&](Described const& other) { return is_same_place(one.parameter, other.parameter); });
    if (same == all.end()) {
      all.push_back(std::move(one));
    } else {
      *same = std::move(one);
    }
  });
}

/// What a parameter may be; one with `content` has its schema inside that.
Json schema_of(Specification const& specification, Described& one, SchemaReader& schemas) {
  std::optional<Node> schema = specification.written_member(one.node, "schema");
  std::optional<Node> const content = specification.member(one.node, "content");
  if (!schema && content && content->value->is_object() && !content->value->empty()) {
    Json::const_iterator const first = content->value->begin();
    Node const media = specification.resolved({.value = &*first, .place = below(content->place, first.key())});
    schema = specification.written_member(media, "schema");
    if (first.key().find("json") != std::string::npos) one.parameter.style = Style::json;
  }
  Json read = schema ? schemas.read(*schema) : Json{{"type", "string"}};
  std::optional<std::string> const description = specification.text(one.node, "description");
  if (description && !description->empty() && read.is_object()) read["description"] = *description;
  return read;
}

/// A name that another parameter has taken gets the place in front.
std::string argument_name(Parameter const& parameter, std::set<std::string>& arguments) {
  bool const is_taken = arguments.contains(valid_name(parameter.name));
  std::string const name =
      is_taken ? fmt::format("{}_{}", word_for(parameter.location), parameter.name) : parameter.name;
  return unique_name(name, arguments);
}

}  // namespace
}  // namespace parameters

void add_argument(Json& function_schema, std::string const& argument, Json schema, Need need) {
  function_schema["properties"][argument] = std::move(schema);
  if (need == Need::required) function_schema["required"].push_back(argument);
}

std::vector<std::string> names_in_path(std::string const& path) {
  std::vector<std::string> names;
  for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{', open + 1)) {
    std::size_t const close = path.find('}', open);
    if (close == std::string::npos) break;
    names.push_back(path.substr(open + 1, close - open - 1));
    open = close;
  }
  return names;
}

void read_style(Specification const& specification, Node const& node, Parameter& parameter) {
  struct Known {
    std::string_view word;
    Style style;
    std::vector<Location> locations;
  };
  static std::vector<Known> const styles = {{"simple", Style::simple, {Location::path, Location::header}},
                                            {"label", Style::label, {Location::path}},
                                            {"matrix", Style::matrix, {Location::path}},
                                            {"form", Style::form, {Location::query, Location::cookie}},
                                            {"spaceDelimited", Style::space_delimited, {Location::query}},
                                            {"pipeDelimited", Style::pipe_delimited, {Location::query}},
                                            {"deepObject", Style::deep_object, {Location::query}}};
  bool const is_form = parameter.location == Location::query || parameter.location == Location::cookie;
  parameter.style = is_form ? Style::form : Style::simple;
  if (std::optional<std::string> const word = specification.text(node, "style")) {
    std::vector<Known>::const_iterator const found =
        std::find_if(styles.begin(), styles.end(), [&](Known const& known) {
          return known.word == *word &&
                 std::count(known.locations.begin(), known.locations.end(), parameter.location) > 0;
        });
    if (found == styles.end()) {
      specification.refuse({.value = node.value, .place = below(node.place, "style")},
                           fmt::format("is {}, which a parameter in the {} cannot have", *word,
                                       parameters::word_for(parameter.location)));
    }
    parameter.style = found->style;
  }
  bool const explodes = specification.flag(node, "explode").value_or(parameter.style == Style::form);
  parameter.explode = explodes ? Explode::yes : Explode::no;
}

std::vector<Parameter> read_parameters(Specification const& specification, Node const& path_item, Node const& operation,
                                       std::string const& path, SchemaReader& schemas, Json& function_schema,
                                       std::set<std::string>& arguments) {
  std::vector<parameters::Described> all;
  parameters::overlay(specification, path_item, all);
  parameters::overlay(specification, operation, all);
  std::vector<std::string> unmet = names_in_path(path);
  std::vector<Parameter> read;
  for (parameters::Described& one : all) {
    Parameter& parameter = one.parameter;
    if (parameter.location == Location::header && is_header_of_http(parameter.name)) continue;
    if (parameter.location == Location::path) {
      std::vector<std::string>::iterator const named = std::remove(unmet.begin(), unmet.end(), parameter.name);
      if (named == unmet.end()) continue;
      unmet.erase(named, unmet.end());
    }
    Json schema = parameters::schema_of(specification, one, schemas);
    parameter.argument = parameters::argument_name(parameter, arguments);
    add_argument(function_schema, parameter.argument, std::move(schema), parameter.need);
    read.push_back(std::move(parameter));
  }
  for (std::string const& name : unmet) {
    Parameter parameter{.name = name,
                        .location = Location::path,
                        .style = Style::simple,
                        .explode = Explode::no,
                        .need = Need::required};
    if (std::any_of(read.begin(), read.end(),
                    [&](Parameter const& other) { return parameters::is_same_place(parameter, other); })) {
      continue;
    }
    parameter.argument = parameters::argument_name(parameter, arguments);
    add_argument(function_schema, parameter.argument, Json{{"type", "string"}}, Need::required);
    read.push_back(std::move(parameter));
  }
  return read;
}

}  // namespace prompty::openapi
