#include <re2/re2.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/template_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::of_properties {
namespace {

using mutants::changed_agent;
using mutants::changed_all_properties;
using mutants::changed_frontmatter_tree;
using mutants::changed_load_reply;
using mutants::kind_of;
using mutants::lacks_required_member;
using mutants::LoadRequest;
using mutants::LoadText;
using mutants::member_at;
using mutants::required_of_connection;
using mutants::Rule;
using mutants::with_frontmatter;
using Predicate = std::function<bool(Json const& value)>;

Rule refused(Predicate predicate) {
  return mutants::refused_frontmatter("ValueError", std::move(predicate));
}

bool is_reference(Json const& value) {
  return value.is_string() && value.get<std::string>().find("${") != std::string::npos;
}

/// Strings that are no reference, which would say nothing of the value that comes in its place.
bool is_plain_string(Json const& value) {
  return value.is_string() && !is_reference(value);
}

bool some(Json const& entries, Predicate const& predicate) {
  return entries.is_structured() && std::any_of(entries.begin(), entries.end(), predicate);
}

bool has_null_at(Json const& object, std::vector<std::string> const& names) {
  return object.is_object() && std::any_of(names.begin(), names.end(), [&](std::string const& name) {
           return object.contains(name) && object[name].is_null();
         });
}

// A-011: YAML 1.1.

std::optional<std::int64_t> whole_number_of_1_1(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  bool const negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0b")) {
    base = text[1] == 'x' ? 16 : 2;
    text.erase(0, 2);
  } else if (text.size() > 1 && text.starts_with('0')) {
    base = 8;
  }
  if (text.size() > 15) return std::nullopt;
  std::int64_t const value = std::stoll(text, nullptr, base);
  return negative ? -value : value;
}

/// A plain scalar as older libraries read it; sexagesimal numbers and those that are none stay text.
Json typed_by_1_1(std::string const& scalar) {
  static RE2 const null("(~|null|Null|NULL)?");
  static RE2 const yes("yes|Yes|YES|true|True|TRUE|on|On|ON");
  static RE2 const no("no|No|NO|false|False|FALSE|off|Off|OFF");
  static RE2 const integer("[-+]?(0|[1-9][0-9_]*|0[0-7_]+|0x[0-9a-fA-F_]+|0b[01_]+)");
  static RE2 const number(R"([-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+][0-9]+)?)");
  if (RE2::FullMatch(scalar, null)) return nullptr;
  if (RE2::FullMatch(scalar, yes)) return true;
  if (RE2::FullMatch(scalar, no)) return false;
  if (RE2::FullMatch(scalar, integer)) {
    std::optional<std::int64_t> const value = whole_number_of_1_1(scalar);
    return value ? Json(*value) : Json(std::stod(scalar));
  }
  if (RE2::FullMatch(scalar, number)) {
    std::string digits = scalar;
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    return std::stod(digits);
  }
  return scalar;
}

bool has_own_tag(YAML::Node const& node) {
  std::string const& tag = node.Tag();
  if (!tag.empty() && tag != "?" && tag != "!") return true;
  if (!node.IsSequence() && !node.IsMap()) return false;
  return std::any_of(node.begin(), node.end(), [&](auto const& element) {
    return node.IsMap() ? has_own_tag(element.second) : has_own_tag(element);
  });
}

/// A mapping by YAML 1.1; nothing for what older libraries cannot read either, and for tags.
std::optional<Json> mapping_by_1_1(std::string const& yaml) {
  try {
    YAML::Node const node = YAML::Load(yaml);
    if (!node.IsMap() || has_own_tag(node)) return std::nullopt;
    return mutants::json_of(node, typed_by_1_1);
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

Rule read_by_yaml_1_1() {
  Rule const frontmatter = mutants::changed_file_text([](std::string const& text) {
    mutants::FileAnatomy const file = mutants::anatomy_of(text);
    if (file.opener.empty() || file.closer.empty()) return text;
    std::optional<Json> const read = mapping_by_1_1(file.inside);
    return read && read != mutants::frontmatter_of(text) ? with_frontmatter(text, *read) : text;
  });
  Rule const files = mutants::changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
    if (file.extension() != ".yaml" && file.extension() != ".yml") return bytes;
    std::optional<Json> const read = mapping_by_1_1(bytes);
    return read ? read->dump() : bytes;
  });
  return [frontmatter, files](std::string const& operation, Json const& params, AskReference const& reference) {
    return frontmatter(operation, params,
                       [&](std::string const& asked, Json const& about) { return files(asked, about, reference); });
  };
}

// A-013, A-014.

std::vector<std::string> const& names_at_the_top() {
  static std::vector<std::string> const names = {"name",   "displayName", "description", "metadata", "model",
                                                 "inputs", "outputs",     "template",    "tools"};
  return names;
}

void forget_unknown(Json& agent, Json const& frontmatter) {
  if (!agent.contains("metadata")) return;
  Json const& written = member(frontmatter, "metadata");
  if (is_reference(written)) return;
  std::vector<std::string> const& known = names_at_the_top();
  for (auto const& [name, value] : frontmatter.items()) {
    bool const is_known = std::find(known.begin(), known.end(), name) != known.end();
    if (!is_known && !(written.is_object() && written.contains(name))) agent["metadata"].erase(name);
  }
  if (agent["metadata"].empty()) agent.erase("metadata");
}

bool has_null_in_property(Json const& property) {
  return has_null_at(property, {"name", "kind", "description", "required", "enumValues"});
}

bool has_null_in_list(Json const& entries) {
  return some(entries, [](Json const& entry) { return entry.is_null() || has_null_in_property(entry); });
}

bool has_null_in_connection(Json const& connection) {
  return has_null_at(connection, {"kind", "endpoint", "apiKey", "name", "target", "authenticationMode"});
}

bool has_null_in_model(Json const& model) {
  static std::vector<std::string> const options = {"temperature",
                                                   "maxOutputTokens",
                                                   "topP",
                                                   "topK",
                                                   "frequencyPenalty",
                                                   "presencePenalty",
                                                   "seed",
                                                   "stopSequences",
                                                   "allowMultipleToolCalls",
                                                   "additionalProperties"};
  return has_null_at(model, {"id", "provider", "apiType", "connection", "options"}) ||
         has_null_at(member(model, "options"), options) || has_null_in_connection(member(model, "connection"));
}

bool has_null_in_tool(Json const& tool) {
  static std::vector<std::string> const fields = {
      "name", "kind",       "description", "bindings",     "parameters",   "strict",       "path",
      "mode", "connection", "serverName",  "approvalMode", "allowedTools", "specification"};
  return tool.is_null() || has_null_at(tool, fields) || has_null_in_connection(member(tool, "connection")) ||
         has_null_in_list(member(tool, "parameters"));
}

/// Null in place of a value whose type the tables name.
bool has_null_of_a_type(Json const& frontmatter) {
  Json const& chosen = member(frontmatter, "template");
  return has_null_at(frontmatter, names_at_the_top()) || has_null_in_model(member(frontmatter, "model")) ||
         has_null_in_list(member(frontmatter, "inputs")) || has_null_in_list(member(frontmatter, "outputs")) ||
         has_null_at(chosen, {"format", "parser"}) || has_null_at(member(chosen, "format"), {"kind"}) ||
         has_null_at(member(chosen, "parser"), {"kind"}) || some(member(frontmatter, "tools"), has_null_in_tool);
}

void default_null_inputs(Json& agent, Json const& frontmatter) {
  Json const& written = member(frontmatter, "inputs");
  if (!written.is_object() || !agent.contains("inputs")) return;
  for (Json& input : agent["inputs"]) {
    std::string const name = input.value("name", "");
    if (!written.contains(name) || !written[name].is_null()) continue;
    input.erase("kind");
    input["default"] = nullptr;
  }
}

// A-015 to A-020: the model.

/// Asks every operation that takes an agent with another model.
Rule other_model(std::function<void(Json& model)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!member_at(params, {"agent", "model"}).is_object()) return reference(operation, params);
    Json changed = params;
    change(changed["agent"]["model"]);
    return reference(operation, changed);
  };
}

bool is_unlisted(Json const& connection) {
  std::string const kind = kind_of(connection);
  return !kind.empty() && !is_reference(kind) && required_of_connection(kind).empty();
}

/// Whether the model or a tool has a connection that fits.
Predicate some_connection(Predicate predicate) {
  return [predicate = std::move(predicate)](Json const& frontmatter) {
    return predicate(member_at(frontmatter, {"model", "connection"})) ||
           some(member(frontmatter, "tools"), [&](Json const& tool) { return predicate(member(tool, "connection")); });
  };
}

struct Range {
  std::string name;
  int least;
  int most;
};

std::vector<Range> const& ranges() {
  static std::vector<Range> const told = {
      {"temperature", 0, 2}, {"frequencyPenalty", -2, 2}, {"presencePenalty", -2, 2}};
  return told;
}

bool is_out_of_range(Json const& frontmatter) {
  return std::any_of(ranges().begin(), ranges().end(), [&](Range const& range) {
    Json const& value = member_at(frontmatter, {"model", "options", range.name});
    return value.is_number() && (value.get<double>() < range.least || value.get<double>() > range.most);
  });
}

void clamp_options(Json& agent, Json const&) {
  for (Range const& range : ranges()) {
    Json const value = member_at(agent, {"model", "options", range.name});
    if (!value.is_number()) continue;
    if (value.get<double>() < range.least) agent["model"]["options"][range.name] = range.least;
    if (value.get<double>() > range.most) agent["model"]["options"][range.name] = range.most;
  }
}

// A-023, A-024, A-220: what a property is.

bool has_known_field(Json const& source) {
  static std::vector<std::string> const names = {"kind", "description", "required", "default", "example", "enumValues"};
  return std::any_of(names.begin(), names.end(), [&](std::string const& name) { return source.contains(name); });
}

/// A mapping that describes a property by our reading: with a known field, or with none at all.
bool is_property(Json const& source) {
  return source.is_object() && (source.empty() || has_known_field(source));
}

bool lacks_kind(Json const& source) {
  return source.is_object() && member(source, "kind").is_null();
}

/// Changes every entry of inputs, outputs and parameters that is written in mapping form.
Rule changed_mapping_entries(std::function<void(Json& entry)> change) {
  return changed_frontmatter_tree([change = std::move(change)](Json& frontmatter) {
    auto const change_all = [&](Json& holder, std::string const& list) {
      if (!member(holder, list).is_object()) return;
      for (Json& entry : holder[list]) change(entry);
    };
    change_all(frontmatter, "inputs");
    change_all(frontmatter, "outputs");
    if (!member(frontmatter, "tools").is_array()) return;
    for (Json& tool : frontmatter["tools"]) change_all(tool, "parameters");
  });
}

/// Whether a property of inputs, outputs or parameters fits, given also whether it stands in a mapping.
bool some_property(Json const& frontmatter, std::function<bool(Json const& source, bool in_mapping)> const& predicate) {
  auto const fits = [&](Json const& list) {
    return some(list, [&](Json const& source) { return predicate(source, list.is_object()); });
  };
  return fits(member(frontmatter, "inputs")) || fits(member(frontmatter, "outputs")) ||
         some(member(frontmatter, "tools"), [&](Json const& tool) { return fits(member(tool, "parameters")); });
}

bool is_whole(Json const& value) {
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

// A-028: entries without a name of their own.

/// Changes each list of inputs, outputs and parameters.
void for_each_list(Json& holder, std::function<void(Json& list)> const& change) {
  auto const change_list = [&](Json& owner, std::string const& name) {
    if (member(owner, name).is_array()) change(owner[name]);
  };
  change_list(holder, "inputs");
  change_list(holder, "outputs");
  if (!member(holder, "tools").is_array()) return;
  for (Json& tool : holder["tools"]) change_list(tool, "parameters");
}

void skip_nameless(Json& list) {
  Json kept = Json::array();
  for (Json const& entry : list) {
    if (!mutants::text_member(entry, "name").empty()) kept.push_back(entry);
  }
  list = kept;
}

// A-142, A-207, A-210, A-414.

void examples_as_defaults(Json& agent, Json const&) {
  if (!member(agent, "inputs").is_array()) return;
  for (Json& input : agent["inputs"]) {
    if (input.contains("example") && !input.contains("default")) input["default"] = input["example"];
  }
}

void show_empty(Json& object, std::vector<std::string> const& lists, std::vector<std::string> const& mappings) {
  for (std::string const& name : lists) {
    if (!object.contains(name)) object[name] = Json::array();
  }
  for (std::string const& name : mappings) {
    if (!object.contains(name)) object[name] = Json::object();
  }
}

void show_empty_in_properties(Json& owner, std::string const& list) {
  if (!member(owner, list).is_array()) return;
  for (Json& property : owner[list]) show_empty(property, {"enumValues"}, {});
}

void show_everything_empty(Json& agent, Json const&) {
  show_empty(agent, {"inputs", "outputs", "tools"}, {"metadata"});
  show_empty_in_properties(agent, "inputs");
  show_empty_in_properties(agent, "outputs");
  if (agent.contains("model")) {
    show_empty(agent["model"], {}, {"options"});
    show_empty(agent["model"]["options"], {"stopSequences"}, {"additionalProperties"});
  }
  for (Json& tool : agent["tools"]) {
    show_empty(tool, {}, {"bindings"});
    if (kind_of(tool) == "function") show_empty(tool, {"parameters"}, {});
    if (kind_of(tool) == "mcp") show_empty(tool, {"allowedTools"}, {});
    if (member(tool, "type") == "CustomTool") show_empty(tool, {}, {"options"});
    show_empty_in_properties(tool, "parameters");
  }
}

void hide_defaults(Json& agent, Json const& frontmatter) {
  Json const& stated = member(frontmatter, "template");
  if (stated.is_null()) agent.erase("template");
  for (char const* const half : {"format", "parser"}) {
    bool const is_named = stated.is_object() ? !member(stated, half).is_null() : std::string_view(half) == "format";
    if (agent.contains("template") && !is_named) agent["template"].erase(half);
  }
  if (agent.contains("model") && member_at(frontmatter, {"model", "apiType"}).is_null())
    agent["model"].erase("apiType");
}

void show_unknown_fields(Json& connection, Json const& source) {
  if (!connection.is_object() || !source.is_object()) return;
  for (auto const& [name, value] : source.items()) {
    if (!connection.contains(name) && !value.is_null() && !is_reference(value)) connection[name] = value;
  }
}

void show_unknown_fields_of_connections(Json& agent, Json const& frontmatter) {
  if (agent.contains("model") && agent["model"].contains("connection"))
    show_unknown_fields(agent["model"]["connection"], member_at(frontmatter, {"model", "connection"}));
  if (!agent.contains("tools") || !member(frontmatter, "tools").is_array()) return;
  for (Json& tool : agent["tools"]) {
    for (Json const& source : frontmatter["tools"]) {
      if (tool.contains("connection") && member(source, "name") == member(tool, "name"))
        show_unknown_fields(tool["connection"], member(source, "connection"));
    }
  }
}

std::vector<ReadingRule> rules_about_values() {
  return {
      {.decision = "A-011", .reading = "yaml-1-1", .answer = read_by_yaml_1_1()},
      {.decision = "A-013", .reading = "ignored", .answer = changed_agent(forget_unknown)},
      {.decision = "A-014", .reading = "type-error", .answer = refused(has_null_of_a_type)},
      {.decision = "A-014", .reading = "null-default", .answer = changed_agent(default_null_inputs)},
      {.decision = "A-015",
       .reading = "must-exist",
       .unobservable = "the reference serves azure as well, and the reading open-list permits that"},
      {.decision = "A-015",
       .reading = "foundry-alias",
       .unobservable = "open-list leaves to the runtime what azure means, which may be what foundry means"},
      {.decision = "A-016", .reading = "at-load", .answer = refused(some_connection(lacks_required_member))},
      {.decision = "A-017", .reading = "at-load", .answer = refused(some_connection(is_unlisted))},
      {.decision = "A-018",
       .reading = "as-chat",
       .answer = other_model([](Json& model) {
         static std::set<std::string> const listed = {"chat", "embedding", "image", "responses"};
         if (member(model, "apiType").is_string() && !listed.contains(model["apiType"].get<std::string>()))
           model["apiType"] = "chat";
       })},
      {.decision = "A-020", .reading = "refused", .answer = refused(is_out_of_range)},
      {.decision = "A-020", .reading = "clamped", .answer = changed_agent(clamp_options)},
  };
}

/// A-220: both what an entry's default says of its kind and what a template prints.
Reply numbers_by_value(std::string const& operation, Json const& params, AskReference const& reference) {
  static Rule const printed = mutants::in_output(R"(\b(\d+)\.0\b)", R"(\1)");
  static Rule const inferred = changed_all_properties([](Json& property, Json const& source) {
    bool const is_inferred = !source.is_object() || !is_property(source) || lacks_kind(source);
    if (is_inferred && member(property, "kind") == "float" && is_whole(member(property, "default")))
      property["kind"] = "integer";
  });
  return printed(operation, params,
                 [&](std::string const& asked, Json const& with) { return inferred(asked, with, reference); });
}

std::vector<ReadingRule> rules_about_properties() {
  return {
      {.decision = "A-023", .reading = "by-kind", .answer = changed_mapping_entries([](Json& entry) {
                                                    if (lacks_kind(entry))
                                                      entry = {{"kind", "object"}, {"default", Json(entry)}};
                                                  })},
      {.decision = "A-023", .reading = "always-property", .answer = changed_mapping_entries([](Json& entry) {
                                                            if (entry.is_object() && !is_property(entry))
                                                              entry = Json::object();
                                                          })},
      {.decision = "A-023", .reading = "refused", .answer = refused([](Json const& frontmatter) {
                                                    return some_property(frontmatter, [](Json const& source,
                                                                                         bool in_mapping) {
                                                      return in_mapping && is_property(source) && lacks_kind(source);
                                                    });
                                                  })},
      {.decision = "A-024", .reading = "refused", .answer = refused([](Json const& frontmatter) {
                                                    return some_property(frontmatter, [](Json const& source,
                                                                                         bool in_mapping) {
                                                      return lacks_kind(source) && (!in_mapping || is_property(source));
                                                    });
                                                  })},
      {.decision = "A-024",
       .reading = "unset",
       .answer = changed_all_properties([](Json& property, Json const& source) {
         bool const describes = source.contains("name") || is_property(source);
         // As a default in short form (A-023 by-kind) the mapping says no kind either, and one is inferred.
         if (lacks_kind(source) && describes && member(property, "default") != source) property.erase("kind");
       })},
      {.decision = "A-028", .reading = "skipped", .answer = changed_frontmatter_tree([](Json& frontmatter) {
                                                    for_each_list(frontmatter, skip_nameless);
                                                    for_each_list(frontmatter, mutants::keep_first_of_each_name);
                                                  })},
      {.decision = "A-028", .reading = "kept", .answer = mutants::loaded_with_same_names(for_each_list)},
      {.decision = "A-028", .reading = "last-wins", .answer = changed_frontmatter_tree([](Json& frontmatter) {
                                                      for_each_list(frontmatter, skip_nameless);
                                                      for_each_list(frontmatter, mutants::keep_last_of_each_name);
                                                    })},
      {.decision = "A-030", .reading = "type-error", .answer = refused([](Json const& frontmatter) {
                                                       Json const& chosen = member(frontmatter, "template");
                                                       return is_plain_string(member(chosen, "format")) ||
                                                              is_plain_string(member(chosen, "parser"));
                                                     })},
      {.decision = "A-142", .reading = "fallback", .answer = mutants::changed_before_inputs(examples_as_defaults)},
      {.decision = "A-207", .reading = "empty", .answer = changed_agent(show_everything_empty)},
      {.decision = "A-414", .reading = "when-used", .answer = mutants::changed_agent(hide_defaults)},
      {.decision = "A-210", .reading = "kept", .answer = changed_agent(show_unknown_fields_of_connections)},
      {.decision = "A-220", .reading = "by-value", .answer = numbers_by_value},
  };
}

}  // namespace
}  // namespace conformance::readings::of_properties

namespace conformance::readings {

std::vector<ReadingRule> properties() {
  return joined(of_properties::rules_about_values(), of_properties::rules_about_properties());
}

}  // namespace conformance::readings
