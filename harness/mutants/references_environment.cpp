#include <re2/re2.h>

#include <algorithm>

#include "harness/mutants/reference_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::references_environment {
namespace {

bool is_unset(FoundReference const& reference, LoadRequest const& request) {
  return is_variable(reference) && !variable_of(request, reference.name);
}

bool is_set(FoundReference const& reference, LoadRequest const& request) {
  return is_variable(reference) && variable_of(request, reference.name).has_value();
}

bool is_needed(FoundReference const& reference, LoadRequest const& request) {
  return is_unset(reference, request) && !reference.default_value;
}

bool is_defaulted(FoundReference const& reference, LoadRequest const& request) {
  return is_unset(reference, request) && reference.default_value;
}

using WhichCase = std::function<bool(FoundReference const& reference, LoadRequest const& request)>;
using TextOf = std::function<std::string(FoundReference const& reference, LoadRequest const& request)>;
using ValueOf = std::function<Json(FoundReference const& reference, LoadRequest const& request)>;

/// Puts a text in the place of the references of a case.
Rule text_where(WhichCase predicate, TextOf text) {
  return replaced_references([predicate = std::move(predicate), text = std::move(text)](FoundReference const& reference,
                                                                                        LoadRequest const& request) {
    return predicate(reference, request) ? std::optional(text(reference, request)) : std::nullopt;
  });
}

/// Puts a value in the place of the strings that are a reference of a case.
Rule value_where(WhichCase predicate, ValueOf value) {
  return replaced_values([predicate = std::move(predicate), value = std::move(value)](FoundReference const& reference,
                                                                                      LoadRequest const& request) {
    return predicate(reference, request) ? std::optional(value(reference, request)) : std::nullopt;
  });
}

/// Changes the value that a variable has.
Rule changed_variable(std::function<std::string(std::string const& value)> change) {
  return changed_load_params([change = std::move(change)](Json& params, LoadRequest const&) {
    if (!member(params, "env").is_object()) return;
    for (Json& value : params["env"]) value = change(value.get<std::string>());
  });
}

Json typed(std::string const& text) {
  Json const value = Json::parse(text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : Json(text);
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

Rule default_cut(std::function<std::string(std::string const& value)> cut) {
  return text_where(is_defaulted, [cut = std::move(cut)](FoundReference const& reference, LoadRequest const&) {
    return cut(*reference.default_value);
  });
}

std::vector<Mutant> time_mutants() {
  return {
      {"references-refused", "P2.11-01", "A file with a reference is refused.",
       refused_references("ValueError", [](FoundReference const&, LoadRequest const&) { return true; })},
      {"lone-dollar-signs-refused", "P2.11-01", "A dollar sign that begins no reference is an error.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) {
                             bool found = false;
                             Json tree = frontmatter;
                             replace_strings(tree, [&](std::string const& text) {
                               found = found || (text.find('$') != std::string::npos && references_in(text).empty());
                               return text;
                             });
                             return found;
                           })},
      {"resolved-when-used", "P2.11-02", "Variables are looked up after the file was loaded.",
       changed_load_params([](Json& params, LoadRequest const&) {
         if (params.contains("envAfter")) params["env"] = params["envAfter"];
       })},
      {"later-values-noticed", "P2.11-02", "Variables that are set after the file was loaded count.",
       changed_load_params([](Json& params, LoadRequest const&) {
         if (params.contains("envAfter")) params["env"].update(params["envAfter"]);
       })},
  };
}

std::vector<Mutant> value_mutants() {
  return {
      {"variable-gives-its-name", "P2.11-03", "A reference gives the name of its variable.",
       text_where(is_set, [](FoundReference const& reference, LoadRequest const&) { return reference.name; })},
      {"first-variable-for-all", "P2.11-03", "Every reference gives the first variable of the environment.",
       text_where(is_set,
                  [](FoundReference const&, LoadRequest const& request) {
                    return request.params["env"].begin().value().get<std::string>();
                  })},
      {"values-get-types", "P2.11-03", "A value that looks like a number becomes one.",
       value_where(is_set, [](FoundReference const& reference,
                              LoadRequest const& request) { return typed(*variable_of(request, reference.name)); })},
      {"values-read-as-yaml", "P2.11-03", "Values are put into the text of the file before it is read.",
       changed_load_reply([](Reply, LoadRequest const& request, LoadText const& load_text) {
         std::string text = request.text;
         Json tree = request.frontmatter;
         replace_strings(tree, [&](std::string const& string) {
           for (FoundReference const& reference : references_in(string)) {
             if (is_set(reference, request))
               text = with_all_replaced(text, reference.text, *variable_of(request, reference.name));
           }
           return string;
         });
         return load_text(text);
       })},
      {"names-in-upper-case", "P2.11-03", "The variable is looked up under its name in upper case.",
       text_where(is_set, [](FoundReference const& reference,
                             LoadRequest const&) { return "${env:" + upper_case(reference.name) + "}"; })},
      {"values-in-upper-case", "P2.11-03", "Values are put in upper case.", changed_variable(upper_case)},
      {"values-taken-for-replacements", "P2.11-03", "Two dollar signs of a value become one, as in a replacement.",
       text_where(is_set,
                  [](FoundReference const& reference, LoadRequest const& request) {
                    return with_all_replaced(*variable_of(request, reference.name), "$$", "$");
                  })},
      {"unset-variable-is-empty", "P2.11-04", "A variable that is not set gives the empty string.",
       text_where(is_needed, [](FoundReference const&, LoadRequest const&) { return ""; })},
      {"unset-variable-is-null", "P2.11-04", "A variable that is not set gives null.",
       value_where(is_needed, [](FoundReference const&, LoadRequest const&) { return nullptr; })},
      {"unset-variable-stays", "P2.11-04", "A reference to a variable that is not set stays as it is.",
       text_where(is_needed, [](FoundReference const& reference,
                                LoadRequest const&) { return "$" + hidden_mark() + reference.text.substr(1); })},
      {"unset-variable-is-a-missing-file", "P2.11-04", "A variable that is not set raises an error of another kind.",
       refused_references("FileNotFoundError", is_needed)},
      {"default-demanded", "P2.11-04", "A reference without a default is an error also for a variable that is set.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const&) {
                            return is_variable(reference) && !reference.default_value;
                          })},
  };
}

std::vector<Mutant> default_mutants() {
  return {
      {"default-ignored", "P2.11-05", "A variable that is not set is an error, default or not.",
       text_where(is_defaulted,
                  [](FoundReference const& reference, LoadRequest const&) { return "${env:" + reference.name + "}"; })},
      {"default-gives-nothing", "P2.11-05", "A default gives the empty string.",
       default_cut([](std::string const&) { return ""; })},
      {"default-ends-at-a-blank", "P2.11-05", "A default is one word.",
       default_cut([](std::string const& value) { return value.substr(0, value.find(' ')); })},
      {"default-gets-a-type", "P2.11-05", "A default that looks like a number becomes one.",
       value_where(is_defaulted, [](FoundReference const& reference,
                                    LoadRequest const&) { return typed(*reference.default_value); })},
      {"default-taken-for-a-replacement", "P2.11-05", "Two dollar signs of a default become one.",
       default_cut([](std::string const& value) { return with_all_replaced(value, "$$", "$"); })},
      {"members-of-every-object-are-set", "P2.11-05", "A name that every object of a language has counts as set.",
       text_where(
           [](FoundReference const& reference, LoadRequest const& request) {
             static RE2 const inherited("constructor|toString|valueOf|hasOwnProperty|__[a-z]+__|length|keys");
             return is_defaulted(reference, request) && RE2::FullMatch(reference.name, inherited);
           },
           [](FoundReference const& reference, LoadRequest const&) { return "function " + reference.name; })},
      {"default-always-wins", "P2.11-06", "The default is taken although the variable is set.",
       text_where([](FoundReference const& reference,
                     LoadRequest const&) { return is_variable(reference) && reference.default_value; },
                  [](FoundReference const& reference, LoadRequest const&) { return *reference.default_value; })},
      {"default-behind-the-value", "P2.11-06", "Default and value are joined when both are there.",
       text_where([](FoundReference const& reference,
                     LoadRequest const& request) { return is_set(reference, request) && reference.default_value; },
                  [](FoundReference const& reference, LoadRequest const& request) {
                    return *variable_of(request, reference.name) + *reference.default_value;
                  })},
      {"empty-variable-is-unset", "P2.11-07", "A variable that holds the empty string counts as not set.",
       changed_load_params([](Json& params, LoadRequest const&) {
         if (!member(params, "env").is_object()) return;
         Json kept = Json::object();
         for (auto const& [name, value] : params["env"].items()) {
           if (value != "") kept[name] = value;
         }
         params["env"] = kept;
       })},
      {"empty-variable-takes-the-default", "P2.11-07", "The default stands in for a variable that is empty.",
       text_where(
           [](FoundReference const& reference, LoadRequest const& request) {
             return is_variable(reference) && variable_of(request, reference.name) == "" && reference.default_value;
           },
           [](FoundReference const& reference, LoadRequest const&) { return *reference.default_value; })},
      {"empty-variable-is-null", "P2.11-07", "A variable that is empty gives null.",
       value_where(
           [](FoundReference const& reference, LoadRequest const& request) {
             return is_variable(reference) && variable_of(request, reference.name) == "";
           },
           [](FoundReference const&, LoadRequest const&) { return nullptr; })},
      {"default-ends-at-a-colon", "P2.11-08", "A default ends at the next colon.",
       default_cut([](std::string const& value) { return value.substr(0, value.find(':')); })},
      {"default-behind-the-last-colon", "P2.11-08", "The last colon of a reference begins the default.",
       default_cut([](std::string const& value) { return value.substr(value.rfind(':') + 1); })},
      {"default-loses-outer-colons", "P2.11-08", "Colons at the ends of a default are dropped.",
       default_cut([](std::string const& value) {
         std::size_t const first = value.find_first_not_of(':');
         return first == std::string::npos ? "" : value.substr(first, value.find_last_not_of(':') - first + 1);
       })},
      {"empty-default-is-none", "P2.11-09", "Nothing behind the second colon means that there is no default.",
       text_where([](FoundReference const& reference, LoadRequest const&) { return reference.default_value == ""; },
                  [](FoundReference const& reference, LoadRequest const&) { return "${env:" + reference.name + "}"; })},
      {"empty-default-is-null", "P2.11-09", "Nothing behind the second colon gives null.",
       value_where(
           [](FoundReference const& reference, LoadRequest const& request) {
             return is_unset(reference, request) && reference.default_value == "";
           },
           [](FoundReference const&, LoadRequest const&) { return nullptr; })},
      {"empty-default-wins", "P2.11-09", "Nothing behind the second colon gives the empty string always.",
       text_where([](FoundReference const& reference, LoadRequest const&) { return reference.default_value == ""; },
                  [](FoundReference const&, LoadRequest const&) { return ""; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::references_environment

namespace conformance::mutants {

std::vector<Mutant> reference_environment_mutants() {
  std::vector<Mutant> mutants = references_environment::time_mutants();
  for (std::vector<Mutant> const& more :
       {references_environment::value_mutants(), references_environment::default_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
