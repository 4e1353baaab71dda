#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "prompty/load/migrate_draft.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::migration {
namespace {

namespace layout = yaml::layout;

constexpr std::string_view by_hand = "write its members out, and migrate the file then";

void rename_value(Written& value, std::span<version1::Renamed const> names) {
  if (value.shape != Written::Shape::scalar) return;
  if (std::optional<std::string_view> const now = version1::renamed(names, text_of(value))) {
    value.text = std::string(*now);
  }
}

/// Gives the members their names of today. One whose name is taken already is left out.
void rename_members(Draft& draft, Written& mapping, std::string const& path, std::span<version1::Renamed const> names) {
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

/// A key or an endpoint that is not given, which version 1 took from the environment.
void take_nothing_out(Written& connection) {
  for (std::string_view const name : {"endpoint", "apiKey"}) {
    Entry const* const member = layout::find(connection, name);
    if (member != nullptr && is_nothing(member->value)) remove_empty(connection, index_of(connection, *member));
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
void move_to_model(Draft& draft, Entry& model, std::string const& owner, version1::Renamed const& one) {
  Written& connection = layout::find(model.value, owner)->value;
  Entry* const member = layout::find(connection, one.old_name);
  if (member == nullptr) return;
  if (layout::find(model.value, one.new_name) != nullptr) {
    leave_out(draft, connection, index_of(connection, *member),
              fmt::format("model.{}.{} stands beside model.{}", owner, one.old_name, one.new_name),
              one.new_name == "id" ? "model.id counts; of an Azure service it is the name of the deployment"
                                   : fmt::format("model.{} counts", one.new_name));
    return;
  }
  Entry moved = *layout::take(connection, one.old_name);
  rename(moved, one.new_name);
  Entry& configuration = *layout::find(model.value, owner);
  std::size_t const index = index_of(model.value, configuration);
  std::string const above = model.value.is_flow ? "" : std::exchange(configuration.before, "");
  add_to(model, index, std::move(moved));
  // What stands above the configuration stands above all that comes out of it.
  std::string& before = model.value.entries[index].before;
  before = above + before;
}

void move_beside_connection(Draft& draft, Entry& model, std::string const& owner) {
  for (version1::Renamed const& one : version1::beside_connection) move_to_model(draft, model, owner, one);
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
  std::string const now = text_of(provider->value);
  if (!version1::is_provider(now) && now.find("${") == std::string::npos) {
    draft.note(provider->offset, fmt::format("No executor is registered for the provider {}", now),
               "write openai where its requests are those of OpenAI");
  }
  return now;
}

/// The kind of a connection in which names of version 1 are those of members of today.
bool has_renamed_members(Written const& connection) {
  Entry const* const kind = layout::find(connection, "kind");
  std::string const name = kind == nullptr ? "" : text_of(kind->value);
  return name == "key" || name == "anonymous" || name == "foundry";
}

/// A connection of today in which members still have their names of version 1.
void migrate_named_members(Draft& draft, Entry& model) {
  Written& connection = layout::find(model.value, "connection")->value;
  if (!has_renamed_members(connection)) return;
  rename_members(draft, connection, "model.connection", version1::unmistakable_of_connection);
  Entry const* const type = layout::find(connection, "type");
  if (type != nullptr && version1::names_provider(text_of(type->value))) {
    move_to_model(draft, model, "connection", {"type", "provider"});
    static_cast<void>(provider_of(draft, model));
  }
  for (std::string_view const name : {"azure_deployment", "deployment"}) {
    move_to_model(draft, model, "connection", {name, "id"});
  }
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
  if (owner == "connection" && layout::find(connection->value, "kind") != nullptr) {
    return migrate_named_members(draft, model);
  }
  rename_members(draft, connection->value, "model." + owner, version1::connection_members);
  move_beside_connection(draft, model, owner);
  std::string const provider = provider_of(draft, model);
  connection = layout::find(model.value, owner);
  leave_out_of_connection(draft, connection->value);
  take_nothing_out(connection->value);
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

/// What stands beside the schema of a response format, which is made anew for `outputs` (§7.1.6).
void note_lost_of_format(Draft& draft, Written const& described) {
  for (Entry const& entry : described.entries) {
    std::string const name = layout::name_of(entry);
    bool const is_the_same = (name == "strict" && text_of(entry.value) == "true") ||
                             (name == "name" && text_of(entry.value) == "structured_output");
    if (name == "schema" || is_the_same) continue;
    draft.note(entry.offset, fmt::format("{} of this response format is not kept", name),
               "outputs are asked for as structured_output, strictly and without a description");
  }
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
  note_lost_of_format(draft, wrapper->value);
  std::size_t const column = outer_column(draft.root);
  Entry outputs = *layout::take(wrapper->value, "schema");
  Entry const emptied = layout::take_at(options, index);
  rename(outputs, "outputs");
  layout::indent(outputs, column);
  lift_schema(draft, outputs);
  outputs.before = layout::all_comments_of(emptied, column) + outputs.before;
  layout::append(draft.root, std::move(outputs), column);
  return true;
}

/// Options that a request may only have beside tools.
void leave_out_choice_of_tools(Draft& draft, Written& options) {
  for (std::string_view const name : {"tool_choice", "function_call", "allowMultipleToolCalls"}) {
    Entry const* const choice = layout::find(options, name);
    if (choice == nullptr) continue;
    leave_out(draft, options, index_of(options, *choice), "Without its tools a request cannot say which to take",
              "write it again under model.options, beside the tools");
  }
}

void move_to_tools(Draft& draft, Written& options, std::size_t index) {
  if (options.entries[index].value.shape != Written::Shape::list) {
    leave_out(draft, options, index, std::string(tools_elsewhere), std::string(tools_by_hand));
    return leave_out_choice_of_tools(draft, options);
  }
  if (layout::find(draft.root, "tools") != nullptr) {
    return leave_out(draft, options, index, "The file has tools already", "add these to them");
  }
  Entry tools = layout::take_at(options, index);
  rename(tools, "tools");
  layout::append(draft.root, std::move(tools), outer_column(draft.root));
}

/// Options that another mapping gives, which loaders of version 1 merged.
void leave_out_merges(Draft& draft, Written& options, std::string const& owner) {
  for (std::size_t index = options.entries.size(); index-- > 0;) {
    if (layout::name_of(options.entries[index]) != "<<") continue;
    leave_out(draft, options, index, fmt::format("model.{}: YAML 1.2 merges no mappings", owner),
              "write the members out");
  }
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

void leave_out_options_of_completions(Draft& draft, Written& options) {
  for (std::string_view const name : {"best_of", "echo", "suffix"}) {
    Entry const* const option = layout::find(options, name);
    if (option == nullptr) continue;
    leave_out(draft, options, index_of(options, *option), fmt::format("Chats have no option {}", name),
              "only completions had it; say in the prompt what the answer is to be");
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
    bool const is_empty = is_nothing(options->value);
    if (is_old && is_empty) rename(*options, "options");
    if (is_old && !is_empty) {
      draft.note(options->offset, "model.parameters is no mapping of its own here", std::string(by_hand));
    }
    return;
  }
  if (is_old) leave_out_merges(draft, options->value, owner);
  rename_members(draft, options->value, "model." + owner, version1::option_members);
  for (Entry& entry : options->value.entries) {
    if (layout::name_of(entry) == "stopSequences") make_stop_list(entry);
    if (is_old && version1::is_option(layout::name_of(entry))) take_quotes_from_number(entry.value);
  }
  if (!is_old) return;
  leave_out_options_of_completions(draft, options->value);
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

/// Version 1 took the provider from the program or its environment where the file had none.
void note_missing_provider(Draft& draft, Entry const& model) {
  bool const is_elsewhere =
      layout::find(model.value, "configuration") != nullptr || text_of(model.value).find("${") != std::string::npos;
  if (!draft.is_old || is_elsewhere || layout::find(model.value, "provider") != nullptr) return;
  draft.note(model.offset, "The model names no provider",
             std::string(version1::provider_hint(is_mapping(model.value))));
}

void note_missing_model(Draft& draft, Entry const* model) {
  if (!draft.is_without_provider) return;
  if (model == nullptr && !draft.root.entries.empty()) model = &draft.root.entries.front();
  draft.note(model == nullptr ? 0 : model->offset, "The file names no model",
             std::string(version1::provider_hint(false)));
}

}  // namespace

void migrate_model(Draft& draft) {
  Entry* model = layout::find(draft.root, "model");
  if (model == nullptr || is_nothing(model->value)) return note_missing_model(draft, model);
  // §2.4: a text is the id of the model.
  if (!is_mapping(model->value)) return note_missing_provider(draft, *model);
  bool const has_both = layout::find(model->value, "parameters") != nullptr && layout::find(model->value, "options");
  if (has_both) {
    Entry const& old = *layout::find(model->value, "parameters");
    leave_out(draft, model->value, index_of(model->value, old), "model.parameters stands beside model.options",
              "put its members there");
  }
  for (version1::Renamed const& one : version1::model_members) {
    Entry* const old = layout::find(model->value, one.old_name);
    if (old == nullptr || one.new_name == "connection" || one.new_name == "options") continue;
    if (layout::find(model->value, one.new_name) == nullptr) {
      rename(*old, one.new_name);
    } else {
      leave_out(draft, model->value, index_of(model->value, *old),
                fmt::format("model.{} stands beside model.{}", one.old_name, one.new_name),
                fmt::format("model.{} counts; take one of them out", one.new_name));
    }
  }
  migrate_api(draft, *model);
  migrate_connection(draft, *model, "configuration");
  migrate_connection(draft, *model, "connection");
  migrate_response(draft, *model);
  migrate_options(draft, "parameters");
  migrate_options(draft, "options");
  model = layout::find(draft.root, "model");
  note_missing_provider(draft, *model);
  if (model->value.entries.empty()) remove_empty(draft.root, index_of(draft.root, *model));
}

}  // namespace prompty::migration
