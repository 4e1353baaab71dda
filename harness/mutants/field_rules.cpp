#include "harness/mutants/field_rules.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/mutants/frontmatter.hpp"

namespace conformance::mutants::field_rules {
namespace {

/// The object that holds the last of the keys; nullptr when it is not there.
Json* parent_of(Json& agent, Keys const& keys) {
  Json* parent = &agent;
  for (std::size_t index = 0; index + 1 < keys.size(); ++index) {
    if (!parent->is_object() || !parent->contains(keys[index])) return nullptr;
    parent = &(*parent)[keys[index]];
  }
  return parent->is_object() ? parent : nullptr;
}

Json const& source_of(Json const& list, std::string const& name) {
  static Json const missing = nullptr;
  if (list.is_object()) return member(list, name);
  for (Json const& entry : list) {
    if (member(entry, "name") == name) return entry;
  }
  return missing;
}

void change_list(Json& properties, Json const& sources, ChangeProperty const& change) {
  if (!properties.is_array()) return;
  for (Json& property : properties) {
    Json const& name = member(property, "name");
    if (name.is_string()) change(property, source_of(sources, name.get<std::string>()));
  }
}

std::optional<Json> number_of(std::string const& text) {
  bool const plain = !text.empty() && text.find_first_not_of("0123456789.-") == std::string::npos;
  if (!plain || !Json::accept(text)) return std::nullopt;
  return Json::parse(text);
}

/// Gives every entry a name of its own that ends in its position, so that the reference loads the list.
void number_names(Json& list) {
  std::size_t position = 0;
  for (Json& entry : list) {
    if (entry.is_object()) entry["name"] = text_member(entry, "name") + "\t" + std::to_string(position++);
  }
}

void restore_names(Json& list) {
  for (Json& entry : list) {
    std::string const name = text_member(entry, "name");
    entry["name"] = name.substr(0, name.rfind('\t'));
    if (entry["name"] == "") entry.erase("name");
  }
}

}  // namespace
}  // namespace conformance::mutants::field_rules

namespace conformance::mutants {

Rule lost(Keys keys) {
  return changed_agent([keys = std::move(keys)](Json& agent, Json const&) {
    if (Json* const parent = field_rules::parent_of(agent, keys)) parent->erase(keys.back());
  });
}

Rule made_up(Keys keys, Json value) {
  return changed_agent([keys = std::move(keys), value = std::move(value)](Json& agent, Json const&) {
    Json* const parent = field_rules::parent_of(agent, keys);
    if (parent != nullptr && !parent->contains(keys.back())) (*parent)[keys.back()] = value;
  });
}

Rule altered(Keys keys, std::function<Json(Json const& value)> change) {
  return changed_agent([keys = std::move(keys), change = std::move(change)](Json& agent, Json const&) {
    Json* const parent = field_rules::parent_of(agent, keys);
    if (parent != nullptr && parent->contains(keys.back())) (*parent)[keys.back()] = change((*parent)[keys.back()]);
  });
}

Rule renamed(Keys keys, std::string name) {
  return changed_agent([keys = std::move(keys), name = std::move(name)](Json& agent, Json const&) {
    Json* const parent = field_rules::parent_of(agent, keys);
    if (parent == nullptr || !parent->contains(keys.back())) return;
    Json value = (*parent)[keys.back()];
    parent->erase(keys.back());
    (*parent)[name] = std::move(value);
  });
}

Rule changed_properties(std::vector<std::string> lists, ChangeProperty change) {
  return changed_agent([lists = std::move(lists), change = std::move(change)](Json& agent, Json const& frontmatter) {
    for (std::string const& list : lists) {
      if (agent.contains(list)) field_rules::change_list(agent[list], member(frontmatter, list), change);
    }
  });
}

Rule changed_all_properties(ChangeProperty change) {
  return changed_agent([change = std::move(change)](Json& agent, Json const& frontmatter) {
    for (std::string const list : {"inputs", "outputs"}) {
      if (agent.contains(list)) field_rules::change_list(agent[list], member(frontmatter, list), change);
    }
    if (!agent.contains("tools")) return;
    Json const& tools = member(frontmatter, "tools");
    for (Json& tool : agent["tools"]) {
      if (!tool.contains("parameters")) continue;
      Json const& source = field_rules::source_of(tools, member(tool, "name").get<std::string>());
      field_rules::change_list(tool["parameters"], member(source, "parameters"), change);
    }
  });
}

Rule changed_tools(std::function<bool(Json const& tool)> predicate, std::function<void(Json& tool)> change) {
  return changed_agent([predicate = std::move(predicate), change = std::move(change)](Json& agent, Json const&) {
    if (!agent.contains("tools")) return;
    for (Json& tool : agent["tools"]) {
      if (predicate(tool)) change(tool);
    }
  });
}

Rule changed_tools_of(std::string kind, std::function<void(Json& tool)> change) {
  return changed_tools([kind = std::move(kind)](Json const& tool) { return member(tool, "kind") == kind; },
                       std::move(change));
}

Rule changed_custom_tools(std::function<void(Json& tool)> change) {
  return changed_tools([](Json const& tool) { return member(tool, "type") == "CustomTool"; }, std::move(change));
}

bool is_any(Json const&) {
  return true;
}

std::string text_member(Json const& object, std::string const& name) {
  Json const& text = member(object, name);
  return text.is_string() ? text.get<std::string>() : "";
}

std::string kind_of(Json const& object) {
  return text_member(object, "kind");
}

std::vector<std::string> const& required_of_connection(std::string const& kind) {
  static std::vector<std::string> const none;
  static std::map<std::string, std::vector<std::string>> const required = {
      {"key", {"endpoint", "apiKey"}}, {"reference", {"name"}},   {"remote", {"endpoint", "target"}},
      {"anonymous", {"endpoint"}},     {"foundry", {"endpoint"}}, {"oauth", {"endpoint", "authenticationMode"}}};
  auto const found = required.find(kind);
  return found == required.end() ? none : found->second;
}

bool lacks_required_member(Json const& connection) {
  std::vector<std::string> const& required = required_of_connection(kind_of(connection));
  return std::any_of(required.begin(), required.end(),
                     [&](std::string const& name) { return member(connection, name).is_null(); });
}

void keep_first_of_each_name(Json& list) {
  std::set<std::string> names;
  Json kept = Json::array();
  for (Json const& entry : list) {
    if (!member(entry, "name").is_string() || names.insert(text_member(entry, "name")).second) kept.push_back(entry);
  }
  list = kept;
}

void keep_last_of_each_name(Json& list) {
  Json reversed = backwards(list);
  keep_first_of_each_name(reversed);
  list = backwards(reversed);
}

Rule loaded_with_same_names(ForEachList for_each_list) {
  return changed_load_reply(
      [for_each_list = std::move(for_each_list)](Reply reply, LoadRequest const& request, LoadText const& load_text) {
        if (reply.status != Reply::Status::error) return reply;
        Json numbered = request.frontmatter;
        for_each_list(numbered, field_rules::number_names);
        if (numbered == request.frontmatter) return reply;
        Reply loaded = load_text(with_frontmatter(request.text, numbered));
        if (loaded.status != Reply::Status::result) return reply;
        for_each_list(loaded.value, field_rules::restore_names);
        return loaded;
      });
}

std::function<void(Json& object)> without(std::string name) {
  return [name = std::move(name)](Json& object) { object.erase(name); };
}

std::function<void(Json& object)> with(std::string name, Json value) {
  return [name = std::move(name), value = std::move(value)](Json& object) {
    if (!object.contains(name)) object[name] = value;
  };
}

std::function<void(Json& object)> with_other(std::string name, std::function<Json(Json const& value)> change) {
  return [name = std::move(name), change = std::move(change)](Json& object) {
    if (object.contains(name)) object[name] = change(object[name]);
  };
}

void copy_member(Json& object, std::string const& from, std::string const& to) {
  if (!object.contains(from)) return;
  // A new member may move the others.
  Json value = object[from];
  object[to] = std::move(value);
}

Json as_text(Json const& value) {
  return value.is_string() ? value : Json(value.dump());
}

Json as_number(Json const& value) {
  if (!value.is_string()) return value;
  return field_rules::number_of(value.get<std::string>()).value_or(value);
}

Json with_texts_inside(Json const& value) {
  if (!value.is_structured()) return as_text(value);
  Json changed = value;
  for (Json& element : changed) element = with_texts_inside(element);
  return changed;
}

Json backwards(Json const& list) {
  if (!list.is_array()) return list;
  return std::vector<Json>(list.rbegin(), list.rend());
}

std::string plain_text(Json const& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Json sorted(Json const& list) {
  if (!list.is_array()) return list;
  std::vector<Json> elements(list.begin(), list.end());
  std::stable_sort(elements.begin(), elements.end(),
                   [](Json const& left, Json const& right) { return plain_text(left) < plain_text(right); });
  return elements;
}

Json first_only(Json const& list) {
  return list.is_array() && list.size() > 1 ? Json::array({list.front()}) : list;
}

Json in_lower_case(Json const& text) {
  return text.is_string() ? Json(lower_case(text.get<std::string>())) : text;
}

Json cut_at(Json const& text, std::string const& end) {
  return text.is_string() ? Json(text.get<std::string>().substr(0, text.get<std::string>().find(end))) : text;
}

}  // namespace conformance::mutants
