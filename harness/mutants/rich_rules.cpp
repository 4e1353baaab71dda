#include "harness/mutants/rich_rules.hpp"

#include <re2/re2.h>

#include <utility>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"

namespace conformance::mutants::rich_rules {
namespace {

std::vector<std::string> names_of(Json const& agent, bool (*is_meant)(Json const& property)) {
  std::vector<std::string> names;
  for (Json const& property : member(agent, "inputs")) {
    if (is_meant(property)) names.push_back(property.value("name", ""));
  }
  return names;
}

std::optional<Mention> first_mention(Block const& block, std::vector<std::string> const& names) {
  std::optional<Mention> found;
  for (std::string const& name : names) {
    RE2 const output(R"((?s)^(.*?)(\{\{-?\s*)" + name + R"(\s*-?\}\})(.*)$)");
    Mention mention;
    bool const is_there = RE2::FullMatch(block.content, output, &mention.before, &mention.text, &mention.after);
    if (!is_there || (found && found->before.size() < mention.before.size())) continue;
    mention.name = name;
    mention.role = block.marker ? block.marker->role : "system";
    found = mention;
  }
  return found;
}

Rule before_prepare(ChangeAsked change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "prepare") return reference(operation, params);
    Json changed = params;
    change(changed["agent"], changed["inputs"]);
    return reference(operation, changed);
  };
}

}  // namespace
}  // namespace conformance::mutants::rich_rules

namespace conformance::mutants {

bool is_thread(Json const& property) {
  return member(property, "kind") == "thread";
}

bool is_media(Json const& property) {
  return is_rich(property) && !is_thread(property);
}

Rule changed_mentions(bool (*is_meant)(Json const& property), ChangeMention change) {
  return shown(rich_rules::before_prepare([is_meant, change = std::move(change)](Json& agent, Json const&) {
    std::vector<std::string> const names = rich_rules::names_of(agent, is_meant);
    if (names.empty()) return;
    std::string text;
    for (Block const& block : blocks_of(template_of(agent))) {
      if (!text.empty() && text.back() != '\n') text += '\n';
      if (block.marker) text += text_of(*block.marker) + "\n";
      std::optional<Mention> const mention = rich_rules::first_mention(block, names);
      text += mention ? change(*mention) : block.content;
    }
    agent["instructions"] = text;
  }));
}

Rule changed_rich_values(bool (*is_meant)(Json const& property), std::function<void(Json& value)> change) {
  return rich_rules::before_prepare([is_meant, change = std::move(change)](Json& agent, Json& inputs) {
    for (std::string const& name : rich_rules::names_of(agent, is_meant)) {
      if (member(inputs, name).is_null()) continue;
      change(inputs[name]);
    }
  });
}

Rule changed_thread_messages(std::function<void(Json& message)> change) {
  return changed_rich_values(is_thread, [change = std::move(change)](Json& value) {
    if (!value.is_array()) return;
    for (Json& message : value) change(message);
  });
}

Rule changed_media_parts(std::function<void(Json& part)> change) {
  return changed_prepared([change = std::move(change)](Json& messages, Json const&, Json const&) {
    for (Json& message : messages) {
      for (Json& part : message["content"]) {
        if (member(part, "kind") != "text") change(part);
      }
    }
  });
}

Json messages_of_threads(Json const& agent, Json const& inputs) {
  Json messages = Json::array();
  for (std::string const& name : rich_rules::names_of(agent, is_thread)) {
    Json const& value = member(inputs, name);
    if (value.is_array()) messages.insert(messages.end(), value.begin(), value.end());
  }
  return messages;
}

std::vector<Json> parts_of_media(Json const& agent, Json const& inputs) {
  std::vector<Json> parts;
  for (Json const& property : member(agent, "inputs")) {
    Json const& value = member(inputs, property.value("name", ""));
    if (!is_media(property) || value.is_null()) continue;
    parts.push_back(value.is_object() ? value : Json{{"kind", property["kind"]}, {"value", value}});
  }
  return parts;
}

bool has_value(Json const& params, bool (*is_meant)(Json const& property),
               std::function<bool(Json const& value)> const& predicate) {
  for (std::string const& name : rich_rules::names_of(member(params, "agent"), is_meant)) {
    Json const& value = member(member(params, "inputs"), name);
    if (!value.is_null() && predicate(value)) return true;
  }
  return false;
}

}  // namespace conformance::mutants
