#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::loading_types {
namespace {

using Predicate = std::function<bool(Json const& frontmatter)>;

Rule refused(Predicate predicate) {
  return refused_frontmatter("ValueError", std::move(predicate));
}

bool has_null(Json const& object) {
  return object.is_object() &&
         std::any_of(object.begin(), object.end(), [](Json const& value) { return value.is_null(); });
}

bool has_null_inside(Json const& value) {
  if (!value.is_structured()) return false;
  return has_null(value) || std::any_of(value.begin(), value.end(), has_null_inside);
}

/// Whether some entry of a list (or mapping) of the frontmatter fits.
Predicate some_entry(std::string list, std::function<bool(Json const& entry)> predicate) {
  return [list = std::move(list), predicate = std::move(predicate)](Json const& frontmatter) {
    Json const& entries = member(frontmatter, list);
    return entries.is_structured() && std::any_of(entries.begin(), entries.end(), predicate);
  };
}

/// Changes the entries of a list (or mapping) of the frontmatter before loading; those that become null go.
Rule changed_entries(std::vector<std::string> lists, std::function<void(Json& entry)> change) {
  return changed_frontmatter_tree([lists = std::move(lists), change = std::move(change)](Json& frontmatter) {
    for (std::string const& list : lists) {
      if (!member(frontmatter, list).is_structured()) continue;
      for (Json& entry : frontmatter[list]) change(entry);
      if (!frontmatter[list].is_array()) continue;
      Json kept = Json::array();
      for (Json const& entry : frontmatter[list]) {
        if (!entry.is_null()) kept.push_back(entry);
      }
      frontmatter[list] = kept;
    }
  });
}

/// Changes one option of the frontmatter before loading.
Rule changed_option(std::string name, std::function<void(Json& options, Json const& value)> change) {
  return changed_frontmatter_tree([name = std::move(name), change = std::move(change)](Json& frontmatter) {
    Json const value = member_at(frontmatter, {"model", "options", name});
    if (!value.is_null()) change(frontmatter["model"]["options"], value);
  });
}

Predicate option_fits(std::string name, std::function<bool(Json const& value)> predicate) {
  return [name = std::move(name), predicate = std::move(predicate)](Json const& frontmatter) {
    Json const& value = member_at(frontmatter, {"model", "options", name});
    return !value.is_null() && predicate(value);
  };
}

bool is_reference(Json const& value) {
  return value.is_string() && value.get<std::string>().find("${") != std::string::npos;
}

bool is_beyond(Json const& value, double limit) {
  return value.is_number() && (value.get<double>() > limit || value.get<double>() < -limit);
}

/// The names of all entries of a list that have one.
std::multiset<std::string> names_in(Json const& list) {
  std::multiset<std::string> names;
  if (!list.is_array()) return names;
  for (Json const& entry : list) {
    if (member(entry, "name").is_string()) names.insert(entry["name"].get<std::string>());
  }
  return names;
}

std::vector<Mutant> null_mutants() {
  return {
      {"null-refused", "P4.2-01", "A property that is written down with null is refused.", refused(has_null)},
      {"null-inside-refused", "P4.2-01", "Null inside the model is refused.",
       refused([](Json const& frontmatter) { return has_null_inside(member(frontmatter, "model")); })},
      {"null-as-text", "P4.2-01", "A text that is null is loaded as an empty one.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         for (std::string const name : {"name", "displayName", "description"}) {
           if (frontmatter.contains(name) && frontmatter[name].is_null()) agent[name] = "";
         }
       })},
      {"null-by-its-word", "P4.2-01", "The word null is null, even in quotes.",
       changed_agent([](Json& agent, Json const&) {
         for (std::string const name : {"name", "displayName", "description"}) {
           if (member(agent, name) == "null") agent.erase(name);
         }
       })},
      {"null-input-lost", "P4.2-02", "An input of the mapping form without a value does not exist.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!member(frontmatter, "inputs").is_object() || !agent.contains("inputs")) return;
         Json kept = Json::array();
         for (Json const& property : agent["inputs"]) {
           if (!member(frontmatter["inputs"], property["name"].get<std::string>()).is_null()) kept.push_back(property);
         }
         agent["inputs"] = kept;
       })},
      {"null-input-refused", "P4.2-02", "An input of the mapping form with null for a value is refused.",
       refused([](Json const& frontmatter) { return has_null(member(frontmatter, "inputs")); })},
      {"input-without-default-lost", "P4.2-02", "An input of the mapping form without a default does not exist.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!member(frontmatter, "inputs").is_object() || !agent.contains("inputs")) return;
         Json kept = Json::array();
         for (Json const& property : agent["inputs"]) {
           if (property.contains("default")) kept.push_back(property);
         }
         agent["inputs"] = kept;
       })},
      {"missing-kind-always-string", "P4.2-03", "A property without a kind is a string, whatever its default.",
       changed_all_properties([](Json& property, Json const& source) {
         if (source.is_object() && !source.contains("kind")) property["kind"] = "string";
       })},
      {"missing-kind-refused", "P4.2-03", "A property without a kind is refused.",
       refused(some_entry("inputs",
                          [](Json const& entry) {
                            return entry.is_object() && !entry.contains("kind") &&
                                   (entry.contains("description") || entry.contains("default"));
                          }))},
      {"stated-kind-refused", "P4.2-03", "A property that states its kind is refused.",
       refused(some_entry("inputs", [](Json const& entry) { return entry.is_object() && entry.contains("kind"); }))},
  };
}

std::vector<Mutant> name_mutants() {
  return {
      {"nameless-entries-skipped", "P4.2-04", "An entry of a list without a name is skipped.",
       changed_frontmatter_tree([](Json& frontmatter) {
         for (std::string const list : {"inputs", "outputs"}) {
           if (!member(frontmatter, list).is_array()) continue;
           Json named = Json::array();
           for (Json const& entry : frontmatter[list]) {
             if (!member(entry, "name").is_null()) named.push_back(entry);
           }
           frontmatter[list] = named;
         }
       })},
      {"name-looked-for-in-front", "P4.2-04", "An entry of a list has a name only if that comes first.",
       refused([](Json const& frontmatter) {
         auto const hidden = [](Json const& entry) {
           return entry.is_object() && !entry.empty() && entry.begin().key() != "name";
         };
         bool const lists = member(frontmatter, "inputs").is_array() || member(frontmatter, "outputs").is_array();
         return lists && (some_entry("inputs", hidden)(frontmatter) || some_entry("outputs", hidden)(frontmatter));
       })},
      {"twin-inputs-merged", "P4.2-05", "Of two entries with one name the first is kept.",
       changed_frontmatter_tree([](Json& frontmatter) {
         if (!member(frontmatter, "inputs").is_array()) return;
         std::set<std::string> seen;
         Json kept = Json::array();
         for (Json const& entry : frontmatter["inputs"]) {
           if (seen.insert(member(entry, "name").dump()).second) kept.push_back(entry);
         }
         frontmatter["inputs"] = kept;
       })},
      {"several-inputs-refused", "P4.2-05", "A second entry of a list is refused, whatever its name.",
       refused([](Json const& frontmatter) { return names_in(member(frontmatter, "inputs")).size() > 1; })},
  };
}

std::vector<Mutant> type_mutants() {
  return {
      {"text-for-number-skipped", "P4.2-06", "Text in place of a number counts as not written.",
       changed_option("temperature",
                      [](Json& options, Json const& value) {
                        if (value.is_string() && !is_reference(value)) options.erase("temperature");
                      })},
      {"text-for-whole-number-skipped", "P4.2-06", "What is no number in place of a whole one counts as not written.",
       changed_option("maxOutputTokens",
                      [](Json& options, Json const& value) {
                        if (value.is_string() && !is_reference(value)) options.erase("maxOutputTokens");
                      })},
      {"fraction-cut-off", "P4.2-06", "A fraction in place of a whole number is cut off.",
       changed_option("maxOutputTokens",
                      [](Json& options, Json const& value) {
                        if (value.is_number())
                          options["maxOutputTokens"] = static_cast<std::int64_t>(value.get<double>());
                      })},
      {"list-for-text-joined", "P4.2-06", "A list in place of a text becomes text.",
       changed_frontmatter_tree([](Json& frontmatter) {
         if (member(frontmatter, "name").is_structured()) frontmatter["name"] = frontmatter["name"].dump();
       })},
      {"string-for-tools-skipped", "P4.2-06", "Text in place of the list of tools counts as not written.",
       changed_frontmatter_tree([](Json& frontmatter) {
         if (member(frontmatter, "tools").is_string()) frontmatter.erase("tools");
       })},
      {"text-for-boolean-skipped", "P4.2-06", "Text in place of a boolean counts as not written.",
       changed_entries({"inputs"},
                       [](Json& entry) {
                         if (member(entry, "required").is_string()) entry.erase("required");
                       })},
      {"fraction-refused", "P4.2-06", "A number with a fraction is refused.",
       refused(option_fits("temperature", [](Json const& value) { return value.is_number_float(); }))},
      {"whole-number-refused", "P4.2-06", "A whole number is refused.",
       refused(option_fits("maxOutputTokens", [](Json const& value) { return value.is_number_integer(); }))},
      {"text-with-blanks-refused", "P4.2-06", "A text of several words is no name.",
       refused([](Json const& frontmatter) {
         Json const& name = member(frontmatter, "name");
         return name.is_string() && name.get<std::string>().find(' ') != std::string::npos;
       })},
      {"empty-list-refused", "P4.2-06", "A list of no tools is refused.", refused([](Json const& frontmatter) {
         return member(frontmatter, "tools").is_array() && member(frontmatter, "tools").empty();
       })},
      {"boolean-refused", "P4.2-06", "A boolean is refused in place of itself.",
       refused(some_entry("inputs", [](Json const& entry) { return member(entry, "required").is_boolean(); }))},
  };
}

/// Options whose source is a reference keep the text that came in its place.
Rule kept_as_text() {
  return changed_agent([](Json& agent, Json const& frontmatter) {
    Json const& sources = member_at(frontmatter, {"model", "options"});
    if (!sources.is_object()) return;
    for (auto const& [name, source] : sources.items()) {
      if (is_reference(source) && !member_at(agent, {"model", "options", name}).is_null())
        agent["model"]["options"][name] = as_text(agent["model"]["options"][name]);
    }
  });
}

std::vector<Mutant> reference_mutants() {
  return {
      {"numbers-of-variables-are-text", "P4.2-07", "What a variable says stays text, even in place of a number.",
       kept_as_text()},
      {"words-of-variables-skipped", "P4.2-07", "A word in place of a number counts as not written.",
       changed_load_reply([](Reply reply, LoadRequest const& request, LoadText const& load_text) {
         Json const& sources = member_at(request.frontmatter, {"model", "options"});
         if (reply.status != Reply::Status::error || !sources.is_object()) return reply;
         Json skipped = request.frontmatter;
         for (auto const& [name, source] : sources.items()) {
           if (is_reference(source)) skipped["model"]["options"].erase(name);
         }
         return skipped == request.frontmatter ? reply : load_text(with_frontmatter(request.text, skipped));
       })},
      {"texts-of-variables-are-numbers", "P4.2-07", "What looks like a number is one, even in place of a text.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (is_reference(member(frontmatter, "name")) && agent.contains("name"))
           agent["name"] = as_number(agent["name"]);
       })},
  };
}

std::vector<Mutant> edge_mutants() {
  return {
      {"own-connection-refused", "P4.2-08", "A connection of a kind that is not listed is refused.",
       refused([](Json const& frontmatter) {
         static std::set<std::string> const listed = {"key", "reference", "remote", "anonymous", "foundry", "oauth"};
         Json const& kind = member_at(frontmatter, {"model", "connection", "kind"});
         return kind.is_string() && !listed.contains(kind.get<std::string>());
       })},
      {"own-connection-bare", "P4.2-08", "Of a connection only its kind is kept.",
       altered({"model", "connection"},
               [](Json const& connection) {
                 return Json{{"kind", member(connection, "kind")}};
               })},
      {"own-connection-flat", "P4.2-08", "Structured fields of a connection are dropped.",
       altered({"model", "connection"},
               [](Json const& connection) {
                 Json flat = Json::object();
                 for (auto const& [name, value] : connection.items()) {
                   if (!value.is_structured()) flat[name] = value;
                 }
                 return flat;
               })},
      {"format-string-ignored", "P4.2-09", "A format that is a string chooses nothing.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (member_at(frontmatter, {"template", "format"}).is_string()) agent["template"]["format"]["kind"] = "jinja2";
       })},
      {"parser-string-ignored", "P4.2-09", "A parser that is a string chooses nothing.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (member_at(frontmatter, {"template", "parser"}).is_string())
           agent["template"]["parser"]["kind"] = "prompty";
       })},
      {"format-mapping-refused", "P4.2-09", "A format that is a mapping is refused.",
       refused([](Json const& frontmatter) {
         return member_at(frontmatter, {"template", "format"}).is_object();
       })},
      {"parameter-mapping-refused", "P4.2-10", "Parameters that are a mapping are refused.",
       refused(some_entry("tools", [](Json const& tool) { return member(tool, "parameters").is_object(); }))},
      {"parameter-list-refused", "P4.2-10", "Parameters that are a list are refused.",
       refused(some_entry("tools", [](Json const& tool) { return member(tool, "parameters").is_array(); }))},
      {"short-parameters-lost", "P4.2-10", "The short form of a parameter gives no default.",
       changed_all_properties([](Json& property, Json const& source) {
         if (!source.is_object() && !source.is_null()) property.erase("default");
       })},
      {"tool-without-kind-is-function", "P4.2-11", "A tool without a kind is a function.",
       changed_entries({"tools"},
                       [](Json& tool) {
                         if (tool.is_object() && !tool.contains("kind")) tool["kind"] = "function";
                       })},
      {"function-kind-not-enough", "P4.2-11", "A function tool needs more than a name and its kind.",
       refused(some_entry("tools",
                          [](Json const& tool) { return member(tool, "kind") == "function" && tool.size() == 2; }))},
      {"third-mode-is-single", "P4.2-12", "A mode that nobody knows is single.",
       changed_entries({"tools"},
                       [](Json& tool) {
                         Json const& mode = member(tool, "mode");
                         if (mode.is_string() && mode != "agentic") tool["mode"] = "single";
                       })},
      {"first-mode-unknown", "P4.2-12", "The mode single is refused.",
       refused(some_entry("tools", [](Json const& tool) { return member(tool, "mode") == "single"; }))},
      {"temperature-range-checked", "P4.2-13", "A temperature above two is refused.",
       refused(option_fits("temperature", [](Json const& value) { return is_beyond(value, 2); }))},
      {"penalty-range-checked", "P4.2-13", "A penalty beyond two is refused.",
       refused(option_fits("frequencyPenalty", [](Json const& value) { return is_beyond(value, 2); }))},
      {"penalty-range-too-narrow", "P4.2-13", "A penalty beyond one is refused, although the range ends at two.",
       refused(option_fits("frequencyPenalty", [](Json const& value) { return is_beyond(value, 1); }))},
      {"enum-and-default-exclude-each-other", "P4.2-14", "A property with an enumeration has no default.",
       refused(some_entry("inputs",
                          [](Json const& entry) {
                            return member(entry, "enumValues").is_array() && !member(entry, "default").is_null();
                          }))},
      {"enum-holds-defaults", "P4.2-14", "A default that is not among the values of its enumeration is refused.",
       refused(some_entry("inputs",
                          [](Json const& entry) {
                            Json const& values = member(entry, "enumValues");
                            Json const& chosen = member(entry, "default");
                            return values.is_array() && !chosen.is_null() &&
                                   std::find(values.begin(), values.end(), chosen) == values.end();
                          }))},
  };
}

}  // namespace
}  // namespace conformance::mutants::loading_types

namespace conformance::mutants {

std::vector<Mutant> loading_type_mutants() {
  std::vector<Mutant> mutants = loading_types::null_mutants();
  for (std::vector<Mutant> const& more : {loading_types::name_mutants(), loading_types::type_mutants(),
                                          loading_types::reference_mutants(), loading_types::edge_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
