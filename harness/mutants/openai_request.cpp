#include <algorithm>
#include <utility>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_request {
namespace {

using ChangeBody = std::function<void(Json& body, Json const& agent)>;

Json const& model_of(Json const& agent) {
  return member(agent, "model");
}

Json const& additional_of(Json const& agent) {
  return member(member(model_of(agent), "options"), "additionalProperties");
}

bool is_additional(Json const& agent, std::string const& key) {
  return additional_of(agent).is_object() && additional_of(agent).contains(key);
}

bool has_items(Json const& agent, std::string const& key) {
  return !member(agent, key).empty();
}

bool is_structural(std::string const& key) {
  return key == "model" || key == "messages" || key == "tools" || key == "response_format";
}

bool is_minimal(Json const& body) {
  return body.size() == 2 && body.contains("model") && body.contains("messages");
}

Json without_keys(Json const& body, std::function<bool(std::string const& key, Json const& value)> const& taken) {
  Json kept = Json::object();
  for (auto const& [key, value] : body.items()) {
    if (!taken(key, value)) kept[key] = value;
  }
  return kept;
}

/// Puts another model into requests whose model was not replaced through additionalProperties.
Rule changed_model(std::function<Json(Json const& agent)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    if (!is_additional(agent, "model")) body["model"] = change(agent);
  });
}

/// Gives the messages another name.
Rule messages_under(std::string name) {
  return changed_body([name = std::move(name)](Json& body, Json const&) {
    Json const messages = body["messages"];
    body.erase("messages");
    body[name] = messages;
  });
}

Json behind_last_colon(Json const& id) {
  if (!id.is_string()) return id;
  std::string const text = id.get<std::string>();
  return text.substr(text.find_last_of(':') + 1);
}

// As another provider wants it: no system messages in the list.
void move_system_messages_out(Json& body, Json const& agent) {
  if (is_additional(agent, "messages")) return;
  Json const messages = body["messages"];
  Json others = Json::array();
  for (Json const& message : messages) {
    if (member(message, "role") == "system") {
      body["system"] = member(message, "content");
    } else {
      others.push_back(message);
    }
  }
  body["messages"] = std::move(others);
}

void nest_options(Json& body, Json const&) {
  Json const options = without_keys(body, [](std::string const& key, Json const&) { return is_structural(key); });
  if (options.empty()) return;
  body = without_keys(body, [](std::string const& key, Json const&) { return !is_structural(key); });
  body["options"] = options;
}

Rule dropped_options(std::function<bool(std::string const& key, Json const& value, Json const& agent)> dropped) {
  return changed_body([dropped = std::move(dropped)](Json& body, Json const& agent) {
    body = without_keys(body, [&](std::string const& key, Json const& value) {
      return !is_structural(key) && dropped(key, value, agent);
    });
  });
}

void nest_additional(Json& body, Json const& agent) {
  if (additional_of(agent).empty()) return;
  body = without_keys(
      body, [&](std::string const& key, Json const&) { return !is_structural(key) && is_additional(agent, key); });
  body["additionalProperties"] = additional_of(agent);
}

/// Puts something under the key of requests that have nothing to say there.
Rule filled_when_absent(std::string key, Json filling) {
  return changed_body([key = std::move(key), filling = std::move(filling)](Json& body, Json const&) {
    if (!body.contains(key)) body[key] = filling;
  });
}

/// As before, but only where the agent's list is present and empty.
Rule filled_when_empty(std::string list, std::string key, Json filling) {
  return changed_body([=](Json& body, Json const& agent) {
    if (member(agent, list) == Json::array() && !body.contains(key)) body[key] = filling;
  });
}

/// Changes what the builder computed for the key from the agent's list.
Rule changed_computed(std::string list, std::string key, ChangeBody change) {
  return changed_body(
      [list = std::move(list), key = std::move(key), change = std::move(change)](Json& body, Json const& agent) {
        if (has_items(agent, list) && body.contains(key)) change(body, agent);
      });
}

Rule added_to_minimal(std::string key, Json value) {
  return changed_body([key = std::move(key), value = std::move(value)](Json& body, Json const&) {
    if (is_minimal(body)) body[key] = value;
  });
}

Rule agent_property_sent(std::string property, std::string key) {
  return changed_body([property = std::move(property), key = std::move(key)](Json& body, Json const& agent) {
    if (is_minimal(body) && has_items(agent, property)) body[key] = agent.at(property);
  });
}

/// Does something wherever the key is both computed by the builder and in additionalProperties.
Rule contended(std::string list, std::string key, ChangeBody change) {
  return changed_computed(std::move(list), key, [key, change = std::move(change)](Json& body, Json const& agent) {
    if (is_additional(agent, key)) change(body, agent);
  });
}

ChangeBody additional_wins(std::string key) {
  return [key = std::move(key)](Json& body, Json const& agent) { body[key] = additional_of(agent)[key]; };
}

ChangeBody erased(std::string key) {
  return [key = std::move(key)](Json& body, Json const&) { body.erase(key); };
}

void join_additional_tools(Json& body, Json const& agent) {
  Json const& additional = additional_of(agent)["tools"];
  if (additional.is_array()) body["tools"].insert(body["tools"].end(), additional.begin(), additional.end());
}

/// Loses a structural key that additionalProperties name.
Rule lost_when_additional(std::string key) {
  return changed_body([key = std::move(key)](Json& body, Json const& agent) {
    if (is_additional(agent, key)) body.erase(key);
  });
}

std::vector<Mutant> structure_mutants() {
  return {
      {"agent-name-as-model", "P7.1.7-01", "The agent's name is sent as the model.",
       changed_model([](Json const& agent) { return member(agent, "name"); })},
      {"provider-before-model", "P7.1.7-01", "The provider is put before the model's id.",
       changed_model([](Json const& agent) {
         Json const& id = member(model_of(agent), "id");
         Json const& provider = member(model_of(agent), "provider");
         if (!id.is_string() || !provider.is_string()) return id;
         return Json(provider.get<std::string>() + "/" + id.get<std::string>());
       })},
      {"model-id-cut-at-colons", "P7.1.7-01", "Of a model id only what follows the last colon is sent.",
       changed_model([](Json const& agent) { return behind_last_colon(member(model_of(agent), "id")); })},
      {"model-missing", "P7.1.7-01", "The request names no model.",
       changed_body([](Json& body, Json const&) { body.erase("model"); })},
      {"messages-under-input", "P7.1.7-01", "The messages are called input.", messages_under("input")},
      {"system-messages-apart", "P7.1.7-01", "System messages stand beside the list of messages.",
       changed_body(move_system_messages_out)},
      {"options-nested", "P7.1.7-02", "The options are an object of their own in the request.",
       changed_body(nest_options)},
      {"options-dropped", "P7.1.7-02", "No option is sent.",
       dropped_options([](std::string const&, Json const&, Json const&) { return true; })},
      {"zero-options-dropped", "P7.1.7-02", "An option with the value zero counts as not set.",
       dropped_options([](std::string const&, Json const& value, Json const&) { return value == 0; })},
      {"additional-options-nested", "P7.1.7-02", "Additional options are an object of their own in the request.",
       changed_body(nest_additional)},
      {"additional-options-dropped", "P7.1.7-02", "Additional options are not sent.",
       dropped_options(
           [](std::string const& key, Json const&, Json const& agent) { return is_additional(agent, key); })},
      {"absent-tools-sent-null", "P7.1.7-03", "Without tools the key is sent as null.",
       filled_when_absent("tools", nullptr)},
      {"absent-tools-sent-empty", "P7.1.7-03", "Without tools an empty list is sent.",
       filled_when_absent("tools", Json::array())},
      {"empty-tools-sent-empty", "P7.1.7-03", "An empty list of tools is sent as it is.",
       filled_when_empty("tools", "tools", Json::array())},
      {"tools-dropped", "P7.1.7-03", "Tools are not sent.", changed_computed("tools", "tools", erased("tools"))},
      {"first-tool-only", "P7.1.7-03", "Of several tools only the first is sent.",
       changed_computed("tools", "tools",
                        [](Json& body, Json const&) {
                          Json const first = first_of(body["tools"]);
                          body["tools"] = Json::array({first});
                        })},
      {"tools-reversed", "P7.1.7-03", "The tools are sent last first.",
       changed_computed("tools", "tools",
                        [](Json& body, Json const&) { std::reverse(body["tools"].begin(), body["tools"].end()); })},
      {"absent-outputs-ask-for-text", "P7.1.7-04", "Without outputs the request asks for text.",
       filled_when_absent("response_format", {{"type", "text"}})},
      {"absent-outputs-sent-null", "P7.1.7-04", "Without outputs the response format is sent as null.",
       filled_when_absent("response_format", nullptr)},
      {"empty-outputs-ask-for-json", "P7.1.7-04", "An empty list of outputs asks for JSON of any shape.",
       filled_when_empty("outputs", "response_format", {{"type", "json"}})},
      {"outputs-dropped", "P7.1.7-04", "With outputs no response format is sent.",
       changed_computed("outputs", "response_format", erased("response_format"))},
      {"outputs-ask-for-any-json", "P7.1.7-04", "With outputs the request asks for JSON of any shape.",
       changed_computed("outputs", "response_format",
                        [](Json& body, Json const&) {
                          body["response_format"] = {{"type", "json"}};
                        })},
  };
}

std::vector<Mutant> precedence_mutants() {
  return {
      {"minimal-request-with-stream", "P7.1.7-05", "The minimal request says that nothing is streamed.",
       added_to_minimal("stream", false)},
      {"minimal-request-with-count", "P7.1.7-05", "The minimal request asks for one choice.", added_to_minimal("n", 1)},
      {"minimal-request-with-temperature", "P7.1.7-05", "The minimal request carries a default temperature.",
       added_to_minimal("temperature", 1)},
      {"minimal-request-with-null-user", "P7.1.7-05", "The minimal request carries a null user.",
       added_to_minimal("user", nullptr)},
      {"agent-name-sent", "P7.1.7-05", "The agent's name is sent as the user.", agent_property_sent("name", "user")},
      {"agent-metadata-sent", "P7.1.7-05", "The agent's metadata are sent.",
       agent_property_sent("metadata", "metadata")},
      {"additional-tools-win", "P7.1.7-06", "Additional tools replace the agent's tools.",
       contended("tools", "tools", additional_wins("tools"))},
      {"additional-tools-join", "P7.1.7-06", "Additional tools are added to the agent's tools.",
       contended("tools", "tools", join_additional_tools)},
      {"contended-tools-lost", "P7.1.7-06", "Neither the additional tools nor the agent's are sent.",
       contended("tools", "tools", erased("tools"))},
      {"additional-response-format-wins", "P7.1.7-06", "An additional response format replaces the computed one.",
       contended("outputs", "response_format", additional_wins("response_format"))},
      {"contended-response-format-lost", "P7.1.7-06", "Neither the additional response format nor ours is sent.",
       contended("outputs", "response_format", erased("response_format"))},
      {"additional-response-format-emptied", "P7.1.7-06", "An additional response format alone is sent as null.",
       changed_body([](Json& body, Json const& agent) {
         bool const alone = is_additional(agent, "response_format") && !has_items(agent, "outputs");
         if (alone) body["response_format"] = nullptr;
       })},
      {"contended-model-lost", "P7.1.7-07", "When additional options name a model none is sent.",
       lost_when_additional("model")},
      {"contended-messages-lost", "P7.1.7-07", "When additional options name messages none are sent.",
       lost_when_additional("messages")},
      {"any-additional-option-loses-model", "P7.1.7-07", "With any additional option the model is not sent.",
       changed_body([](Json& body, Json const& agent) {
         if (!additional_of(agent).empty()) body.erase("model");
       })},
      {"any-additional-option-loses-messages", "P7.1.7-07", "With any additional option the messages are not sent.",
       changed_body([](Json& body, Json const& agent) {
         if (!additional_of(agent).empty()) body["messages"] = Json::array();
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_request

namespace conformance::mutants {

std::vector<Mutant> openai_request_mutants() {
  std::vector<Mutant> mutants = openai_request::structure_mutants();
  std::vector<Mutant> const about_precedence = openai_request::precedence_mutants();
  mutants.insert(mutants.end(), about_precedence.begin(), about_precedence.end());
  return mutants;
}

}  // namespace conformance::mutants
