#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prompty/load/migrate_draft.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::migration {
namespace {

namespace layout = yaml::layout;

bool is_property_member(std::string_view name) {
  std::array<std::string_view, 6> const& names = version1::property_names;
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What JSON Schema says of a value that a kind says as well.
bool is_said_by_kind(Entry const& entry) {
  std::string const name = layout::name_of(entry);
  return name == "additionalProperties" && text_of(entry.value) == "false";
}

void rename_property_members(Written& property) {
  for (version1::Renamed const& one : version1::property_members) {
    Entry* const old = layout::find(property, one.old_name);
    if (old == nullptr) continue;
    bool const is_free = layout::find(property, one.new_name) == nullptr;
    if (is_free) rename(*old, one.new_name);
    if (!is_free && one.old_name == "sample" && layout::find(property, "example") == nullptr) rename(*old, "example");
  }
}

void leave_out_unknown_members(Draft& draft, Written& property, std::string const& name) {
  for (std::size_t index = 0; index < property.entries.size();) {
    Entry const& entry = property.entries[index];
    if (layout::name_of(entry) == "name" || is_property_member(layout::name_of(entry))) {
      ++index;
    } else if (is_said_by_kind(entry)) {
      static_cast<void>(layout::take_at(property, index));
    } else {
      leave_out(draft, property, index,
                fmt::format("{} of {} has no place in a property", layout::name_of(entry), name),
                "say it in the description");
    }
  }
}

}  // namespace

void make_default(Entry& value, std::string_view kind) {
  bool const is_flow = value.value.is_flow || value.value.shape == Written::Shape::scalar;
  Entry member{.offset = value.offset,
               .column = value.column,
               .key = "default",
               .between = std::move(value.between),
               .value = std::move(value.value),
               .after = std::move(value.after)};
  value.value = layout::mapping(is_flow);
  value.between = is_flow ? ": " : ":\n";
  value.after = is_flow ? std::exchange(member.after, "") : "";
  append_to(value, layout::member("kind", layout::scalar(std::string(kind)), value.column + 2));
  append_to(value, std::move(member));
}

void migrate_property(Draft& draft, Entry& property) {
  Written& members = property.value;
  bool const is_typed = version1::is_typed_property(layout::value_of(members));
  Entry* const kind = layout::find(members, is_typed ? "type" : "kind");
  if (kind != nullptr) {
    std::optional<std::string_view> const now = version1::renamed(version1::kinds, text_of(kind->value));
    if (now) kind->value.text = std::string(*now);
  }
  if (!is_typed) return;
  Entry const* const given_name = layout::find(members, "name");
  std::string const name = given_name != nullptr ? text_of(given_name->value) : layout::name_of(property);
  rename_property_members(members);
  leave_out_unknown_members(draft, members, name);
}

namespace {

/// The names in the member `required` of a schema, which is taken out.
std::vector<std::string> take_required(Written& schema) {
  std::optional<Entry> const taken = layout::take(schema, "required");
  std::vector<std::string> names;
  if (!taken) return names;
  for (Entry const& entry : taken->value.entries) names.push_back(text_of(entry.value));
  return names;
}

void add_required(Entry& property, std::vector<std::string> const& required) {
  bool const is_required = std::find(required.begin(), required.end(), layout::name_of(property)) != required.end();
  if (!is_required || !is_mapping(property.value) || layout::find(property.value, "required") != nullptr) return;
  append_to(property, layout::member("required", layout::scalar("true"), inner_column(property)));
}

}  // namespace

void lift_schema(Draft& draft, Entry& schema) {
  Written& members = schema.value;
  std::vector<std::string> const required = take_required(members);
  std::optional<Entry> properties = layout::take(members, "properties");
  for (std::size_t index = 0; index < members.entries.size();) {
    Entry const& entry = members.entries[index];
    std::string const name = layout::name_of(entry);
    bool const is_clear = name == "type" || name == "strict" || is_said_by_kind(entry);
    if (is_clear) {
      static_cast<void>(layout::take_at(members, index));
    } else {
      draft.note(entry.offset, fmt::format("{} of this schema has no place in a list of properties", name),
                 "say it in the description");
      static_cast<void>(layout::take_at(members, index));
    }
  }
  if (!properties) {
    schema.value = layout::mapping(true);
    schema.between = ": ";
    if (!schema.after.ends_with('\n')) schema.after += "\n";
    return;
  }
  bool const was_flow = members.is_flow;
  layout::indent(*properties, schema.column);
  schema.value = std::move(properties->value);
  if (!was_flow) {
    schema.between = std::move(properties->between);
    schema.after = std::move(properties->after);
  }
  for (Entry& property : schema.value.entries) {
    migrate_property(draft, property);
    add_required(property, required);
  }
}

void migrate_schemas(Draft& draft) {
  constexpr std::array schemas = {version1::Renamed{"inputSchema", "inputs"},
                                  version1::Renamed{"outputSchema", "outputs"}};
  for (version1::Renamed const& one : schemas) {
    Entry* const schema = layout::find(draft.root, one.old_name);
    if (schema == nullptr) continue;
    if (layout::find(draft.root, one.new_name) != nullptr || schema->value.shape == Written::Shape::alias) {
      leave_out(draft, draft.root, index_of(draft.root, *schema),
                fmt::format("{} stands beside {}", one.old_name, one.new_name), "put its properties there");
      continue;
    }
    if (is_mapping(schema->value) && layout::find(schema->value, "properties") != nullptr) lift_schema(draft, *schema);
    rename(*schema, one.new_name);
  }
}

void migrate_properties(Draft& draft) {
  for (std::string_view const name : {"inputs", "outputs"}) {
    Entry* const properties = layout::find(draft.root, name);
    if (properties == nullptr) continue;
    for (Entry& property : properties->value.entries) migrate_property(draft, property);
  }
}

namespace {

bool describes_property(Json const& value) {
  if (!value.is_object()) return false;
  return value.empty() ||
         std::ranges::any_of(value.items(), [](auto const& member) { return is_property_member(member.key()); });
}

Entry* input_named(Written& inputs, std::string const& name) {
  if (inputs.shape == Written::Shape::mapping) return layout::find(inputs, name);
  for (Entry& entry : inputs.entries) {
    Entry const* const given = layout::find(entry.value, "name");
    if (given != nullptr && text_of(given->value) == name) return &entry;
  }
  return nullptr;
}

/// A value of `sample` becomes the default of the input of its name, or an input of its own.
void add_sample(Draft& draft, Entry& inputs, Entry sample) {
  std::string const name = layout::name_of(sample);
  Entry* const input = input_named(inputs.value, name);
  if (input == nullptr && is_mapping(inputs.value)) {
    if (describes_property(layout::value_of(sample.value))) make_default(sample, "object");
    return append_to(inputs, std::move(sample));
  }
  if (input == nullptr) {
    return draft.note(sample.offset, fmt::format("The list of inputs has none of the name {}", name),
                      "add it there, with this value as its default");
  }
  bool const is_nothing = input->value.shape == Written::Shape::scalar && layout::value_of(input->value).is_null();
  if (is_nothing) {
    sample.key = input->key;
    sample.before = input->before;
    layout::indent(sample, input->column);
    *input = std::move(sample);
    return;
  }
  std::string_view const place = is_mapping(input->value) && layout::find(input->value, "default") == nullptr &&
                                         layout::find(input->value, "sample") == nullptr
                                     ? "default"
                                     : "example";
  if (!is_mapping(input->value) || layout::find(input->value, place) != nullptr) {
    return draft.note(sample.offset, fmt::format("The input {} has a default of its own", name),
                      "this sample is left out; the default counts");
  }
  rename(sample, place);
  append_to(*input, std::move(sample));
}

/// `sample` names a file, or is one.
void migrate_sample_file(Draft& draft, Entry& sample) {
  std::string const written = text_of(sample.value);
  bool const is_reference = written.starts_with("${file:");
  bool const names_file = written.ends_with(".json") || written.ends_with(".yaml") || written.ends_with(".yml");
  bool const is_free = layout::find(draft.root, "inputs") == nullptr;
  if (!is_free || (!is_reference && !names_file)) {
    return leave_out(draft, draft.root, index_of(draft.root, sample), "The values of this sample are not in this file",
                     "write each as the default of its input, or run the prompt with --inputs FILE");
  }
  if (!is_reference) sample.value.text = fmt::format("${{file:{}}}", written);
  rename(sample, "inputs");
}

}  // namespace

void migrate_samples(Draft& draft) {
  Entry* sample = layout::find(draft.root, "sample");
  if (sample == nullptr) return;
  bool const is_nothing = sample->value.shape == Written::Shape::scalar && sample->value.text.empty();
  if (is_nothing) {
    remove_empty(draft.root, index_of(draft.root, *sample));
    return;
  }
  if (!is_mapping(sample->value)) return migrate_sample_file(draft, *sample);
  Entry const* const inputs = layout::find(draft.root, "inputs");
  bool const has_inputs = inputs != nullptr && (!inputs->value.entries.empty());
  if (inputs != nullptr && !has_inputs && inputs->value.shape != Written::Shape::alias && inputs->value.text.empty()) {
    remove_empty(draft.root, index_of(draft.root, *inputs));
  } else if (inputs != nullptr && !has_inputs) {
    return leave_out(draft, draft.root, index_of(draft.root, *sample), "The inputs of this file are not in it",
                     "write each value as the default of its input");
  }
  if (!has_inputs) {
    sample = layout::find(draft.root, "sample");
    rename(*sample, "inputs");
    for (Entry& value : sample->value.entries) {
      if (describes_property(layout::value_of(value.value))) make_default(value, "object");
    }
    return;
  }
  std::size_t const index = index_of(draft.root, *sample);
  Entry taken = layout::take_at(draft.root, index);
  if (!taken.before.empty() && !draft.root.is_flow && index < draft.root.entries.size()) {
    draft.root.entries[index].before = taken.before + draft.root.entries[index].before;
  }
  Entry& target = *layout::find(draft.root, "inputs");
  while (!taken.value.entries.empty()) add_sample(draft, target, layout::take_at(taken.value, 0));
}

namespace {

/// The members of `function` stand in its place.
void lift_function(Draft& draft, Entry& tool) {
  Entry const* const function = layout::find(tool.value, "function");
  if (function == nullptr || !is_mapping(function->value)) return;
  std::size_t index = index_of(tool.value, *function);
  Entry taken = layout::take_at(tool.value, index);
  std::size_t const column =
      tool.value.is_flow || tool.value.entries.empty() ? taken.column : tool.value.entries.front().column;
  while (!taken.value.entries.empty()) {
    Entry member = layout::take_at(taken.value, 0);
    if (layout::find(tool.value, layout::name_of(member)) != nullptr) {
      draft.note(member.offset, fmt::format("The tool has a member {} of its own", layout::name_of(member)),
                 "this one is left out");
      continue;
    }
    layout::insert(tool.value, index++, std::move(member), column);
  }
}

/// `city: {…}` becomes `- name: city …`, for a list of properties (§2.9).
Entry as_element(Entry property) {
  std::string const name = property.key;
  Entry element{.offset = property.offset,
                .column = property.column,
                .before = std::move(property.before),
                .between = "- ",
                .value = std::move(property.value),
                .after = std::move(property.after)};
  if (!is_mapping(element.value)) {
    bool const is_nothing = element.value.text.empty();
    Entry value{.key = "default", .between = ": ", .value = std::move(element.value)};
    element.value = layout::mapping(true);
    layout::append(element.value, layout::member("name", layout::scalar(name)), 0);
    if (!is_nothing) layout::append(element.value, std::move(value), 0);
    return element;
  }
  if (element.value.is_flow) {
    layout::insert(element.value, 0, layout::member("name", layout::scalar(name)), 0);
    return element;
  }
  std::string const rest = property.between.substr(property.between.find(':') + 1);
  for (Entry& member : element.value.entries) layout::indent(member, element.column + 2);
  Entry named = layout::member("name", layout::scalar(name), element.column + 2);
  named.after = rest.find('\n') == std::string::npos ? "\n" : rest;
  element.value.entries.insert(element.value.entries.begin(), std::move(named));
  element.value.is_compact = true;
  return element;
}

void make_named_list(Entry& parameters) {
  Written& properties = parameters.value;
  if (!is_mapping(properties)) return;
  bool const is_flow = properties.is_flow;
  for (Entry& property : properties.entries) {
    if (is_flow) {
      std::string const before = property.before;
      std::string const after = property.after;
      property = as_element(std::move(property));
      property.before = before;
      property.after = after;
      property.between = "";
    } else {
      property = as_element(std::move(property));
    }
  }
  properties.shape = Written::Shape::list;
  if (!is_flow) return;
  properties.opening = "[";
  properties.closing.back() = ']';
}

void migrate_parameters(Draft& draft, Entry& tool) {
  Entry* const parameters = layout::find(tool.value, "parameters");
  if (parameters == nullptr) return;
  if (!is_mapping(parameters->value)) {
    if (parameters->value.shape == Written::Shape::list) {
      for (Entry& property : parameters->value.entries) migrate_property(draft, property);
      return;
    }
    return leave_out(draft, tool.value, index_of(tool.value, *parameters), "The parameters of this tool are not here",
                     "write each as an element of the list parameters: name, kind, description, required");
  }
  bool const is_schema = layout::find(parameters->value, "properties") != nullptr ||
                         text_in(layout::value_of(parameters->value), "type") == "object";
  if (is_schema) {
    lift_schema(draft, *parameters);
  } else {
    for (Entry& property : parameters->value.entries) migrate_property(draft, property);
  }
  if (parameters->value.entries.empty()) {
    static_cast<void>(layout::take(tool.value, "parameters"));
    return;
  }
  make_named_list(*parameters);
}

void migrate_tool(Draft& draft, Entry& tool) {
  if (!version1::is_old_tool(layout::value_of(tool.value))) return;
  if (Entry* const type = layout::find(tool.value, "type")) rename(*type, "kind");
  lift_function(draft, tool);
  Entry* const id = layout::find(tool.value, "id");
  if (id != nullptr && layout::find(tool.value, "name") == nullptr) rename(*id, "name");
  if (layout::find(tool.value, "kind") == nullptr) {
    append_to(tool, layout::member("kind", layout::scalar("function"), inner_column(tool)));
  }
  Entry const* const kind = layout::find(tool.value, "kind");
  if (text_of(kind->value) == "function") migrate_parameters(draft, tool);
}

}  // namespace

void migrate_tools(Draft& draft) {
  Entry* const tools = layout::find(draft.root, "tools");
  if (tools == nullptr || tools->value.shape != Written::Shape::list) return;
  for (Entry& tool : tools->value.entries) migrate_tool(draft, tool);
}

}  // namespace prompty::migration
