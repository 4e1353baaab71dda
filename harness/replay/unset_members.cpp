#include "harness/replay/unset_members.hpp"

#include <string_view>

namespace conformance {
namespace unset_members {
namespace {

void drop_nulls(Json& object) {
  for (Json::iterator member = object.begin(); member != object.end();) {
    if (member->is_null()) {
      member = object.erase(member);
    } else {
      ++member;
    }
  }
}

void drop_false(Json& object, std::string_view name) {
  Json::iterator const member = object.find(name);
  if (member != object.end() && *member == false) object.erase(member);
}

void clean_property(Json& property) {
  drop_nulls(property);
  drop_false(property, "required");
}

/// Applies `clean` to the member if it is an object, or to each object of the list that it is.
template <typename Clean>
void in_member(Json& object, std::string_view name, Clean clean) {
  Json::iterator const member = object.find(name);
  if (member == object.end()) return;
  if (member->is_object()) clean(*member);
  if (!member->is_array()) return;
  for (Json& element : *member)
    if (element.is_object()) clean(element);
}

void clean_tool(Json& tool) {
  drop_nulls(tool);
  drop_false(tool, "strict");
  in_member(tool, "parameters", clean_property);
  in_member(tool, "connection", drop_nulls);
}

void clean_model(Json& model) {
  drop_nulls(model);
  in_member(model, "connection", drop_nulls);
  in_member(model, "options", drop_nulls);
}

void clean_template(Json& engine_and_parser) {
  drop_nulls(engine_and_parser);
  in_member(engine_and_parser, "format", drop_nulls);
  in_member(engine_and_parser, "parser", drop_nulls);
}

void clean_agent(Json& agent) {
  drop_nulls(agent);
  in_member(agent, "model", clean_model);
  in_member(agent, "inputs", clean_property);
  in_member(agent, "outputs", clean_property);
  in_member(agent, "tools", clean_tool);
  in_member(agent, "template", clean_template);
}

void clean_message(Json& message) {
  drop_nulls(message);
  // P7.1.1-04: metadata without a key leaves no trace on the wire either.
  Json::iterator const metadata = message.find("metadata");
  if (metadata != message.end() && *metadata == Json::object()) message.erase(metadata);
  in_member(message, "content", drop_nulls);
}

}  // namespace
}  // namespace unset_members

Json without_unset_members(std::string const& operation, Json result) {
  if (operation == "load" && result.is_object()) unset_members::clean_agent(result);
  if (operation == "turn" && result.is_object())
    unset_members::in_member(result, "messages", unset_members::clean_message);
  if ((operation == "parse" || operation == "prepare") && result.is_array())
    for (Json& message : result)
      if (message.is_object()) unset_members::clean_message(message);
  return result;
}

}  // namespace conformance
