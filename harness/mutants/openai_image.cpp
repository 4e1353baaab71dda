#include <algorithm>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_image {
namespace {

bool is_image(Json const& agent) {
  return is_for(agent, "image");
}

Rule changed_image(ChangeRequest change) {
  return changed_request_of("image", std::move(change));
}

bool has_additional(Json const& agent, std::string const& key) {
  return additional_properties_of(agent).is_object() && additional_properties_of(agent).contains(key);
}

bool is_user(Json const& message) {
  return member(message, "role") == "user";
}

Json last_user(Json const& messages) {
  Json last = nullptr;
  for (Json const& message : messages) {
    if (is_user(message)) last = message;
  }
  return last;
}

Json last_where(Json const& messages, std::function<bool(Json const& message)> const& predicate) {
  Json last = nullptr;
  for (Json const& message : messages) {
    if (predicate(message)) last = message;
  }
  return last;
}

std::string first_text(Json const& message) {
  std::vector<std::string> const texts = texts_of(message);
  return texts.empty() ? "" : texts.front();
}

/// Finds another prompt, where the author has not set one.
Rule changed_prompt(std::function<Json(Json const& messages, Json const& prompt)> find) {
  return changed_image([find = std::move(find)](Json& body, Json const& agent, Json const& messages) {
    if (!has_additional(agent, "prompt")) body["prompt"] = find(messages, Json(body["prompt"]));
  });
}

/// Finds another prompt in the last message of the user.
Rule changed_text(std::function<Json(Json const& message, Json const& prompt)> find) {
  return changed_prompt([find = std::move(find)](Json const& messages, Json const& prompt) {
    Json const message = last_user(messages);
    return message.is_null() ? prompt : find(message, prompt);
  });
}

/// Puts something in place of the prompt when no user speaks.
Rule without_user(std::function<void(Json& body, Json const& messages)> change) {
  return changed_image([change = std::move(change)](Json& body, Json const& agent, Json const& messages) {
    if (last_user(messages).is_null() && !has_additional(agent, "prompt")) change(body, messages);
  });
}

Json joined_texts(Json const& message, Json const& prompt) {
  std::vector<std::string> const texts = texts_of(message);
  if (texts.size() < 2) return prompt;
  std::string all;
  for (std::string const& text : texts) all += (all.empty() ? "" : "\n") + text;
  return all;
}

Json first_text_that_says_something(Json const& message, Json const& prompt) {
  for (std::string const& text : texts_of(message)) {
    if (!text.empty()) return text;
  }
  return prompt;
}

Json last_text_of_any_user(Json const& messages, Json const& prompt) {
  if (last_user(messages).is_null() || !texts_of(last_user(messages)).empty()) return prompt;
  Json const other =
      last_where(messages, [](Json const& message) { return is_user(message) && !texts_of(message).empty(); });
  return other.is_null() ? prompt : Json(first_text(other));
}

bool is_of_the_builder(std::string const& key) {
  return key == "model" || key == "prompt";
}

/// Takes options away: all for which the predicate holds, but never what the builder itself sends.
Rule dropped(std::function<bool(std::string const& key, Json const& agent)> predicate) {
  return changed_image([predicate = std::move(predicate)](Json& body, Json const& agent, Json const&) {
    Json kept = Json::object();
    for (auto const& [key, value] : body.items()) {
      if (is_of_the_builder(key) || !predicate(key, agent)) kept[key] = value;
    }
    body = std::move(kept);
  });
}

/// Does something where the author has set a name of the builder.
Rule contended(
    std::function<void(Json& body, Json const& agent, Json const& messages, std::string const& key)> change) {
  return changed_image([change = std::move(change)](Json& body, Json const& agent, Json const& messages) {
    for (std::string const key : {"model", "prompt"}) {
      if (has_additional(agent, key)) change(body, agent, messages, key);
    }
  });
}

Json own_value(Json const& agent, Json const& messages, std::string const& key) {
  return key == "model" ? model_id_of(agent) : Json(first_text(last_user(messages)));
}

Rule changed_model(std::function<void(Json& body, Json const& agent)> change) {
  return changed_image([change = std::move(change)](Json& body, Json const& agent, Json const&) {
    if (!has_additional(agent, "model")) change(body, agent);
  });
}

std::vector<Mutant> prompt_mutants() {
  return {
      {"image-asked-as-chat", "P7.3-01", "An agent for images gives a chat request.", built_for("chat", is_image)},
      {"image-chosen-by-the-model", "P7.3-01", "Images are asked for where the model's name speaks of them.",
       built_for("image", [](Json const& agent) { return is_for(agent, "chat") && is_model_called(agent, "image"); })},
      {"image-only-with-its-model", "P7.3-01", "Images are asked for only where the model's name agrees.",
       built_for("chat", [](Json const& agent) { return is_image(agent) && !is_model_called(agent, "image"); })},
      {"image-prompt-under-input", "P7.3-01", "The prompt for an image is called input.",
       changed_image([](Json& body, Json const&, Json const&) {
         body["input"] = Json(body["prompt"]);
         body.erase("prompt");
       })},
      {"image-of-the-first-user", "P7.3-02", "The prompt comes from the first message of the user.",
       changed_prompt([](Json const& messages, Json const& prompt) {
         Json::const_iterator const first = std::find_if(messages.begin(), messages.end(), is_user);
         return first == messages.end() ? prompt : Json(first_text(*first));
       })},
      {"image-of-the-last-message", "P7.3-02", "The prompt comes from the last message, whoever speaks.",
       changed_prompt([](Json const& messages, Json const& prompt) {
         return messages.empty() ? prompt : Json(first_text(messages.back()));
       })},
      {"image-of-the-first-message", "P7.3-02", "The prompt comes from the first message, whoever speaks.",
       changed_prompt([](Json const& messages, Json const& prompt) {
         return messages.empty() ? prompt : Json(first_text(messages.front()));
       })},
      {"image-of-the-last-text", "P7.3-03", "Of several texts the last is the prompt.",
       changed_text([](Json const& message, Json const& prompt) {
         return texts_of(message).empty() ? prompt : Json(texts_of(message).back());
       })},
      {"image-of-all-texts", "P7.3-03", "Several texts are joined to one prompt.", changed_text(joined_texts)},
      {"image-of-the-first-words", "P7.3-03", "An empty text is passed over for one that says something.",
       changed_text(first_text_that_says_something)},
      {"image-of-an-earlier-wish", "P7.3-04", "An earlier message of the user is asked when the last has no text.",
       changed_prompt(last_text_of_any_user)},
      {"image-without-text-null", "P7.3-04", "A message without a text gives null for a prompt.",
       changed_text(
           [](Json const& message, Json const& prompt) { return texts_of(message).empty() ? Json(nullptr) : prompt; })},
      {"image-without-user-of-anyone", "P7.3-05", "Without a user the prompt is what somebody else said last.",
       without_user([](Json& body, Json const& messages) {
         if (!messages.empty()) body["prompt"] = first_text(messages.back());
       })},
      {"image-without-user-null", "P7.3-05", "Without a user the prompt is null.",
       without_user([](Json& body, Json const&) { body["prompt"] = nullptr; })},
      {"image-without-user-no-prompt", "P7.3-05", "Without a user the prompt is left out.",
       without_user([](Json& body, Json const&) { body.erase("prompt"); })},
  };
}

std::vector<Mutant> option_mutants_of_images() {
  return {
      {"image-without-options", "P7.3-06", "No option is sent with an image request.",
       dropped([](std::string const&, Json const&) { return true; })},
      {"image-without-additional-properties", "P7.3-06", "Additional properties are not sent with an image request.",
       dropped([](std::string const& key, Json const& agent) { return has_additional(agent, key); })},
      {"image-without-mapped-options", "P7.3-06",
       "Of the options only the additional properties are sent for an image.",
       dropped([](std::string const& key, Json const& agent) { return !has_additional(agent, key); })},
      {"image-with-a-count", "P7.3-06", "An image request without options asks for one image in so many words.",
       changed_image([](Json& body, Json const& agent, Json const&) {
         if (options_of(agent).empty()) body["n"] = 1;
       })},
      {"image-prompt-kept", "P7.3-07", "Names of the builder are not taken from the additional properties.",
       contended([](Json& body, Json const& agent, Json const& messages, std::string const& key) {
         body[key] = own_value(agent, messages, key);
       })},
      {"image-prompts-joined", "P7.3-07", "The two values for one name are joined.",
       contended([](Json& body, Json const& agent, Json const& messages, std::string const& key) {
         body[key] = own_value(agent, messages, key).dump() + body[key].dump();
       })},
      {"image-prompt-lost", "P7.3-07", "A name that has two values is left out.",
       contended([](Json& body, Json const&, Json const&, std::string const& key) { body.erase(key); })},
      {"image-with-tools", "P7.3-08", "The image request carries the tools.",
       changed_image([](Json& body, Json const& agent, Json const&) {
         if (!member(agent, "tools").empty()) body["tools"] = member(agent, "tools");
       })},
      {"image-with-response-format", "P7.3-08", "The image request asks for JSON when outputs are declared.",
       changed_image([](Json& body, Json const& agent, Json const&) {
         if (!member(agent, "outputs").empty()) body["response_format"] = {{"type", "json_schema"}};
       })},
      {"image-with-messages", "P7.3-08", "The image request carries the messages as well.",
       changed_image([](Json& body, Json const&, Json const& messages) { body["messages"] = messages; })},
      {"image-without-model", "P7.3-09", "The image request names no model.",
       changed_model([](Json& body, Json const&) { body.erase("model"); })},
      {"image-by-agent-name", "P7.3-09", "The image request asks for the agent's name as the model.",
       changed_model([](Json& body, Json const& agent) { body["model"] = member(agent, "name"); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_image

namespace conformance::mutants {

std::vector<Mutant> openai_image_mutants() {
  std::vector<Mutant> mutants = openai_image::prompt_mutants();
  std::vector<Mutant> const about_options = openai_image::option_mutants_of_images();
  mutants.insert(mutants.end(), about_options.begin(), about_options.end());
  return mutants;
}

}  // namespace conformance::mutants
