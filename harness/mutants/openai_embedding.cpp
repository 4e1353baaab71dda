#include <algorithm>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_embedding {
namespace {

bool is_embedding(Json const& agent) {
  return is_for(agent, "embedding");
}

Rule changed_embedding(ChangeRequest change) {
  return changed_request_of("embedding", std::move(change));
}

/// One text alone, several as a list.
Json as_input(std::vector<std::string> const& texts) {
  return texts.size() == 1 ? Json(texts.front()) : Json(texts);
}

/// Collects something else from each message instead of its texts.
Rule collected(std::function<std::vector<std::string>(Json const& message)> texts) {
  return changed_embedding([texts = std::move(texts)](Json& body, Json const&, Json const& messages) {
    std::vector<std::string> all;
    for (Json const& message : messages) {
      std::vector<std::string> const more = texts(message);
      all.insert(all.end(), more.begin(), more.end());
    }
    body["input"] = as_input(all);
  });
}

/// Passes over the messages for which the predicate does not hold.
Rule collected_where(std::function<bool(Json const& message)> predicate) {
  return collected([predicate = std::move(predicate)](Json const& message) {
    return predicate(message) ? texts_of(message) : std::vector<std::string>();
  });
}

/// The values of all parts; those that are no text as `other` has it.
Rule collected_from_parts(std::function<std::string(Json const& part)> other) {
  return collected([other = std::move(other)](Json const& message) {
    std::vector<std::string> values;
    for (Json const& part : member(message, "content")) {
      bool const is_text = member(part, "kind") == "text";
      values.push_back(is_text ? member(part, "value").get<std::string>() : other(part));
    }
    return values;
  });
}

/// Changes an input of several texts.
Rule changed_list(std::function<Json(Json const& list)> change) {
  return changed_embedding([change = std::move(change)](Json& body, Json const&, Json const&) {
    if (body["input"].is_array() && body["input"].size() > 1) body["input"] = change(Json(body["input"]));
  });
}

/// Puts something else in place of the empty list.
Rule changed_nothing(std::function<void(Json& body)> change) {
  return changed_embedding([change = std::move(change)](Json& body, Json const&, Json const&) {
    if (body["input"] == Json::array()) change(body);
  });
}

Json joined(Json const& list) {
  std::string text;
  for (Json const& element : list) text += (text.empty() ? "" : "\n") + element.get<std::string>();
  return text;
}

Json without_empty(Json const& list) {
  Json kept = Json::array();
  for (Json const& element : list) {
    if (element != "") kept.push_back(element);
  }
  return kept;
}

void send_options(Json& body, Json const& agent, Json const&) {
  if (options_of(agent).is_null()) return;
  for (auto const& [key, value] : options_of(agent).items()) {
    if (key != "additionalProperties") body[key] = value;
  }
}

void send_additional(Json& body, Json const& agent, Json const&) {
  if (additional_properties_of(agent).is_null()) return;
  for (auto const& [key, value] : additional_properties_of(agent).items()) body[key] = value;
}

std::vector<Mutant> collecting_mutants() {
  return {
      {"embedding-asked-as-chat", "P7.2-01", "An agent for embeddings gives a chat request.",
       built_for("chat", is_embedding)},
      {"embedding-chosen-by-the-model", "P7.2-01", "Embeddings are asked for where the model's name speaks of them.",
       built_for("embedding",
                 [](Json const& agent) { return is_for(agent, "chat") && is_model_called(agent, "embedding"); })},
      {"embedding-only-with-its-model", "P7.2-01", "Embeddings are asked for only where the model's name agrees.",
       built_for("chat",
                 [](Json const& agent) { return is_embedding(agent) && !is_model_called(agent, "embedding"); })},
      {"embedding-with-messages", "P7.2-01", "The embeddings request carries the messages as well.",
       changed_embedding([](Json& body, Json const&, Json const& messages) { body["messages"] = messages; })},
      {"embedding-of-users-only", "P7.2-02", "Only what the user says is embedded.",
       collected_where([](Json const& message) { return member(message, "role") == "user"; })},
      {"embedding-without-the-system", "P7.2-02", "What the system says is not embedded.",
       collected_where([](Json const& message) { return member(message, "role") != "system"; })},
      {"embedding-of-the-last-message", "P7.2-02", "Only the last message is embedded.",
       changed_embedding([](Json& body, Json const&, Json const& messages) {
         if (!messages.empty()) body["input"] = as_input(texts_of(messages.back()));
       })},
      {"embedding-texts-reversed", "P7.2-02", "The texts are sent last first.",
       changed_list([](Json const& list) { return Json(std::vector<Json>(list.rbegin(), list.rend())); })},
      {"embedding-of-every-value", "P7.2-03",
       "The addresses and data of other parts are embedded as if they were texts.",
       collected_from_parts([](Json const& part) { return member(part, "value").get<std::string>(); })},
      {"embedding-of-gaps", "P7.2-03", "A part that is no text counts as an empty one.",
       collected_from_parts([](Json const&) { return std::string(); })},
      {"embedding-of-pure-messages", "P7.2-03", "A message with a part that is no text is passed over.",
       collected_where(
           [](Json const& message) { return texts_of(message).size() == member(message, "content").size(); })},
  };
}

std::vector<Mutant> form_mutants() {
  return {
      {"single-embedding-listed", "P7.2-04", "A single text is sent as a list of one.",
       changed_embedding([](Json& body, Json const&, Json const&) {
         if (body["input"].is_string()) body["input"] = Json::array({Json(body["input"])});
       })},
      {"embedding-form-by-messages", "P7.2-04", "A string is sent only if there is a single message.",
       changed_embedding([](Json& body, Json const&, Json const& messages) {
         if (body["input"].is_string() && messages.size() > 1) body["input"] = Json::array({Json(body["input"])});
       })},
      {"embeddings-joined", "P7.2-05", "Several texts are joined to one.", changed_list(joined)},
      {"embeddings-once-each", "P7.2-05", "A text that occurs again is sent only once.",
       changed_list(without_repetitions)},
      {"empty-embeddings-dropped", "P7.2-05", "Of several texts the empty ones are left out.",
       changed_list(without_empty)},
      {"first-embedding-only", "P7.2-05", "Of several texts only the first is sent.",
       changed_list([](Json const& list) { return Json(first_of(list)); })},
      {"no-embedding-as-text", "P7.2-06", "Without any text an empty one is sent.",
       changed_nothing([](Json& body) { body["input"] = ""; })},
      {"no-embedding-as-null", "P7.2-06", "Without any text null is sent.",
       changed_nothing([](Json& body) { body["input"] = nullptr; })},
      {"no-embedding-no-input", "P7.2-06", "Without any text the input is left out.",
       changed_nothing([](Json& body) { body.erase("input"); })},
      {"embedding-with-options", "P7.2-07", "The embeddings request carries the mapped options.",
       changed_embedding(send_options)},
      {"embedding-with-additional-properties", "P7.2-07", "The embeddings request carries the additional properties.",
       changed_embedding(send_additional)},
      {"embedding-with-tools", "P7.2-07", "The embeddings request carries the tools.",
       changed_embedding([](Json& body, Json const& agent, Json const&) {
         if (!member(agent, "tools").empty()) body["tools"] = member(agent, "tools");
       })},
      {"embedding-without-model", "P7.2-09", "The embeddings request names no model.",
       changed_embedding([](Json& body, Json const&, Json const&) { body.erase("model"); })},
      {"embedding-by-agent-name", "P7.2-09", "The embeddings request asks for the agent's name as the model.",
       changed_embedding([](Json& body, Json const& agent, Json const&) { body["model"] = member(agent, "name"); })},
      {"embedding-model-cut-at-colon", "P7.2-09",
       "Of the model for embeddings only what stands before a colon is sent.",
       changed_embedding([](Json& body, Json const& agent, Json const&) {
         if (!model_id_of(agent).is_string()) return;
         std::string const id = model_id_of(agent).get<std::string>();
         body["model"] = id.substr(0, id.find(':'));
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_embedding

namespace conformance::mutants {

std::vector<Mutant> openai_embedding_mutants() {
  std::vector<Mutant> mutants = openai_embedding::collecting_mutants();
  std::vector<Mutant> const about_form = openai_embedding::form_mutants();
  mutants.insert(mutants.end(), about_form.begin(), about_form.end());
  return mutants;
}

}  // namespace conformance::mutants
