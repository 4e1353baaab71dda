#include <re2/re2.h>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_inputs {
namespace {

/// Changes each declaration of an input before rendering.
Rule changed_declarations(std::function<void(Json& property, Json& inputs)> change) {
  return changed_before_rendering([change = std::move(change)](Json& agent, Json& inputs) {
    if (!member(agent, "inputs").is_array()) return;
    for (Json& property : agent["inputs"]) change(property, inputs);
  });
}

/// Changes each input that is no rich one before rendering.
Rule changed_values(std::function<void(Json& value)> change) {
  return changed_before_rendering([change = std::move(change)](Json& agent, Json& inputs) {
    if (!inputs.is_object() || has_rich_inputs(agent)) return;
    for (Json& value : inputs) change(value);
  });
}

Rule printed(std::string const& kind) {
  return changed_declarations([kind](Json& property, Json&) {
    if (member(property, "kind") == kind) property["kind"] = "string";
  });
}

bool is_declared(Json const& agent, std::string const& name) {
  for (Json const& property : member(agent, "inputs")) {
    if (member(property, "name") == name) return true;
  }
  return false;
}

std::string joined(Json const& list) {
  std::string text;
  for (Json const& element : list) text += (text.empty() ? "" : ", ") + element.dump();
  return text;
}

Rule changed_placeholder(std::string const& rewrite) {
  return changed_rendered([rewrite](std::string& rendered, Json const&, Json const&) {
    static RE2 const placeholder("__PROMPTY_THREAD_([0-9a-f]+)_(.+?)__");
    RE2::GlobalReplace(&rendered, placeholder, rewrite);
  });
}

std::vector<Mutant> value_mutants() {
  return {
      {"defaults-not-rendered", "P5.1-01", "Rendering does not know the defaults of inputs.",
       changed_declarations([](Json& property, Json&) { property.erase("default"); })},
      {"defaults-always-rendered", "P5.1-01", "Rendering takes the default of an input whatever was given.",
       changed_declarations([](Json& property, Json& inputs) {
         if (property.contains("default")) inputs.erase(property["name"].get<std::string>());
       })},
      {"required-inputs-not-checked", "P5.1-01", "Rendering goes on without a required input.",
       changed_declarations([](Json& property, Json&) { property["required"] = false; })},
      {"required-inputs-never-there", "P5.1-01", "Rendering misses a required input that was given.",
       changed_declarations([](Json& property, Json& inputs) {
         if (member(property, "required") == true) inputs.erase(property["name"].get<std::string>());
       })},
      {"undeclared-inputs-not-rendered", "P5.1-02", "Inputs that are not declared are kept from the template.",
       changed_before_rendering([](Json& agent, Json& inputs) {
         Json kept = Json::object();
         for (auto const& [name, value] : inputs.items()) {
           if (is_declared(agent, name)) kept[name] = value;
         }
         inputs = kept;
       })},
      {"undeclared-inputs-refused", "P5.1-02", "Rendering refuses inputs that are not declared.",
       refused_asking({"render", "prepare"}, "ValueError",
                      [](Json const& params) {
                        bool refused = false;
                        for (auto const& [name, value] : member(params, "inputs").items())
                          refused = refused || !is_declared(member(params, "agent"), name);
                        return refused;
                      })},
      {"numbers-become-text", "P5.1-03", "The template sees numbers as text.", changed_values([](Json& value) {
         if (value.is_number()) value = value.dump();
       })},
      {"lists-become-text", "P5.1-03", "The template sees a list as text.", changed_values([](Json& value) {
         if (value.is_array()) value = joined(value);
       })},
      {"mappings-become-text", "P5.1-03", "The template sees a mapping as text.", changed_values([](Json& value) {
         if (value.is_object()) value = value.dump();
       })},
      {"digits-become-numbers", "P5.1-03", "The template sees text of digits as a number.",
       changed_values([](Json& value) {
         static RE2 const digits("[0-9]{1,9}");
         if (value.is_string() && RE2::FullMatch(value.get<std::string>(), digits))
           value = std::stoi(value.get<std::string>());
       })},
  };
}

std::vector<Mutant> engine_mutants() {
  return {
      {"unknown-engine-replaced", "P5.1-04", "An engine that nobody registered is replaced by the default one.",
       changed_before_rendering([](Json& agent, Json const&) {
         if (!is_jinja(agent) && !is_mustache(agent)) agent["template"]["format"]["kind"] = "jinja2";
       })},
      {"unknown-engine-does-nothing", "P5.1-04", "An engine that nobody registered leaves the text as it is.",
       changed_reply({"render"},
                     [](Reply reply, std::string const&, Json const& params, AskReference const&) {
                       Json const& agent = member(params, "agent");
                       if (is_jinja(agent) || is_mustache(agent)) return reply;
                       return answered({{"rendered", template_of(agent)}});
                     })},
      {"unknown-engine-is-a-wrong-value", "P5.1-04", "An engine that nobody registered is an error of another kind.",
       changed_reply({"render", "prepare"},
                     [](Reply reply, std::string const&, Json const&, AskReference const&) {
                       bool const is_unknown =
                           reply.status == Reply::Status::error && member(reply.value, "kind") == "InvokerError";
                       return is_unknown ? raised("ValueError") : reply;
                     })},
      {"named-engine-unknown", "P5.1-04", "An engine that a template names is unknown.",
       changed_reply({"render", "prepare"},
                     [](Reply reply, std::string const&, Json const& params, AskReference const&) {
                       return member(params, "agent").contains("template") ? raised("InvokerError") : reply;
                     })},
  };
}

std::vector<Mutant> rich_mutants() {
  return {
      {"thread-printed", "P5.1-05", "The messages of a thread are put out.", printed("thread")},
      {"image-printed", "P5.1-05", "The address of an image is put out.", printed("image")},
      {"file-printed", "P5.1-05", "The address of a file is put out.", printed("file")},
      {"audio-printed", "P5.1-05", "The data of an audio is put out.", printed("audio")},
      {"part-objects-printed", "P5.1-05", "An image that was given as a part is put out.",
       changed_declarations([](Json& property, Json& inputs) {
         bool const is_part = is_rich(property) && member(inputs, property.value("name", "")).is_object();
         if (is_part) property["kind"] = "object";
       })},
      {"addresses-are-rich", "P5.1-05", "A string that looks like an address is kept from the text too.",
       changed_declarations([](Json& property, Json& inputs) {
         Json const& value = member(inputs, property.value("name", ""));
         bool const is_address =
             property["kind"] == "string" && value.is_string() && value.get<std::string>().rfind("http", 0) == 0;
         if (is_address) property["kind"] = "image";
       })},
      {"placeholder-with-another-prefix", "P5.1-06", "The placeholder begins with another word.",
       changed_placeholder(R"(__PROMPTY_\1_\2__)")},
      {"placeholder-with-few-digits", "P5.1-06", "The number of a placeholder has four digits.",
       changed_placeholder(R"(__PROMPTY_THREAD_0a1b_\2__)")},
      {"placeholder-without-number", "P5.1-06", "The placeholder has no number.",
       changed_placeholder(R"(__PROMPTY_THREAD_\2__)")},
      {"placeholder-without-name", "P5.1-06", "The placeholder does not name its input.",
       changed_placeholder(R"(__PROMPTY_THREAD_\1__)")},
      {"placeholder-without-end", "P5.1-06", "The placeholder ends with the name.",
       changed_placeholder(R"(__PROMPTY_THREAD_\1_\2)")},
      {"rich-inputs-render-as-nothing", "P5.1-06", "Nothing stands in the place of a rich input.",
       changed_placeholder("")},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_inputs

namespace conformance::mutants {

std::vector<Mutant> rendering_input_mutants() {
  std::vector<Mutant> mutants = rendering_inputs::value_mutants();
  for (std::vector<Mutant> const& more : {rendering_inputs::engine_mutants(), rendering_inputs::rich_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
