#include "harness/proof/differential/schema_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/judge/files/input_error.hpp"
#include "harness/proof/differential/fragments.hpp"

namespace conformance::differential {
namespace {

std::vector<Json> as_values(std::set<std::string> const& texts) {
  return {texts.begin(), texts.end()};
}

std::vector<Json> engines(Common const& common) {
  if (common.features.contains("mustache")) return {"jinja2", "mustache"};
  return {"jinja2"};
}

/// What stands where the schema would allow any text or value.
std::map<std::string, std::vector<Json>> pools_of(Common const& common) {
  std::vector<Json> const names(invented_names().begin(), invented_names().end());
  std::vector<Json> const media_types = {"audio/wav", "audio/x-wav", "audio/mpeg", "audio/ogg",  "audio/x-aiff",
                                         "image/png", "image/jpeg",  "Audio/MP3",  "text/plain", "application/pdf"};
  Json const calls =
      Json::array({{{"id", "c1"}, {"type", "function"}, {"function", {{"name", "a"}, {"arguments", "{}"}}}}});
  Json const response_call = {{"type", "function_call"}, {"call_id", "c1"}, {"name", "a"}, {"arguments", "{}"}};
  return {
      {"Model.provider", as_values(common.providers)},
      {"Model.apiType", as_values(common.api_types)},
      {"Model.id", {"m", "gpt-4o-mini", "größe/1"}},
      {"Connection.kind", {"key", "anonymous"}},
      {"Template.format.kind", engines(common)},
      {"Template.parser.kind", {"prompty"}},
      {"Property.name", names},
      {"Property.kind", {"string", "integer", "float", "boolean", "array", "object"}},
      {"Tool.name", names},
      {"Tool.path", {"child.prompty"}},
      {"Tool.kind", {"custom", "Function", "*"}},
      {"Tool.allowedTools", names},
      {"Tool.specification", {"./api.json", "https://a/api.yaml"}},
      {"Message.role", {"user", "system", "assistant", "tool", "developer"}},
      {"Message.metadata",
       {Json::object(),
        {{"name", "a"}},
        {{"tool_call_id", "c1"}},
        {{"tool_calls", calls}},
        {{"role", "user"}},
        {{"content", "x"}},
        {{"tool_call_id", "c1"}, {"responses_function_call", response_call}},
        {{"a", nullptr}}}},
      {"Part.mediaType", media_types},
      {"Part.detail", {"low", "high", "auto", ""}},
      {"StoredMessage.role", {"user", "system", "assistant", "tool"}},
      {"StoredToolCall.id", {"c1", "c2"}},
  };
}

/// What a property holds: subjects of different editions differ by it, and it could go on for ever.
bool is_left_out(std::string_view place) {
  constexpr std::array places = {"Property.nullable", "Property.items", "Property.properties", "Property.oneOf",
                                 "Property.anyOf"};
  return std::find(places.begin(), places.end(), place) != places.end();
}

std::string definition_named(std::string const& reference) {
  constexpr std::string_view start = "#/definitions/";
  if (reference.rfind(start, 0) != 0)
    throw HarnessError(fmt::format("protocol.schema.json has a reference that is no definition: {}", reference));
  return reference.substr(start.size());
}

}  // namespace

SchemaValues::SchemaValues(Json const& protocol, Common const& common)
    : protocol_(protocol), pools_(pools_of(common)) {}

Json SchemaValues::of_definition(std::string const& name, Dice& dice) const {
  Json const& definitions = protocol_.at("definitions");
  Json::const_iterator const found = definitions.find(name);
  if (found == definitions.end()) throw HarnessError(fmt::format("protocol.schema.json has no definition {}", name));
  return value(*found, name, dice);
}

Json SchemaValues::value(Json const& schema, std::string const& place, Dice& dice) const {
  if (schema.contains("$ref")) return of_definition(definition_named(schema.at("$ref").get<std::string>()), dice);
  if (schema.contains("enum")) {
    Json const& values = schema.at("enum");
    return values[dice.below(values.size())];
  }
  if (schema.contains("oneOf") && !schema.contains("type")) return alternative(schema.at("oneOf"), place, dice);
  if (schema.contains("anyOf")) return alternative(schema.at("anyOf"), place, dice);
  std::string const type = schema.value("type", "");
  auto const pool = pools_.find(place);
  if (type != "array" && pool != pools_.end() && !pool->second.empty()) return dice.pick(pool->second);
  if (type == "object") return object(schema, place, dice);
  if (type == "array") return list(schema, place, dice);
  if (type == "boolean") return dice.one_in(2);
  if (type == "integer") return schema.value("minimum", 0) + static_cast<int>(dice.below(50));
  if (type == "number") return dice.pick(std::vector<Json>{0, 1, 0.5, -1.5, 0.7, 2.0});
  if (type == "null") return nullptr;
  if (type == "string") {
    std::string const text = some_text(dice);
    return text.empty() && schema.value("minLength", 0) > 0 ? "a" : text;
  }
  return some_value(dice);
}

Json SchemaValues::object(Json const& schema, std::string const& place, Dice& dice) const {
  Json made = Json::object();
  Json const required = schema.value("required", Json::array());
  Json const properties = schema.value("properties", Json::object());
  for (auto const& [name, member] : properties.items()) {
    if (is_left_out(fmt::format("{}.{}", place, name))) continue;
    bool const is_required = std::find(required.begin(), required.end(), Json(name)) != required.end();
    if (is_required || dice.one_in(2)) made[name] = value(member, fmt::format("{}.{}", place, name), dice);
  }
  Json const more = schema.value("additionalProperties", Json(true));
  if (more == Json(false)) return made;
  for (std::size_t count = dice.below(3); count > 0; --count) {
    std::string const& name = dice.pick(invented_names());
    if (!made.contains(name)) made[name] = more.is_object() ? value(more, place, dice) : some_value(dice);
  }
  return made;
}

Json SchemaValues::list(Json const& schema, std::string const& place, Dice& dice) const {
  Json made = Json::array();
  Json const items = schema.value("items", Json::object());
  for (std::size_t count = schema.value("minItems", std::size_t{0}) + dice.below(4); count > 0; --count)
    made.push_back(value(items, place, dice));
  return made;
}

Json SchemaValues::alternative(Json const& schemas, std::string const& place, Dice& dice) const {
  std::vector<Json> likely;
  for (Json const& schema : schemas)
    if (schema.value("type", "") != "null") likely.push_back(schema);
  if (likely.size() < schemas.size() && dice.one_in(12)) return nullptr;
  return value(dice.pick(likely), place, dice);
}

}  // namespace conformance::differential
