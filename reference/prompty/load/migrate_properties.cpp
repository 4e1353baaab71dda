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

void rename_property_members(Written& property, bool has_type) {
  for (version1::Renamed const& one : version1::property_members) {
    Entry* const old = layout::find(property, one.old_name);
    if (old == nullptr || (one.old_name == "type" && !has_type)) continue;
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

namespace {

std::string name_of_property(Entry const& property) {
  Entry const* const given_name = layout::find(property.value, "name");
  return given_name != nullptr ? text_of(given_name->value) : layout::name_of(property);
}

void rename_kind(Written& property, std::string_view member) {
  Entry* const kind = layout::find(property, member);
  if (kind == nullptr) return;
  std::string const written = text_of(kind->value);
  std::optional<std::string_view> const now = version1::kind_meant_by(written);
  if (now && *now != written) kind->value.text = std::string(*now);
}

/// `type: [string, "null"]` of a JSON Schema: a property has one kind.
void take_one_type(Draft& draft, Written& property, std::string const& name) {
  Entry* const type = layout::find(property, "type");
  if (type == nullptr || type->value.shape != Written::Shape::list) return;
  std::vector<std::string> types;
  for (Entry const& entry : type->value.entries) types.push_back(text_of(entry.value));
  std::erase(types, "null");
  if (types.size() != 1 || !type->value.is_flow) return;
  draft.note(type->offset, fmt::format("{} may be null, which a property cannot say", name),
             "say it in the description");
  type->value = layout::scalar(types.front());
}

/// One of the properties of a JSON Schema.
void migrate_schema_property(Draft& draft, Entry& property) {
  if (!is_mapping(property.value) || layout::find(property.value, "kind") != nullptr) {
    return migrate_property(draft, property);
  }
  std::string const name = name_of_property(property);
  take_one_type(draft, property.value, name);
  rename_kind(property.value, "type");
  Entry const* const type = layout::find(property.value, "type");
  // Of several types none is the kind.
  bool const has_kind = type != nullptr && version1::is_kind(text_of(type->value));
  rename_property_members(property.value, has_kind);
  leave_out_unknown_members(draft, property.value, name);
}

}  // namespace

void migrate_property(Draft& draft, Entry& property) {
  Written& members = property.value;
  Json const value = layout::value_of(members);
  bool const is_typed = version1::is_typed_property(value);
  rename_kind(members, is_typed ? "type" : "kind");
  if (is_typed || version1::is_property_of_today(value)) rename_property_members(members, is_typed);
  if (is_typed) leave_out_unknown_members(draft, members, name_of_property(property));
}

namespace {

/// The names in the member `required` of a schema.
std::vector<std::string> required_of(Written const& schema) {
  Entry const* const required = layout::find(schema, "required");
  std::vector<std::string> names;
  if (required == nullptr) return names;
  for (Entry const& entry : required->value.entries) names.push_back(text_of(entry.value));
  return names;
}

void add_required(Entry& property, std::vector<std::string> const& required) {
  bool const is_required = std::find(required.begin(), required.end(), layout::name_of(property)) != required.end();
  if (!is_required || !is_mapping(property.value) || layout::find(property.value, "required") != nullptr) return;
  append_to(property, layout::member("required", layout::scalar("true"), inner_column(property)));
}

}  // namespace

namespace {

/// Takes out what stands beside the properties of a schema, and returns the comments in it.
std::string take_rest_of_schema(Draft& draft, Written& schema, std::size_t column) {
  std::string comments;
  while (!schema.entries.empty()) {
    Entry const taken = layout::take_at(schema, 0);
    std::string const name = layout::name_of(taken);
    comments += layout::all_comments_of(taken, column);
    bool const is_clear = name == "type" || name == "strict" || name == "required" || is_said_by_kind(taken);
    if (is_clear) continue;
    draft.note(taken.offset, fmt::format("{} of this schema has no place in a list of properties", name),
               "say it in the description");
  }
  return comments;
}

}  // namespace

void lift_schema(Draft& draft, Entry& schema) {
  Written& members = schema.value;
  std::vector<std::string> const required = required_of(members);
  std::optional<Entry> properties = layout::take(members, "properties");
  std::string const comments = take_rest_of_schema(draft, members, schema.column + 2);
  if (!properties) {
    schema.value = layout::mapping(true);
    schema.between = ": ";
    if (!schema.after.ends_with('\n')) schema.after += "\n";
    return;
  }
  bool const was_flow = members.is_flow;
  layout::indent(*properties, schema.column);
  std::string const above = was_flow ? "" : properties->before;
  schema.value = std::move(properties->value);
  std::string beside;
  if (!was_flow) {
    beside = layout::all_comments_of({.between = schema.between, .value = {}}, schema.column + 2);
    schema.between = std::move(properties->between);
    schema.after = std::move(properties->after);
  }
  if (!schema.value.is_flow && !schema.value.entries.empty()) {
    std::string& before = schema.value.entries.front().before;
    before = beside + comments + above + before;
  }
  for (Entry& property : schema.value.entries) {
    migrate_schema_property(draft, property);
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
  for (std::string_view const name : {"inputs", "outputs"}) {
    Entry* const properties = layout::find(draft.root, name);
    if (properties == nullptr) continue;
    if (version1::is_schema_of_properties(layout::value_of(properties->value))) lift_schema(draft, *properties);
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

/// `question: string` beside a sample of that name says the kind.
void make_kind_of_word(Entry& input) {
  std::string const word = text_of(input.value);
  if (!version1::is_word_of_kind(word)) return;
  std::string const kind(version1::renamed(version1::kinds, word).value_or(word));
  input.value = layout::mapping(true);
  layout::append(input.value, layout::member("kind", layout::scalar(kind)), 0);
}

/// `default:` without a value is none.
void take_empty_default(Written& input) {
  Entry const* const fallback = layout::find(input, "default");
  if (fallback != nullptr && is_nothing(fallback->value)) remove_empty(input, index_of(input, *fallback));
}

/// A value that has to be said to be a default: it looks like a property, or like a kind.
void make_clear_default(Entry& value) {
  if (describes_property(layout::value_of(value.value))) return make_default(value, "object");
  if (version1::is_word_of_kind(text_of(value.value))) make_default(value, "string");
}

/// A value of `sample` becomes the default of the input of its name, or an input of its own.
void add_sample(Draft& draft, Entry& inputs, Entry sample) {
  std::string const name = layout::name_of(sample);
  Entry* const input = input_named(inputs.value, name);
  if (input == nullptr && is_mapping(inputs.value)) {
    make_clear_default(sample);
    return append_to(inputs, std::move(sample));
  }
  if (input == nullptr) {
    return draft.note(sample.offset, fmt::format("The list of inputs has none of the name {}", name),
                      "add it there, with this value as its default");
  }
  if (is_nothing(input->value)) {
    sample.key = input->key;
    sample.before = input->before;
    layout::indent(sample, input->column);
    *input = std::move(sample);
    return;
  }
  make_kind_of_word(*input);
  take_empty_default(input->value);
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
  if (is_nothing(sample->value)) {
    remove_empty(draft.root, index_of(draft.root, *sample));
    return;
  }
  if (sample->value.shape == Written::Shape::list) {
    return leave_out(draft, draft.root, index_of(draft.root, *sample),
                     "This sample is a list, not a value for each input",
                     "write the values of one of its entries as the defaults of the inputs");
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
    for (Entry& value : sample->value.entries) make_clear_default(value);
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

/// A tool of a service, such as `type: code_interpreter`, which has no name but its type.
void note_own_kind(Draft& draft, Entry& tool, std::string const& kind) {
  draft.note(tool.value.offset, fmt::format("A tool of the kind {} does what the program has registered for it", kind),
             "register a handler under its name, or take it out");
  if (layout::find(tool.value, "name") != nullptr) return;
  add_to(tool, 0, layout::member("name", layout::scalar(kind), inner_column(tool)));
}

/// A function of today whose parameters are in another form.
void mend_parameters(Draft& draft, Entry& tool) {
  Entry* const parameters = layout::find(tool.value, "parameters");
  if (parameters == nullptr) return;
  if (version1::is_schema_of_properties(layout::value_of(parameters->value))) return migrate_parameters(draft, tool);
  for (Entry& property : parameters->value.entries) migrate_property(draft, property);
}

void migrate_tool(Draft& draft, Entry& tool) {
  if (!is_mapping(tool.value)) return;
  Json const value = layout::value_of(tool.value);
  if (text_in(value, "kind") == "function") return mend_parameters(draft, tool);
  if (!version1::is_old_tool(value)) return;
  if (Entry* const type = layout::find(tool.value, "type")) rename(*type, "kind");
  lift_function(draft, tool);
  Entry* const id = layout::find(tool.value, "id");
  if (id != nullptr && layout::find(tool.value, "name") == nullptr) rename(*id, "name");
  if (layout::find(tool.value, "kind") == nullptr) {
    append_to(tool, layout::member("kind", layout::scalar("function"), inner_column(tool)));
  }
  std::string const kind = text_of(layout::find(tool.value, "kind")->value);
  if (kind == "function") return migrate_parameters(draft, tool);
  note_own_kind(draft, tool, kind);
}

}  // namespace

void migrate_tools(Draft& draft) {
  Entry* const tools = layout::find(draft.root, "tools");
  if (tools == nullptr) return;
  bool const is_elsewhere = tools->value.shape == Written::Shape::scalar && !is_nothing(tools->value);
  if (is_elsewhere && draft.is_old) {
    draft.note(tools->offset, std::string(tools_elsewhere), std::string(tools_by_hand));
  }
  if (tools->value.shape != Written::Shape::list) return;
  for (Entry& tool : tools->value.entries) migrate_tool(draft, tool);
}

}  // namespace prompty::migration
