#include <algorithm>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::model {
namespace {

/// Changes the model of an agent whose file has a string for it (or a mapping).
Rule changed_model_form(Json::value_t form, std::function<void(Json& model)> change) {
  return changed_agent([form, change = std::move(change)](Json& agent, Json const& frontmatter) {
    if (agent.contains("model") && member(frontmatter, "model").type() == form) change(agent["model"]);
  });
}

Rule changed_string_model(std::function<void(Json& model)> change) {
  return changed_model_form(Json::value_t::string, std::move(change));
}

std::function<void(Json& model)> moved_to(std::string name) {
  return [name = std::move(name)](Json& model) {
    model[name] = model.value("id", "");
    model.erase("id");
  };
}

/// An id of two words and a sign between them is taken apart.
void take_apart(Json& model) {
  std::string const id = model.value("id", "");
  std::size_t const sign = id.find_first_of(":/");
  if (sign == std::string::npos) return;
  model["provider"] = id.substr(0, sign);
  model["id"] = id.substr(sign + 1);
}

Json const& provider_of(Json const& frontmatter) {
  return member_at(frontmatter, {"model", "provider"});
}

/// Refuses files that name a provider for which the predicate holds.
Rule refused_provider(std::function<bool(std::string const& provider)> predicate) {
  return refused_frontmatter("ValueError", [predicate = std::move(predicate)](Json const& frontmatter) {
    Json const& provider = provider_of(frontmatter);
    return provider.is_string() && predicate(provider.get<std::string>());
  });
}

bool is_usual(std::string const& provider) {
  return provider == "openai" || provider == "azure" || provider == "anthropic" || provider == "foundry";
}

bool is_lower(std::string const& text) {
  return in_lower_case(text) == text;
}

Rule changed_request_of_chat(std::function<void(Json& body)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    Json const& type = member_at(agent, {"model", "apiType"});
    if (type.is_null() || type == "chat") change(body);
  });
}

/// Asks for the request of an agent whose model was changed.
Rule changed_model_of_request(std::function<void(Json& model)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const fits = operation == "build_request" && member_at(params, {"agent", "model"}).is_object();
    if (!fits) return reference(operation, params);
    Json changed = params;
    change(changed["agent"]["model"]);
    return reference(operation, changed);
  };
}

Json usual_unless_built_in(Json const& provider) {
  return provider == "foundry" || provider == "anthropic" ? provider : Json("openai");
}

void image_unless_listed(Json& model) {
  Json const& type = member(model, "apiType");
  bool const is_listed = type == "chat" || type == "embedding" || type == "image" || type == "responses";
  if (!type.is_null() && !is_listed) model["apiType"] = "image";
}

std::vector<Mutant> short_form_mutants() {
  return {
      {"model-string-is-provider", "P2.4-01", "A model that is a string is taken for the provider.",
       changed_string_model(moved_to("provider"))},
      {"model-string-taken-apart", "P2.4-01", "A model that is a string is split at a colon or slash.",
       changed_string_model(take_apart)},
      {"model-string-lost", "P2.4-01", "A model that is a string has no id.", changed_string_model(without("id"))},
      {"model-mapping-id-lost", "P2.4-01", "A model that is a mapping with nothing but an id has none.",
       changed_model_form(Json::value_t::object,
                          [](Json& model) {
                            if (model.size() <= 2) model.erase("id");
                          })},
      {"short-model-without-api-type", "P2.4-06", "The short form of a model leaves the API type unset.",
       changed_string_model(without("apiType"))},
      {"short-model-with-provider", "P2.4-02", "The short form of a model sets a provider.",
       changed_string_model(with("provider", "openai"))},
      {"short-model-with-options", "P2.4-02", "The short form of a model sets options.",
       changed_string_model(with("options", {{"temperature", 1}}))},
      {"short-model-with-connection", "P2.4-02", "The short form of a model sets a connection.",
       changed_string_model(with("connection", {{"kind", "anonymous"}}))},
      {"short-model-provider-guessed", "P2.4-02", "The short form of a model guesses the provider from the id.",
       changed_string_model([](Json& model) {
         if (is_usual(model.value("id", ""))) copy_member(model, "id", "provider");
       })},
  };
}

std::vector<Mutant> id_mutants() {
  return {
      {"model-id-invented", "P2.4-03", "A model without id gets a usual one.", made_up({"model", "id"}, "usual-model")},
      {"model-id-lower-case", "P2.4-03", "The request asks for the model in lower case.",
       changed_body([](Json& body, Json const&) {
         if (body.contains("model")) body["model"] = in_lower_case(body["model"]);
       })},
      {"model-id-shortened", "P2.4-03", "Only the first word of a model's id is loaded.",
       altered({"model", "id"}, [](Json const& id) { return cut_at(id, "-"); })},
      {"provider-invented", "P2.4-04", "A model without provider gets the usual one.",
       made_up({"model", "provider"}, "openai")},
      {"provider-lost", "P2.4-04", "The provider is not read.", lost({"model", "provider"})},
      {"provider-always-usual", "P2.4-04", "Whatever provider is named, the usual one is loaded.",
       altered({"model", "provider"}, [](Json const&) { return "openai"; })},
      {"unlisted-provider-refused", "P2.4-05", "A provider that is not on a list is refused.",
       refused_provider([](std::string const& provider) { return !is_usual(provider); })},
      {"provider-in-capitals-refused", "P2.4-05", "A provider with a capital letter is refused.",
       refused_provider([](std::string const& provider) { return !is_lower(provider); })},
      {"listed-provider-refused", "P2.4-05", "A provider for which no executor is at hand is refused when loading.",
       refused_provider([](std::string const& provider) { return is_usual(provider) && provider != "openai"; })},
      {"unlisted-provider-replaced", "P2.4-05", "A provider that is not on a list is replaced by the usual one.",
       altered({"model", "provider"},
               [](Json const& provider) { return is_usual(provider.get<std::string>()) ? provider : Json("openai"); })},
  };
}

std::vector<Mutant> request_mutants() {
  return {
      {"absent-provider-served", "P2.4-04", "A request without a provider is built for the usual one.",
       changed_model_of_request(with("provider", "openai"))},
      {"named-provider-forgotten", "P2.4-04", "A request is built as if no provider had been named.",
       changed_model_of_request(without("provider"))},
      {"unserved-provider-replaced", "P2.4-05", "A request for a provider that nobody serves goes to the usual one.",
       changed_model_of_request(with_other("provider", usual_unless_built_in))},
      {"provider-never-found", "P2.4-05", "A provider is looked up under a longer key than its own.",
       changed_model_of_request(
           with_other("provider", [](Json const& provider) { return plain_text(provider) + "-provider"; }))},
      {"unknown-api-type-as-image", "P12.2-03", "An API type that nobody knows is taken for image.",
       changed_model_of_request(image_unless_listed)},
      {"listed-api-type-unknown", "P12.2-03", "An API type of the table is looked up under a longer name.",
       changed_model_of_request(
           with_other("apiType", [](Json const& type) { return plain_text(type) + "-completion"; }))},
  };
}

std::vector<Mutant> default_mutants() {
  return {
      {"api-type-unset", "P2.4-06", "A model that states no API type has none.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (agent.contains("model") && member_at(frontmatter, {"model", "apiType"}).is_null())
           agent["model"].erase("apiType");
       })},
      {"api-type-default-responses", "P2.4-06", "The API type is responses unless the file says otherwise.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (agent.contains("model") && member_at(frontmatter, {"model", "apiType"}).is_null())
           agent["model"]["apiType"] = "responses";
       })},
      {"api-type-always-chat", "P2.4-06", "The API type is chat even if the file says otherwise.",
       altered({"model", "apiType"}, [](Json const&) { return "chat"; })},
      {"chat-as-completion", "P2.4-07", "The API type chat builds a request of a single prompt.",
       changed_request_of_chat([](Json& body) {
         body["prompt"] = body.value("messages", Json::array()).dump();
         body.erase("messages");
       })},
      {"chat-as-responses", "P2.4-07", "The API type chat builds a request of the Responses API.",
       changed_request_of_chat([](Json& body) {
         body["input"] = body.value("messages", Json::array());
         body.erase("messages");
       })},
      {"connection-lost", "P2.4-08", "The connection is not read.", lost({"model", "connection"})},
      {"anonymous-connection-invented", "P2.4-08", "A model without connection gets an anonymous one.",
       made_up({"model", "connection"}, {{"kind", "anonymous"}})},
      {"options-lost", "P2.4-09", "The options are not read.", lost({"model", "options"})},
      {"options-invented", "P2.4-09", "A model without options gets a temperature of one.",
       made_up({"model", "options"}, {{"temperature", 1}})},
      {"options-sent-unset", "P2.4-09", "A request without options carries a temperature.",
       changed_body([](Json& body, Json const& agent) {
         if (member_at(agent, {"model", "options"}).is_null()) body["temperature"] = 1;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::model

namespace conformance::mutants {

std::vector<Mutant> model_mutants() {
  std::vector<Mutant> mutants = model::short_form_mutants();
  for (std::vector<Mutant> const& more : {model::id_mutants(), model::request_mutants(), model::default_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
