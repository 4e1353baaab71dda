#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prompty/load/migrate_draft.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::migration {
namespace {

namespace layout = yaml::layout;

constexpr std::string_view by_hand = "write its members out, and migrate the file then";

template <std::size_t size>
void rename_value(Written& value, std::array<version1::Renamed, size> const& names) {
  if (value.shape != Written::Shape::scalar) return;
  if (std::optional<std::string_view> const now = version1::renamed(names, text_of(value))) {
    value.text = std::string(*now);
  }
}

/// Gives the members their names of today. One whose name is taken already is left out.
template <std::size_t size>
void rename_members(Draft& draft, Written& mapping, std::string const& path,
                    std::array<version1::Renamed, size> const& names) {
  for (std::size_t index = 0; index < mapping.entries.size();) {
    std::string const name = layout::name_of(mapping.entries[index]);
    std::optional<std::string_view> const now = version1::renamed(names, name);
    if (now && layout::find(mapping, *now) != nullptr) {
      leave_out(draft, mapping, index, fmt::format("{}.{} stands beside {}", path, name, *now),
                fmt::format("{} counts; take one of them out", *now));
      continue;
    }
    if (now) rename(mapping.entries[index], *now);
    ++index;
  }
}

// The connection

/// Members of a configuration that have no place in a connection, and what to do about each.
void leave_out_of_connection(Draft& draft, Written& connection) {
  constexpr std::array<std::string_view, 3> known = {"kind", "endpoint", "apiKey"};
  for (std::size_t index = 0; index < connection.entries.size();) {
    std::string const name = layout::name_of(connection.entries[index]);
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      ++index;
      continue;
    }
    std::string const hint = name == "api_version"
                                 ? "write it behind the endpoint, as ?api-version=…, if the provider needs this one"
                                 : "the connection has no member for it";
    leave_out(draft, connection, index, fmt::format("model.configuration.{} has no place in a connection", name), hint);
  }
}

std::string_view own_endpoint_of(std::string const& provider) {
  if (provider == "openai") return "https://api.openai.com/v1";
  return provider == "anthropic" ? "https://api.anthropic.com" : "";
}

/// The kind that fits what the connection has. With a key it needs an endpoint, too (§2.5).
void add_kind(Draft& draft, Entry& connection, std::string const& provider) {
  Written& members = connection.value;
  if (layout::find(members, "kind") != nullptr) return;
  bool const has_key = layout::find(members, "apiKey") != nullptr;
  bool const has_endpoint = layout::find(members, "endpoint") != nullptr;
  bool const is_azure = provider == "foundry";
  std::string_view const own_endpoint = own_endpoint_of(provider);
  std::string_view const keyless = is_azure ? "foundry" : "anonymous";
  if (!has_endpoint && !own_endpoint.empty()) {
    add_to(connection, 0,
           layout::member("endpoint", layout::scalar(std::string(own_endpoint)), inner_column(connection)));
  }
  if (!has_endpoint && own_endpoint.empty()) {
    draft.note(connection.offset, "The connection has a key and no endpoint; version 1 took that from the environment",
               "write model.connection.endpoint, for example as ${env:AZURE_OPENAI_ENDPOINT}");
  }
  if (!has_key && !is_azure) {
    draft.note(connection.offset, "The connection has no key; version 1 took one from the environment",
               "write kind: key and apiKey: ${env:OPENAI_API_KEY} if the server wants one");
  }
  add_to(connection, 0,
         layout::member("kind", layout::scalar(std::string(has_key ? "key" : keyless)), inner_column(connection)));
}

/// Moves a member of the configuration to the model, in front of the configuration.
void move_to_model(Draft& draft, Entry& model, std::string const& owner, std::string_view name) {
  Written& connection = layout::find(model.value, owner)->value;
  Entry* const member = layout::find(connection, name);
  if (member == nullptr) return;
  if (layout::find(model.value, name) != nullptr) {
    leave_out(draft, connection, index_of(connection, *member),
              fmt::format("model.{}: the model has a member {} already", owner, name),
              fmt::format("model.{} counts", name));
    return;
  }
  Entry moved = *layout::take(connection, name);
  Entry& configuration = *layout::find(model.value, owner);
  std::size_t const index = index_of(model.value, configuration);
  // What stands above the configuration stands above all that comes out of it.
  if (!model.value.is_flow) moved.before = std::exchange(configuration.before, "") + moved.before;
  add_to(model, index, std::move(moved));
}

std::string provider_of(Draft& draft, Entry& model) {
  Entry* const provider = layout::find(model.value, "provider");
  if (provider == nullptr) return "";
  std::string const written = text_of(provider->value);
  rename_value(provider->value, version1::providers);
  if (written.find("serverless") != std::string::npos || written == "azure_inference") {
    draft.note(provider->offset, fmt::format("The requests of {} are those of the provider openai", written),
               "the endpoint is what stands before /chat/completions");
  }
  return text_of(provider->value);
}

/// `owner` is "configuration", or "connection" of a file that was migrated in part.
void migrate_connection(Draft& draft, Entry& model, std::string const& owner) {
  Entry* connection = layout::find(model.value, owner);
  if (connection == nullptr) return;
  if (!is_mapping(connection->value)) {
    if (owner == "configuration") {
      draft.note(connection->offset, "model.configuration is no mapping of its own here", std::string(by_hand));
    }
    return;
  }
  if (owner == "connection" && layout::find(connection->value, "kind") != nullptr) return;
  std::string const path = "model." + owner;
  rename_members(draft, connection->value, path, version1::connection_members);
  move_to_model(draft, model, owner, "provider");
  move_to_model(draft, model, owner, "id");
  std::string const provider = provider_of(draft, model);
  connection = layout::find(model.value, owner);
  leave_out_of_connection(draft, connection->value);
  if (connection->value.entries.empty()) {
    draft.note(connection->offset, "The model has no connection; version 1 took endpoint and key from the environment",
               "write model.connection, or give --endpoint and --api-key");
    return remove_empty(model.value, index_of(model.value, *connection));
  }
  rename(*connection, "connection");
  add_kind(draft, *connection, provider);
}

// The options

/// A number that is written in quotes, which version 1 sent as it is and servers read as a number.
void take_quotes_from_number(Written& value) {
  Json const text = layout::value_of(value);
  if (value.shape != Written::Shape::scalar || !text.is_string()) return;
  std::string const& number = text.get_ref<std::string const&>();
  if (layout::value_of(layout::scalar(number)).is_number()) value.text = number;
}

/// One text becomes a list of it.
void make_stop_list(Entry& stop) {
  Written& value = stop.value;
  if (value.shape != Written::Shape::scalar || value.text.empty() || layout::value_of(value).is_null()) return;
  bool const is_simple = value.text.starts_with('"') || value.text.starts_with('\'') ||
                         value.text.find_first_of(",[]{}|>\n") == std::string::npos;
  if (is_simple) {
    Written list{.shape = Written::Shape::list, .is_flow = true, .offset = value.offset, .opening = "[", .entries = {}};
    list.entries.push_back({.offset = value.offset, .value = value});
    list.closing = "]";
    value = std::move(list);
    return;
  }
  Entry element{.offset = value.offset, .column = stop.column, .between = "- ", .value = value, .after = stop.after};
  layout::indent(element, stop.column + 2);
  value = Written{.shape = Written::Shape::list, .offset = element.offset, .entries = {std::move(element)}};
  stop.between = ":\n";
  stop.after = "";
}

/// The JSON Schema of a response format, where its properties can be said by `outputs`: without anything nested.
bool is_flat_schema(Json const& schema) {
  Json const& properties = member_of(schema, "properties");
  if (text_in(schema, "type") != "object" || !properties.is_object() || properties.empty()) return false;
  auto const is_flat = [](Json const& property) {
    std::string const type = text_in(property, "type");
    bool const is_simple = type == "string" || type == "integer" || type == "number" || type == "boolean";
    return is_simple && std::ranges::all_of(property.items(), [](auto const& member) {
             return member.key() == "type" || member.key() == "description" || member.key() == "enum";
           });
  };
  return std::ranges::all_of(properties, is_flat) && list_in(schema, "required").size() == properties.size();
}

/// A response format with a schema becomes `outputs`. Returns whether it did.
bool move_to_outputs(Draft& draft, Written& options, std::size_t index) {
  Entry& format = options.entries[index];
  Json const value = layout::value_of(format.value);
  bool const has_schema = text_in(value, "type") == "json_schema";
  if (!has_schema) return false;
  Json const& described = member_of(value, "json_schema");
  bool const is_free = layout::find(draft.root, "outputs") == nullptr;
  Entry* const wrapper = layout::find(format.value, "json_schema");
  Entry* const schema = wrapper == nullptr ? nullptr : layout::find(wrapper->value, "schema");
  if (!is_free || schema == nullptr || !is_flat_schema(member_of(described, "schema"))) {
    draft.note(format.offset, "This schema is sent as it is: outputs cannot say all of it",
               "its answers are text; write outputs, where their kinds do, for answers that are read as JSON");
    return false;
  }
  Entry outputs = *schema;
  rename(outputs, "outputs");
  layout::indent(outputs, outer_column(draft.root));
  outputs.before = "";
  lift_schema(draft, outputs);
  static_cast<void>(layout::take_at(options, index));
  layout::append(draft.root, std::move(outputs), outer_column(draft.root));
  return true;
}

void move_to_tools(Draft& draft, Written& options, std::size_t index) {
  Entry& found = options.entries[index];
  if (layout::find(draft.root, "tools") != nullptr) {
    return leave_out(draft, options, index, "The file has tools already", "add these to them");
  }
  Entry tools = layout::take_at(options, index);
  rename(tools, "tools");
  layout::append(draft.root, std::move(tools), outer_column(draft.root));
  static_cast<void>(found);
}

/// Options that are members of `additionalProperties` now.
void gather_additional(Entry& options) {
  std::vector<std::string> names;
  for (Entry const& entry : options.value.entries) {
    std::string const name = layout::name_of(entry);
    if (!version1::is_option(name)) names.push_back(name);
  }
  for (std::string const& name : names) {
    if (layout::find(options.value, "additionalProperties") == nullptr) {
      std::size_t const column = inner_column(options);
      std::size_t const index = index_of(options.value, *layout::find(options.value, name));
      Entry made = layout::member("additionalProperties", layout::mapping(options.value.is_flow), column);
      layout::insert(options.value, index, std::move(made), column);
    }
    Entry moved = *layout::take(options.value, name);
    Entry& owner = *layout::find(options.value, "additionalProperties");
    if (!owner.value.is_flow && owner.value.entries.empty()) owner.column = inner_column(options);
    append_to(owner, std::move(moved));
  }
}

/// What `parameters` alone may hold, which belongs elsewhere.
void move_out_of_parameters(Draft& draft, std::string const& owner) {
  for (std::string const name : {"response_format", "tools", "functions", "stream"}) {
    // The root grows, and what stands in it moves.
    Entry* const model = layout::find(draft.root, "model");
    Written& options = layout::find(model->value, owner)->value;
    Entry* const entry = layout::find(options, name);
    if (entry == nullptr) continue;
    std::size_t const index = index_of(options, *entry);
    if (name == "response_format") {
      static_cast<void>(move_to_outputs(draft, options, index));
    } else if (name == "stream") {
      leave_out(draft, options, index, "Whether an answer is streamed is up to the caller",
                "say --stream, or use run_stream");
    } else {
      move_to_tools(draft, options, index);
    }
  }
}

void migrate_options(Draft& draft, std::string const& owner) {
  Entry* options = layout::find(layout::find(draft.root, "model")->value, owner);
  if (options == nullptr) return;
  bool const is_old = owner == "parameters";
  if (!is_mapping(options->value)) {
    bool const is_nothing = options->value.shape == Written::Shape::scalar && options->value.text.empty();
    if (is_old && is_nothing) rename(*options, "options");
    if (is_old && !is_nothing) {
      draft.note(options->offset, "model.parameters is no mapping of its own here", std::string(by_hand));
    }
    return;
  }
  rename_members(draft, options->value, "model." + owner, version1::option_members);
  for (Entry& entry : options->value.entries) {
    if (layout::name_of(entry) == "stopSequences") make_stop_list(entry);
    if (is_old && version1::is_option(layout::name_of(entry))) take_quotes_from_number(entry.value);
  }
  if (!is_old) return;
  move_out_of_parameters(draft, owner);
  Entry* const model = layout::find(draft.root, "model");
  options = layout::find(model->value, owner);
  if (options->value.entries.empty()) return remove_empty(model->value, index_of(model->value, *options));
  gather_additional(*options);
  rename(*options, "options");
}

void migrate_api(Draft& draft, Entry& model) {
  Entry* const api = layout::find(model.value, "apiType");
  if (api == nullptr) return;
  if (text_of(api->value) == "completion") {
    draft.note(api->offset, "There are no completions without messages; the prompt is sent as a chat",
               "write role markers, such as system: and user:, where the prompt has none");
  }
  rename_value(api->value, version1::apis);
}

void migrate_response(Draft& draft, Entry& model) {
  Entry* const response = layout::find(model.value, "response");
  if (response == nullptr) return;
  leave_out(draft, model.value, index_of(model.value, *response), "model.response has no place in a model",
            "an answer is its first choice; the program sees all of it through a processor of its own");
}

}  // namespace

void migrate_model(Draft& draft) {
  Entry* model = layout::find(draft.root, "model");
  if (model == nullptr || !is_mapping(model->value)) return;
  bool const has_both = layout::find(model->value, "parameters") != nullptr && layout::find(model->value, "options");
  if (has_both) {
    Entry const& old = *layout::find(model->value, "parameters");
    leave_out(draft, model->value, index_of(model->value, old), "model.parameters stands beside model.options",
              "put its members there");
  }
  for (version1::Renamed const& one : version1::model_members) {
    Entry* const old = layout::find(model->value, one.old_name);
    if (old == nullptr || one.new_name == "connection" || one.new_name == "options") continue;
    if (layout::find(model->value, one.new_name) == nullptr) rename(*old, one.new_name);
  }
  migrate_api(draft, *model);
  migrate_connection(draft, *model, "configuration");
  migrate_connection(draft, *model, "connection");
  migrate_response(draft, *model);
  migrate_options(draft, "parameters");
  migrate_options(draft, "options");
  model = layout::find(draft.root, "model");
  if (model->value.entries.empty()) remove_empty(draft.root, index_of(draft.root, *model));
}

}  // namespace prompty::migration
