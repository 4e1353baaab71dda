#include <algorithm>

#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::inputs {
namespace {

/// Changes each declaration of an input, and the inputs, before they are validated.
Rule changed_declarations(std::function<void(Json& property, Json& inputs)> change) {
  return changed_before_inputs([change = std::move(change)](Json& agent, Json& inputs) {
    if (!member(agent, "inputs").is_array()) return;
    for (Json& property : agent["inputs"]) change(property, inputs);
  });
}

bool is_given(Json const& property, Json const& inputs) {
  return inputs.is_object() && inputs.contains(property.value("name", ""));
}

bool is_required(Json const& property) {
  return member(property, "required") == true;
}

bool is_declared(Json const& agent, std::string const& name) {
  Json const& properties = member(agent, "inputs");
  return properties.is_array() && std::any_of(properties.begin(), properties.end(),
                                              [&](Json const& property) { return member(property, "name") == name; });
}

/// Changes the value of each declared input that was given.
Rule changed_given(std::function<void(Json& value, Json const& property)> change) {
  return changed_declarations([change = std::move(change)](Json const& property, Json& inputs) {
    if (is_given(property, inputs)) change(inputs[property.value("name", "")], property);
  });
}

/// Refuses agents with a declaration for which the predicate holds.
Rule refused_where(std::vector<std::string> operations,
                   std::function<bool(Json const& property, Json const& inputs)> predicate) {
  return refused_asking(std::move(operations), "ValueError", [predicate = std::move(predicate)](Json const& params) {
    Json const& properties = member(member(params, "agent"), "inputs");
    return properties.is_array() && std::any_of(properties.begin(), properties.end(), [&](Json const& property) {
             return predicate(property, member(params, "inputs"));
           });
  });
}

Rule refused_inputs(std::function<bool(Json const& property, Json const& inputs)> predicate) {
  return refused_where({"validate_inputs", "render", "prepare"}, std::move(predicate));
}

Rule other_missing_error(std::function<void(Json& error, Json const& params)> change) {
  return changed_reply(
      {"validate_inputs", "render", "prepare"},
      [change = std::move(change)](Reply reply, std::string const&, Json const& params, AskReference const&) {
        bool const is_missing = reply.status == Reply::Status::error &&
                                reply.value.value("message", "").rfind("Missing required input", 0) == 0;
        if (is_missing) change(reply.value, params);
        return reply;
      });
}

bool fits_kind(Json const& value, std::string const& kind) {
  if (kind == "string") return value.is_string();
  if (kind == "integer") return value.is_number_integer();
  if (kind == "float") return value.is_number();
  if (kind == "boolean") return value.is_boolean();
  return true;
}

bool is_falsy(Json const& value) {
  return value.is_null() || value == false || value == 0 || value == "" || value == Json::array();
}

void read_as_kind(Json& value, Json const& property) {
  if (property["kind"] == "integer") value = 0;
  if (property["kind"] == "string") value = value.is_string() ? value.get<std::string>() : value.dump();
  if (property["kind"] == "boolean") value = !is_falsy(value);
}

std::vector<Mutant> default_mutants() {
  return {
      {"defaults-unknown", "P12.1-01", "A missing input stays missing although it has a default.",
       changed_declarations([](Json& property, Json&) { property.erase("default"); })},
      {"falsy-defaults-unknown", "P12.1-01", "A default that counts as false fills nothing.",
       changed_declarations([](Json& property, Json&) {
         if (property.contains("default") && is_falsy(property["default"])) property.erase("default");
       })},
      {"defaults-all-or-nothing", "P12.1-01", "Defaults fill only if no input was given.",
       changed_declarations([](Json& property, Json& inputs) {
         if (!inputs.empty()) property.erase("default");
       })},
      {"defaults-win", "P12.1-02", "The default takes the place of a given value.",
       changed_given([](Json& value, Json const& property) {
         if (property.contains("default")) value = property["default"];
       })},
      {"falsy-values-replaced", "P12.1-02", "The default takes the place of a value that counts as false.",
       changed_given([](Json& value, Json const& property) {
         if (property.contains("default") && is_falsy(value)) value = property["default"];
       })},
      {"null-replaced", "P12.1-02", "The default takes the place of null.",
       changed_given([](Json& value, Json const& property) {
         if (property.contains("default") && value.is_null()) value = property["default"];
       })},
      {"absent-inputs-are-null", "P12.1-06", "An input that was not given and has no default becomes null.",
       changed_declarations([](Json const& property, Json& inputs) {
         bool const is_absent = !is_given(property, inputs) && !property.contains("default") && !is_required(property);
         if (is_absent) inputs[property.value("name", "")] = nullptr;
       })},
      {"absent-inputs-are-empty", "P12.1-06", "An input that was not given and has no default becomes empty.",
       changed_declarations([](Json const& property, Json& inputs) {
         bool const is_absent = !is_given(property, inputs) && !property.contains("default") && !is_required(property);
         if (is_absent) inputs[property.value("name", "")] = "";
       })},
      {"optional-inputs-dropped", "P12.1-06",
       "An input that is neither required nor has a default stays absent always.",
       changed_declarations([](Json const& property, Json& inputs) {
         if (!is_required(property) && !property.contains("default")) inputs.erase(property.value("name", ""));
       })},
      {"examples-are-defaults", "P12.1-07", "The example of an input fills it when it has no default.",
       changed_declarations([](Json& property, Json&) {
         if (property.contains("example") && !property.contains("default")) property["default"] = property["example"];
       })},
      {"examples-beat-what-is-given", "P12.1-07", "The example of an input takes the place of what is given.",
       changed_given([](Json& value, Json const& property) {
         if (property.contains("example")) value = property["example"];
       })},
      {"examples-beat-defaults", "P12.1-07", "The example of an input fills it also when it has a default.",
       changed_declarations([](Json& property, Json&) {
         if (property.contains("example")) property["default"] = property["example"];
       })},
  };
}

std::vector<Mutant> required_mutants() {
  return {
      {"required-not-checked", "P12.1-03", "A required input may be missing.",
       changed_declarations([](Json& property, Json&) { property["required"] = false; })},
      {"all-inputs-required", "P12.1-03", "An input without a default is required always.",
       changed_declarations([](Json& property, Json&) { property["required"] = true; })},
      {"required-inputs-refused", "P12.1-03", "A required input without a default is missing also when it was given.",
       refused_inputs(
           [](Json const& property, Json const&) { return is_required(property) && !property.contains("default"); })},
      {"missing-input-of-another-kind", "P12.1-03", "A missing input raises an error of another kind.",
       other_missing_error([](Json& error, Json const&) { error["kind"] = "KeyError"; })},
      {"missing-input-otherwise-named", "P12.1-04", "The message about a missing input begins otherwise.",
       other_missing_error([](Json& error, Json const&) {
         error["message"] = "Input is required: " + error["message"].get<std::string>().substr(24);
       })},
      {"missing-input-not-named", "P12.1-04", "The message about a missing input does not name it.",
       other_missing_error([](Json& error, Json const&) { error["message"] = "Missing required input"; })},
      {"first-input-named", "P12.1-04", "The message about a missing input names the first one declared.",
       other_missing_error([](Json& error, Json const& params) {
         error["message"] = "Missing required input: " + params["agent"]["inputs"][0].value("name", "");
       })},
      {"given-inputs-reported", "P12.1-04", "A required input that was given is reported as missing.",
       refused_inputs([](Json const& property, Json const& inputs) {
         return is_required(property) && is_given(property, inputs);
       })},
      {"required-wants-no-default", "P12.1-05", "A required input has to be given although it has a default.",
       refused_inputs([](Json const& property, Json const& inputs) {
         return is_required(property) && property.contains("default") && !is_given(property, inputs);
       })},
      {"required-takes-its-default", "P12.1-05", "A required input with a default has that value always.",
       changed_given([](Json& value, Json const& property) {
         if (is_required(property) && property.contains("default")) value = property["default"];
       })},
      {"required-default-must-be-true", "P12.1-05", "An empty default does not help a required input.",
       refused_inputs([](Json const& property, Json const& inputs) {
         return is_required(property) && property.contains("default") && is_falsy(property["default"]) &&
                !is_given(property, inputs);
       })},
      {"preparing-does-not-check", "P12.1-11", "Preparing goes on without a required input.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         Json changed = params;
         if (operation == "prepare" && member(member(params, "agent"), "inputs").is_array()) {
           for (Json& property : changed["agent"]["inputs"]) property["required"] = false;
         }
         return reference(operation, changed);
       }},
      {"preparing-does-not-complete", "P12.1-11", "Preparing knows no defaults.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         Json changed = params;
         if (operation == "prepare" && member(member(params, "agent"), "inputs").is_array()) {
           for (Json& property : changed["agent"]["inputs"]) property.erase("default");
         }
         return reference(operation, changed);
       }},
      {"preparing-misses-what-is-given", "P12.1-11", "Preparing misses a required input that was given.",
       refused_where({"prepare"},
                     [](Json const& property, Json const& inputs) {
                       return is_required(property) && is_given(property, inputs);
                     })},
  };
}

std::vector<Mutant> value_mutants() {
  return {
      {"kinds-checked", "P12.1-08", "A value of another kind than its input is an error.",
       refused_inputs([](Json const& property, Json const& inputs) {
         return is_given(property, inputs) &&
                !fits_kind(inputs[property.value("name", "")], property.value("kind", ""));
       })},
      {"values-made-to-fit", "P12.1-08", "A value of another kind than its input is made to fit.",
       changed_given([](Json& value, Json const& property) {
         if (!fits_kind(value, property.value("kind", ""))) read_as_kind(value, property);
       })},
      {"integers-are-text", "P12.1-08", "A value for an integer becomes text.",
       changed_given([](Json& value, Json const& property) {
         if (property["kind"] == "integer") value = value.dump();
       })},
      {"enum-values-checked", "P12.1-09", "A value that is none of the enum values is an error.",
       refused_inputs([](Json const& property, Json const& inputs) {
         Json const& values = member(property, "enumValues");
         return values.is_array() && is_given(property, inputs) &&
                std::find(values.begin(), values.end(), inputs[property.value("name", "")]) == values.end();
       })},
      {"first-enum-value-taken", "P12.1-09", "The first of the enum values takes the place of a value.",
       changed_given([](Json& value, Json const& property) {
         Json const& values = member(property, "enumValues");
         if (values.is_array() && !values.empty()) value = values[0];
       })},
      {"undeclared-inputs-dropped", "P12.1-10", "Inputs that the agent does not declare are dropped.",
       changed_before_inputs([](Json const& agent, Json& inputs) {
         Json kept = Json::object();
         for (auto const& [name, value] : inputs.items()) {
           if (is_declared(agent, name)) kept[name] = value;
         }
         inputs = kept;
       })},
      {"undeclared-inputs-are-errors", "P12.1-10", "An input that the agent does not declare is an error.",
       refused_asking({"validate_inputs", "render", "prepare"}, "ValueError",
                      [](Json const& params) {
                        bool refused = false;
                        for (auto const& [name, value] : member(params, "inputs").items())
                          refused = refused || !is_declared(member(params, "agent"), name);
                        return refused;
                      })},
  };
}

Rule other_component_error(std::function<std::string(std::string const& message)> change) {
  return changed_reply({"render", "parse", "prepare"}, [change = std::move(change)](Reply reply, std::string const&,
                                                                                    Json const&, AskReference const&) {
    bool const is_unknown = reply.status == Reply::Status::error && member(reply.value, "kind") == "InvokerError";
    if (is_unknown) reply.value["message"] = change(reply.value.value("message", ""));
    return reply;
  });
}

std::vector<Mutant> message_mutants() {
  return {
      {"unknown-component-otherwise-named", "P12.2-01", "An unknown component is reported in other words.",
       other_component_error(
           [](std::string const& message) { return with_all_replaced(message, " registered for key", " found for"); })},
      {"unknown-component-without-role", "P12.2-01", "The report of an unknown component does not name its role.",
       other_component_error([](std::string const& message) {
         return with_all_replaced(with_all_replaced(message, "No renderer", "No invoker"), "No parser", "No invoker");
       })},
      {"unknown-component-without-key", "P12.2-01", "The report of an unknown component does not name its key.",
       other_component_error([](std::string const& message) { return message.substr(0, message.rfind(": ")); })},
      {"components-of-templates-unknown", "P12.2-01", "A component that a template names is reported as unknown.",
       changed_reply({"render", "prepare"},
                     [](Reply reply, std::string const&, Json const& params, AskReference const&) {
                       return member(params, "agent").contains("template") ? raised("InvokerError") : reply;
                     })},
      {"unexpected-answers-otherwise-named", "P12.2-02", "An answer of no expected shape is reported in other words.",
       changed_reply({"process"},
                     [](Reply reply, std::string const&, Json const&, AskReference const&) {
                       std::string const words = "Unexpected response format";
                       std::string const message = reply.value.is_object() ? reply.value.value("message", "") : "";
                       bool const is_unexpected =
                           reply.status == Reply::Status::error && message.find(words) != std::string::npos;
                       return is_unexpected ? raised("ValueError") : reply;
                     })},
      {"text-answers-unexpected", "P12.2-02", "An answer of text is reported as one of no expected shape.",
       changed_reply({"process"},
                     [](Reply reply, std::string const&, Json const&, AskReference const&) {
                       bool const is_text =
                           reply.status == Reply::Status::result && member(reply.value, "type") == "text";
                       return is_text ? raised("ValueError") : reply;
                     })},
  };
}

}  // namespace
}  // namespace conformance::mutants::inputs

namespace conformance::mutants {

std::vector<Mutant> input_mutants() {
  std::vector<Mutant> mutants = inputs::default_mutants();
  for (std::vector<Mutant> const& more :
       {inputs::required_mutants(), inputs::value_mutants(), inputs::message_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
