#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace chat_requests_rules {
namespace {

using mutants::Rule;

// Messages

/// Changes each wire message of a chat request, wherever it is seen.
Rule changed_wires(std::function<void(Json& wire)> change) {
  return changed_sent(is_chat_agent, [change = std::move(change)](Json& body, Json const&) {
    if (!member(body, "messages").is_array()) return;
    for (Json& wire : body["messages"]) change(wire);
  });
}

Rule content_of_nothing(Json content) {
  return changed_wires([content = std::move(content)](Json& wire) {
    if (member(wire, "content") == Json::array()) wire["content"] = content;
  });
}

Reply collapse_ready_content(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (operation != "messages_to_wire" || !reply.value.is_array()) return reply;
  for (Json& wire : reply.value) {
    Json const content = member(wire, "content");
    bool const is_one_text = content.is_array() && content.size() == 1 && member(content[0], "type") == "text";
    if (is_one_text) wire["content"] = content[0]["text"];
  }
  return reply;
}

bool is_known_on(std::string const& role, std::string const& key) {
  static std::set<std::string> const of_assistant = {
      "name", "refusal", "audio", "tool_calls", "function_call", "reasoning_content", "reasoning_details"};
  if (key == "role" || key == "content") return true;
  if (role == "assistant") return of_assistant.contains(key);
  return key == (role == "tool" ? "tool_call_id" : "name");
}

void keep_known_keys(Json& wire) {
  Json kept = Json::object();
  for (auto const& [key, value] : wire.items()) {
    if (is_known_on(wire.value("role", ""), key)) kept[key] = value;
  }
  wire = std::move(kept);
}

bool is_result(Json const& message) {
  return member(message, "role") == "tool" && member(message, "content").size() > 1;
}

bool is_all_text(Json const& message) {
  Json const& parts = member(message, "content");
  return std::all_of(parts.begin(), parts.end(), [](Json const& part) { return member(part, "kind") == "text"; });
}

Reply text_results(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const builds = operation == "build_request" && is_chat_agent(member(params, "agent"));
  if (!builds) return reference(operation, params);
  Json asked = params;
  for (Json& message : asked["messages"]) {
    if (!is_result(message)) continue;
    if (!is_all_text(message)) return mutants::raised("ValueError");
    std::string const text = joined_texts(message["content"], "");
    message["content"] = Json::array({Json{{"kind", "text"}, {"value", text}}});
  }
  return reference(operation, asked);
}

std::vector<ReadingRule> message_rules() {
  return {
      {.decision = "A-045",
       .reading = "replaced",
       .answer = mutants::changed_message([](Json& wire, Json const& message) {
         Json const& role = member(member(message, "metadata"), "role");
         if (!role.is_null()) wire["role"] = role;
       })},
      {.decision = "A-062", .reading = "empty-string", .answer = content_of_nothing("")},
      {.decision = "A-062", .reading = "null-content", .answer = content_of_nothing(nullptr)},
      {.decision = "A-063", .reading = "collapse-everywhere", .answer = collapse_ready_content},
      {.decision = "A-064", .reading = "listed-keys", .answer = changed_wires(keep_known_keys)},
      {.decision = "A-065", .reading = "text-only", .answer = text_results},
  };
}

// Parts

bool is_audio(Json const& part) {
  return member(part, "kind") == "audio";
}

bool has_media_type(Json const& part) {
  return member(part, "mediaType").is_string() && part["mediaType"] != "";
}

bool is_untyped_audio(Json const& part) {
  return is_audio(part) && !has_media_type(part);
}

bool takes_audio(Json const& agent) {
  return is_chat_agent(agent) || is_responses_agent(agent);
}

/// The table as it is printed, and whatever is in no row of it.
std::string printed_format(std::string const& media_type) {
  std::string const prefix = "audio/";
  if (media_type == "audio/x-wav") return "wav";
  if (media_type == "audio/mpeg") return "mp3";
  return media_type.starts_with(prefix) ? media_type.substr(prefix.size()) : media_type;
}

Reply pass_formats_through(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "build_request") return reference(operation, params);
  Json asked = params;
  for (Json& message : asked["messages"]) {
    for (Json& part : message["content"]) {
      if (is_audio(part) && has_media_type(part)) part["mediaType"] = "audio/wav";
    }
  }
  Rule const with_formats = changed_blocks([&](Json& block, Json const& part, std::string const&) {
    if (is_audio(part) && has_media_type(part))
      block["input_audio"]["format"] = printed_format(part["mediaType"].get<std::string>());
  });
  return with_formats(operation, params, [&](std::string const& name, Json const&) { return reference(name, asked); });
}

bool is_audio_of_another_format(Json const& part) {
  if (!is_audio(part) || !has_media_type(part)) return false;
  std::string type = part["mediaType"].get<std::string>();
  type = mutants::in_lower_case(type.substr(0, type.find(';'))).get<std::string>();
  std::string const format = printed_format(type);
  return format != "wav" && format != "mp3";
}

bool is_inline_file(Json const& part) {
  Json const& value = member(part, "value");
  bool const is_data = value.is_string() && value.get<std::string>().starts_with("data:");
  return is_data || (has_media_type(part) && is_bare_base64(value));
}

std::string data_address(Json const& part) {
  std::string value = part["value"].get<std::string>();
  if (value.starts_with("data:")) return value;
  return "data:" + part["mediaType"].get<std::string>() + ";base64," + value;
}

Reply files_for_the_provider(std::string const& operation, Json const& params, AskReference const& reference) {
  if (!is_chat_agent(member(params, "agent"))) return reference(operation, params);
  bool const has_address =
      any_part(params, [](Json const& part) { return member(part, "kind") == "file" && !is_inline_file(part); });
  if (has_address && operation == "build_request") return mutants::raised("ValueError");
  Rule const with_data = changed_blocks([](Json& block, Json const& part, std::string const&) {
    if (member(part, "kind") != "file") return;
    Json const name = member(block["file"], "filename").is_string() ? block["file"]["filename"] : Json("file");
    block["file"] = Json{{"filename", name}, {"file_data", data_address(part)}};
  });
  return with_data(operation, params, reference);
}

std::vector<ReadingRule> part_rules() {
  return {
      {.decision = "A-066", .reading = "pass-through", .answer = pass_formats_through},
      {.decision = "A-067", .reading = "provider-shape", .answer = files_for_the_provider},
      {.decision = "A-068",
       .reading = "data-uri",
       .answer = changed_blocks([](Json& block, Json const& part, std::string const&) {
         bool const is_bare =
             member(part, "kind") == "image" && has_media_type(part) && is_bare_base64(member(part, "value"));
         if (is_bare) block["image_url"]["url"] = data_address(part);
       })},
  };
}

std::vector<ReadingRule> audio_rules() {
  return {
      {.decision = "A-335",
       .reading = "refused",
       .answer = refused_request(takes_audio, [](Json const& params) { return any_part(params, is_untyped_audio); })},
      {.decision = "A-335",
       .reading = "null-format",
       .answer = changed_blocks([](Json& block, Json const& part, std::string const&) {
         if (is_untyped_audio(part)) block["input_audio"]["format"] = nullptr;
       })},
      {.decision = "A-336",
       .reading = "refused",
       .answer = refused_request(takes_audio,
                                 [](Json const& params) { return any_part(params, is_audio_of_another_format); })},
  };
}

// Tools

/// The parameters as they are without bindings; null when they cannot be told.
Json declared_parameters(Json const& function, Json const& tool, Json const& params) {
  std::string const name = function.value("name", "");
  for (Json const& offered : member(member(params, "discovered"), tool.value("name", ""))) {
    if (member(offered, "name") == name) return member(offered, "parameters");
  }
  Json const& handler = member(member(params, "handlers"), name);
  if (!mutants::is_of_kind(tool, "function")) return member(handler, "parameters");
  Json required = Json::array();
  for (Json const& parameter : member(tool, "parameters")) {
    if (member(parameter, "required") == true) required.push_back(parameter["name"]);
  }
  return {{"required", required}};
}

void leave_empty_list(Json& function, Json const& tool, Json const& params) {
  if (member(tool, "bindings").empty() || !member(function, "parameters").is_object()) return;
  bool const had_names = !member(declared_parameters(function, tool, params), "required").empty();
  if (had_names && !function["parameters"].contains("required")) function["parameters"]["required"] = Json::array();
}

bool is_discovered(Json const& tool) {
  return mutants::is_of_kind(tool, "mcp") || mutants::is_of_kind(tool, "openapi");
}

Reply strip_prefix(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "dispatch" || !is_discovered(member(params, "tool"))) return reference(operation, params);
  std::string const prefix = params["tool"].value("name", "") + "_";
  Json const& name = member(member(params, "call"), "name");
  if (!name.is_string() || !name.get<std::string>().starts_with(prefix)) return reference(operation, params);
  Json asked = params;
  asked["call"]["name"] = name.get<std::string>().substr(prefix.size());
  return reference(operation, asked);
}

Rule renamed_functions() {
  Rule const renamed = changed_functions([](Json& function, Json const& tool, Json const&) {
    if (is_discovered(tool)) function["name"] = tool.value("name", "") + "_" + function.value("name", "");
  });
  return [renamed](std::string const& operation, Json const& params, AskReference const& reference) {
    // A call by the server's own name is taken for what it is: the server has to be called by it.
    if (operation == "build_request" || operation == "project_tools") return renamed(operation, params, reference);
    return strip_prefix(operation, params, reference);
  };
}

bool is_built_in(Json const& tool) {
  static std::set<std::string> const kinds = {"function", "prompty", "mcp", "openapi"};
  return kinds.contains(tool.value("kind", ""));
}

bool is_registered(Json const& tool, Json const& params) {
  Json const& by_name = member(member(params, "handlers"), tool.value("name", ""));
  Json const& kinds = member(params, "kinds");
  bool const of_kind = !member(member(kinds, tool.value("kind", "")), "parameters").is_null() ||
                       !member(member(kinds, "*"), "parameters").is_null();
  return !member(by_name, "parameters").is_null() || of_kind;
}

enum class Unregistered { offered, skipped };

Rule unregistered_tools(Unregistered what) {
  // for Anthropic they are not projected.
  auto const about = [](Json const& agent) { return !is_anthropic_agent(agent); };
  return changed_asked(about, [what](Json& params) {
    Json& agent = params["agent"];
    if (!member(agent, "tools").is_array()) return;
    Json tools = Json::array();
    for (Json tool : agent["tools"]) {
      bool const is_unknown = !is_built_in(tool) && !is_registered(tool, params);
      if (is_unknown && what == Unregistered::skipped) continue;
      if (is_unknown)
        tool = Json{{"name", tool["name"]}, {"kind", "function"}, {"description", tool.value("description", "")}};
      tools.push_back(std::move(tool));
    }
    agent["tools"] = std::move(tools);
  });
}

std::vector<ReadingRule> tool_rules() {
  return {
      {.decision = "A-034", .reading = "left-empty", .answer = changed_functions(leave_empty_list)},
      {.decision = "A-035",
       .reading = "in-place",
       .unobservable = "What one request registers the next does not see, and within one request each registered "
                       "schema belongs to one tool."},
      {.decision = "A-069",
       .reading = "emptied",
       .answer = changed_functions([](Json& function, Json const&, Json const&) {
         if (!function.contains("description")) function["description"] = "";
       })},
      {.decision = "A-073", .reading = "renamed", .answer = renamed_functions()},
      {.decision = "A-074", .reading = "without-parameters", .answer = unregistered_tools(Unregistered::offered)},
      {.decision = "A-074", .reading = "skipped", .answer = unregistered_tools(Unregistered::skipped)},
      {.decision = "A-075",
       .reading = "several",
       .unobservable = "It is about how a host keeps its handlers; `handlers` gives an implementation all that it "
                       "needs of them, in whatever places it puts them."},
      {.decision = "A-076",
       .reading = "for-bindings",
       .unobservable = "A bound parameter is taken out whatever its value is; which value a call is given is A-032."},
  };
}

// Schemas

void require_all(Json& schema, bool& is_strict) {
  if (!is_strict || member(schema, "properties").empty()) return;
  Json const required = schema.value("required", Json::array());
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    names.push_back(name);
    bool const was_required = std::find(required.begin(), required.end(), Json(name)) != required.end();
    if (was_required || !member(property, "type").is_string()) continue;
    property["type"] = Json::array({property["type"], "null"});
    if (property.contains("enum")) property["enum"].push_back(nullptr);
  }
  schema["required"] = std::move(names);
}

bool has_open_structure(Json const& schema) {
  Json const& properties = member(schema, "properties");
  return std::any_of(properties.begin(), properties.end(), [](Json const& property) {
    Json const& type = member(property, "type");
    Json const kind = type.is_array() && !type.empty() ? type[0] : type;
    return kind == "array" || kind == "object";
  });
}

Rule not_strict() {
  Rule const with_items = changed_properties_sent([](Json& property) {
    if (member(property, "type") == "array" && !property.contains("items")) property["items"] = Json::object();
  });
  Rule const not_strict = changed_strict_schemas([](Json& schema, bool& is_strict) {
    if (has_open_structure(schema)) is_strict = false;
  });
  return [=](std::string const& operation, Json const& params, AskReference const& reference) {
    return not_strict(operation, params, [&](std::string const& asked, Json const& asked_params) {
      return with_items(asked, asked_params, reference);
    });
  };
}

bool has_json_type(Json const& property) {
  static std::set<std::string> const kinds = {"string", "integer", "float", "boolean", "array", "object"};
  return kinds.contains(property.value("kind", ""));
}

/// A prompty tool as a function with the inputs of its child, where these need it.
void take_inputs_of_child(Json& tool, Json const& params, AskReference const& reference) {
  Json const child = mutants::child_of(tool, params, reference);
  Json const& inputs = member(child, "inputs");
  if (std::all_of(inputs.begin(), inputs.end(), has_json_type)) return;
  tool["kind"] = "function";
  tool["parameters"] = inputs;
  if (!tool.contains("description") && child.contains("description")) tool["description"] = child["description"];
  tool.erase("path");
}

/// Asks with every property of another kind than the table's treated; false from `treat` refuses.
Rule other_kinds(std::function<bool(Json& property)> treat) {
  return [treat = std::move(treat)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const builds = operation == "build_request" || operation == "project_tools";
    if (!builds) return reference(operation, params);
    Json asked = params;
    bool is_taken = true;
    auto const treat_all = [&](Json& owner, std::string const& list) {
      if (!member(owner, list).is_array()) return;
      for (Json& property : owner[list]) {
        if (!has_json_type(property)) is_taken = treat(property) && is_taken;
      }
    };
    treat_all(asked["agent"], "outputs");
    if (member(asked["agent"], "tools").is_array()) {
      for (Json& tool : asked["agent"]["tools"]) {
        take_inputs_of_child(tool, params, reference);
        treat_all(tool, "parameters");
      }
    }
    return is_taken ? reference(operation, asked) : mutants::raised("ValueError");
  };
}

std::vector<ReadingRule> schema_rules() {
  return {
      {.decision = "A-070", .reading = "all-required", .answer = changed_strict_schemas(require_all)},
      {.decision = "A-071", .reading = "not-strict", .answer = not_strict()},
      {.decision = "A-072", .reading = "all-text", .answer = other_kinds([](Json& property) {
                                                     property["kind"] = "string";
                                                     return true;
                                                   })},
      {.decision = "A-072", .reading = "refused", .answer = other_kinds([](Json&) { return false; })},
  };
}

// Options

Json const& additional_of(Json const& params) {
  return mutants::additional_properties_of(member(params, "agent"));
}

Rule not_from_additional(AboutAgent about, std::set<std::string> names) {
  return changed_asked(std::move(about), [names = std::move(names)](Json& params) {
    if (!additional_of(params).is_object()) return;
    for (std::string const& name : names) params["agent"]["model"]["options"]["additionalProperties"].erase(name);
  });
}

Rule structural_names_kept() {
  Rule const chat = not_from_additional(is_chat_agent, {"model", "messages", "tools", "response_format"});
  Rule const image = not_from_additional(is_agent_for("image"), {"model", "prompt"});
  return [=](std::string const& operation, Json const& params, AskReference const& reference) {
    return chat(operation, params, [&](std::string const& asked, Json const& asked_params) {
      return image(asked, asked_params, reference);
    });
  };
}

void leave_out_what_says_nothing(Json& params) {
  if (!mutants::options_of(params["agent"]).is_object()) return;
  Json& options = params["agent"]["model"]["options"];
  if (member(options, "stopSequences") == Json::array()) options.erase("stopSequences");
  if (!member(options, "additionalProperties").is_object()) return;
  Json kept = Json::object();
  for (auto const& [key, value] : options["additionalProperties"].items()) {
    if (!value.is_null()) kept[key] = value;
  }
  options["additionalProperties"] = std::move(kept);
}

/// The parameter that an option is sent as, "" for none; nullopt for what is no option.
std::optional<std::string> parameter_of(std::string const& option) {
  static std::map<std::string, std::string> const parameters = {{"temperature", "temperature"},
                                                                {"maxOutputTokens", "max_completion_tokens"},
                                                                {"topP", "top_p"},
                                                                {"topK", ""},
                                                                {"frequencyPenalty", "frequency_penalty"},
                                                                {"presencePenalty", "presence_penalty"},
                                                                {"stopSequences", "stop"},
                                                                {"seed", "seed"},
                                                                {"allowMultipleToolCalls", ""}};
  std::map<std::string, std::string>::const_iterator const found = parameters.find(option);
  return found == parameters.end() ? std::nullopt : std::optional(found->second);
}

void take_names_for_options(Json& params) {
  if (!additional_of(params).is_object()) return;
  Json& options = params["agent"]["model"]["options"];
  Json kept = Json::object();
  for (auto const& [key, value] : options["additionalProperties"].items()) {
    std::string const name = parameter_of(key).value_or(key);
    if (!name.empty() && !kept.contains(name)) kept[name] = value;
  }
  options["additionalProperties"] = std::move(kept);
}

std::vector<ReadingRule> option_rules() {
  return {
      {.decision = "A-022",
       .reading = "mapped",
       .answer = changed_sent(is_chat_agent,
                              [](Json& body, Json const& params) {
                                Json const& allowed =
                                    member(mutants::options_of(params["agent"]), "allowMultipleToolCalls");
                                bool const is_sent = allowed.is_boolean() && !body.contains("parallel_tool_calls");
                                if (is_sent) body["parallel_tool_calls"] = allowed;
                              })},
      {.decision = "A-022",
       .reading = "local",
       .unobservable = "Nothing forbids an agent loop to carry out calls one after the other, whether or not the "
                       "option asks for it."},
      {.decision = "A-077", .reading = "structural-wins", .answer = structural_names_kept()},
      {.decision = "A-078", .reading = "left-out", .answer = changed_asked(is_chat_agent, leave_out_what_says_nothing)},
      {.decision = "A-208",
       .reading = "null",
       .answer = changed_sent(any_agent,
                              [](Json& body, Json const&) {
                                bool const is_request =
                                    body.contains("messages") || body.contains("input") || body.contains("prompt");
                                if (is_request && !body.contains("model")) body["model"] = nullptr;
                              })},
      {.decision = "A-339", .reading = "options", .answer = changed_asked(is_chat_agent, take_names_for_options)},
  };
}

// Answers

/// What the content is without being parsed.
Reply objects_only(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const is_parsed = operation == "process" && member(reply.value, "type") == "json";
  if (!is_parsed || member(reply.value, "value").is_object()) return reply;
  Json asked = params;
  asked["agent"].erase("outputs");
  return reference(operation, asked);
}

std::vector<ReadingRule> answer_rules() {
  return {
      {.decision = "A-098", .reading = "objects-only", .answer = objects_only},
      {.decision = "A-099",
       .reading = "must-fall-back",
       .unobservable = "It returns the same as the other reading; they differ in how one is judged who does not."},
  };
}

}  // namespace
}  // namespace chat_requests_rules

std::vector<ReadingRule> chat_requests() {
  std::vector<ReadingRule> all;
  for (auto const rules :
       {chat_requests_rules::message_rules, chat_requests_rules::part_rules, chat_requests_rules::audio_rules,
        chat_requests_rules::tool_rules, chat_requests_rules::schema_rules, chat_requests_rules::option_rules,
        chat_requests_rules::answer_rules}) {
    std::vector<ReadingRule> group = rules();
    std::move(group.begin(), group.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace conformance::readings
