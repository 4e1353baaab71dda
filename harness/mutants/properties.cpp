#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::properties {
namespace {

bool is_known(std::string const& name) {
  static std::vector<std::string> const known = {"name",   "displayName", "description", "metadata", "model",
                                                 "inputs", "outputs",     "template",    "tools"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

/// The members of a frontmatter that the format does not know.
std::vector<std::string> unknown_of(Json const& frontmatter) {
  std::vector<std::string> names;
  for (auto const& [name, value] : frontmatter.items()) {
    if (!is_known(name) && name != "kind" && name != "instructions") names.push_back(name);
  }
  return names;
}

/// Puts something that an unknown member says into a field of the agent.
Rule unknown_lands_in(std::string field) {
  return changed_agent([field = std::move(field)](Json& agent, Json const& frontmatter) {
    for (std::string const& name : unknown_of(frontmatter)) agent[field] = as_text(frontmatter.at(name));
  });
}

std::string with_capitals_for_underscores(std::string const& name) {
  std::string joined;
  bool is_behind_underscore = false;
  for (char const letter : name) {
    if (letter != '_') joined += is_behind_underscore ? static_cast<char>(std::toupper(letter)) : letter;
    is_behind_underscore = letter == '_';
  }
  return joined;
}

/// Reads unknown members under the names that they are taken for.
Rule read_as_known(std::function<std::string(std::string const& name)> taken_for) {
  return changed_agent([taken_for = std::move(taken_for)](Json& agent, Json const& frontmatter) {
    for (std::string const& name : unknown_of(frontmatter)) {
      if (is_known(taken_for(name))) agent[taken_for(name)] = frontmatter.at(name);
    }
  });
}

Rule refused_where_unknown(std::function<bool(Json const& value)> predicate) {
  return refused_frontmatter("ValueError", [predicate = std::move(predicate)](Json const& frontmatter) {
    std::vector<std::string> const names = unknown_of(frontmatter);
    return std::any_of(names.begin(), names.end(),
                       [&](std::string const& name) { return predicate(frontmatter.at(name)); });
  });
}

/// Where the frontmatter has a list in list form (or in mapping form), changes what came of it.
Rule changed_form(std::string list, Json::value_t form, std::function<void(Json& agent)> change) {
  return changed_agent(
      [list = std::move(list), form, change = std::move(change)](Json& agent, Json const& frontmatter) {
        if (agent.contains(list) && member(frontmatter, list).type() == form) change(agent);
      });
}

Rule refused_form(std::string list, Json::value_t form) {
  return refused_frontmatter("ValueError", [list = std::move(list), form](Json const& frontmatter) {
    return member(frontmatter, list).type() == form && !member(frontmatter, list).empty();
  });
}

std::function<void(Json& agent)> emptied(std::string list) {
  return [list = std::move(list)](Json& agent) { agent.erase(list); };
}

std::function<void(Json& agent)> each_of(std::string list, std::function<void(Json& property)> change) {
  return [list = std::move(list), change = std::move(change)](Json& agent) {
    for (Json& property : agent[list]) change(property);
  };
}

std::function<void(Json& agent)> only_first_of(std::string list) {
  return [list = std::move(list)](Json& agent) { agent[list] = first_only(agent[list]); };
}

/// Of inputs that are the same but for their names all have that of the last.
void name_alike_after_last(Json& agent) {
  for (Json& property : agent["inputs"]) {
    for (Json const& other : agent["inputs"]) {
      Json renamed = property;
      renamed["name"] = other["name"];
      if (renamed == other) property["name"] = other["name"];
    }
  }
}

/// The names of all properties become that of the list.
std::function<void(Json& agent)> named_by_list(std::string list) {
  return each_of(list, [list](Json& property) { property["name"] = list; });
}

std::vector<Mutant> name_mutants() {
  return {
      {"name-of-the-file", "P2.3-01", "The agent is named after its file.",
       changed_loaded([](Json& agent, LoadRequest const& request) { agent["name"] = request.path().stem().string(); })},
      {"name-as-number", "P2.3-01", "A name of digits becomes a number.", altered({"name"}, as_number)},
      {"name-lost", "P2.3-01", "The name is not read.", lost({"name"})},
      {"name-invented", "P2.3-01", "An agent without a name is given one.", made_up({"name"}, "unnamed")},
      {"name-is-display-name", "P2.3-02", "A display name replaces the name.",
       changed_agent([](Json& agent, Json const&) { copy_member(agent, "displayName", "name"); })},
      {"display-name-lost", "P2.3-02", "The display name is not read.", lost({"displayName"})},
      {"display-name-from-name", "P2.3-02", "The name doubles as the display name.",
       changed_agent([](Json& agent, Json const&) { copy_member(agent, "name", "displayName"); })},
      {"display-name-fills-name", "P2.3-02", "A display name stands in for a missing name.",
       changed_agent([](Json& agent, Json const&) {
         if (!agent.contains("name")) copy_member(agent, "displayName", "name");
       })},
      {"description-lost", "P2.3-03", "The description is not read.", lost({"description"})},
      {"description-cut-at-a-hash", "P2.3-03", "A description ends at a hash.",
       altered({"description"}, [](Json const& text) { return cut_at(text, "#"); })},
      {"description-cut-at-a-brace", "P2.3-03", "A description ends where something of a template begins.",
       altered({"description"}, [](Json const& text) { return cut_at(text, "{"); })},
      {"description-first-line", "P2.3-03", "Only the first line of a description is kept.",
       altered({"description"}, [](Json const& text) { return cut_at(text, "\n"); })},
      {"description-in-metadata", "P2.3-03", "The description is moved into the metadata.",
       changed_agent([](Json& agent, Json const&) {
         if (!agent.contains("description")) return;
         Json const description = agent["description"];
         agent["metadata"]["description"] = description;
         agent.erase("description");
       })},
      {"metadata-lost", "P2.3-04", "The metadata is not read.", lost({"metadata"})},
      {"metadata-as-text", "P2.3-04", "Every value of the metadata becomes text.",
       altered({"metadata"}, with_texts_inside)},
      {"metadata-flat", "P2.3-04", "Nested values of the metadata become text.",
       altered({"metadata"},
               [](Json const& metadata) {
                 Json flat = metadata;
                 for (Json& value : flat) {
                   if (value.is_structured()) value = value.dump();
                 }
                 return flat;
               })},
      {"metadata-lifted", "P2.3-04", "What the metadata says takes the place of the agent's own fields.",
       changed_agent([](Json& agent, Json const&) {
         Json const metadata = member(agent, "metadata");
         for (auto const& [name, value] : metadata.items()) {
           if (value.is_string()) agent[name] = value;
         }
       })},
  };
}

std::vector<Mutant> form_mutants() {
  constexpr Json::value_t list = Json::value_t::array;
  constexpr Json::value_t mapping = Json::value_t::object;
  return {
      {"model-string-refused", "P2.3-05", "A model that is a string is refused.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) { return member(frontmatter, "model").is_string(); })},
      {"model-mapping-refused", "P2.3-05", "A model that is a mapping is refused.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) { return member(frontmatter, "model").is_object(); })},
      {"model-lost", "P2.3-05", "The model is not read.", lost({"model"})},
      {"inputs-list-refused", "P2.3-06", "Inputs in list form are refused.", refused_form("inputs", list)},
      {"inputs-list-lost", "P2.3-06", "Inputs in list form are not read.",
       changed_form("inputs", list, emptied("inputs"))},
      {"inputs-list-nameless", "P2.3-06", "The names of inputs in list form are their positions.",
       changed_form("inputs", list,
                    [](Json& agent) {
                      std::size_t position = 0;
                      for (Json& property : agent["inputs"]) property["name"] = std::to_string(position++);
                    })},
      {"inputs-list-first", "P2.3-06", "Of inputs in list form the first is read.",
       changed_form("inputs", list, only_first_of("inputs"))},
      {"inputs-mapping-refused", "P2.3-07", "Inputs in mapping form are refused.", refused_form("inputs", mapping)},
      {"inputs-mapping-lost", "P2.3-07", "Inputs in mapping form are not read.",
       changed_form("inputs", mapping, emptied("inputs"))},
      {"inputs-of-one-anchor-share-a-name", "P2.3-07", "Inputs that say the same in mapping form have one name.",
       changed_form("inputs", mapping, name_alike_after_last)},
      {"inputs-named-like-methods-lost", "P2.3-07", "Inputs whose names begin with underscores are not read.",
       changed_form("inputs", mapping,
                    [](Json& agent) {
                      Json kept = Json::array();
                      for (Json const& property : agent["inputs"]) {
                        if (!property.value("name", "").starts_with("_")) kept.push_back(property);
                      }
                      agent["inputs"] = kept;
                    })},
      {"inputs-mapping-nameless", "P2.3-07", "The keys of inputs in mapping form are lost.",
       changed_form("inputs", mapping, named_by_list("inputs"))},
      {"outputs-list-refused", "P2.3-08", "Outputs in list form are refused.", refused_form("outputs", list)},
      {"outputs-list-lost", "P2.3-08", "Outputs in list form are not read.",
       changed_form("outputs", list, emptied("outputs"))},
      {"outputs-list-first", "P2.3-08", "Of outputs in list form the first is read.",
       changed_form("outputs", list, only_first_of("outputs"))},
      {"outputs-mapping-refused", "P2.3-09", "Outputs in mapping form are refused.", refused_form("outputs", mapping)},
      {"outputs-mapping-lost", "P2.3-09", "Outputs in mapping form are not read.",
       changed_form("outputs", mapping, emptied("outputs"))},
      {"outputs-mapping-nameless", "P2.3-09", "The keys of outputs in mapping form are lost.",
       changed_form("outputs", mapping, named_by_list("outputs"))},
      {"outputs-among-inputs", "P2.3-09", "Outputs in mapping form are inputs as well.",
       changed_form("outputs", mapping,
                    [](Json& agent) {
                      Json const outputs = agent["outputs"];
                      for (Json const& property : outputs) agent["inputs"].push_back(property);
                    })},
      {"tools-sorted", "P2.3-10", "Tools are kept in a map that is sorted by name.",
       altered({"tools"},
               [](Json const& tools) {
                 std::vector<Json> ordered(tools.begin(), tools.end());
                 std::sort(ordered.begin(), ordered.end(), [](Json const& left, Json const& right) {
                   return member(left, "name").dump() < member(right, "name").dump();
                 });
                 return Json(ordered);
               })},
      {"no-tools-refused", "P2.3-10", "A list of tools has at least one.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) {
                             Json const& tools = member(frontmatter, "tools");
                             return tools.is_array() && tools.empty();
                           })},
      {"tools-backwards", "P2.3-10", "Tools come in the opposite order.", altered({"tools"}, backwards)},
      {"template-ignored", "P2.3-11", "Whatever the file says, the default engine and parser are used.",
       changed_frontmatter_tree([](Json& frontmatter) { frontmatter.erase("template"); })},
      {"format-ignored", "P2.3-11", "The default engine is used whatever the file says.",
       altered({"template", "format", "kind"}, [](Json const&) { return "jinja2"; })},
      {"parser-ignored", "P2.3-11", "The default parser is used whatever the file says.",
       altered({"template", "parser", "kind"}, [](Json const&) { return "prompty"; })},
  };
}

std::vector<Mutant> unknown_mutants() {
  return {
      {"unknown-becomes-display-name", "P2.3-12", "An unknown property is shown as the display name.",
       unknown_lands_in("displayName")},
      {"unknown-becomes-name", "P2.3-12", "An unknown property names the agent.", unknown_lands_in("name")},
      {"unknown-becomes-description", "P2.3-12", "An unknown property describes the agent.",
       unknown_lands_in("description")},
      {"names-without-case", "P2.3-12", "The names of properties are compared without case.",
       read_as_known([](std::string const& name) { return in_lower_case(name).get<std::string>(); })},
      {"underscores-for-capitals", "P2.3-12", "Names of properties may be written with underscores.",
       read_as_known(with_capitals_for_underscores)},
      {"unknown-replaces-metadata", "P2.3-12", "An unknown property takes the place of the metadata.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!unknown_of(frontmatter).empty()) agent["metadata"] = {{"unknown", unknown_of(frontmatter)}};
       })},
      {"unknown-refused", "P2.3-13", "An unknown property is refused.",
       refused_where_unknown([](Json const&) { return true; })},
      {"unknown-mapping-refused", "P2.3-13", "An unknown property is refused if it is a mapping.",
       refused_where_unknown([](Json const& value) { return value.is_object(); })},
      {"unknown-scalar-refused", "P2.3-13", "An unknown property is refused if it is a plain value.",
       refused_where_unknown([](Json const& value) { return value.is_primitive(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::properties

namespace conformance::mutants {

std::vector<Mutant> property_mutants() {
  std::vector<Mutant> mutants = properties::name_mutants();
  for (std::vector<Mutant> const& more : {properties::form_mutants(), properties::unknown_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
