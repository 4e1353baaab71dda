#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::anthropic_system {
namespace {

bool is_system(Json const& message) {
  return member(message, "role") == "system";
}

std::string text_of(Json const& message) {
  std::string text;
  for (Json const& part : member(message, "content")) {
    if (member(part, "kind") == "text") text += member(part, "value").get<std::string>();
  }
  return text;
}

std::vector<Json> systems_of(Json const& messages) {
  std::vector<Json> systems;
  std::copy_if(messages.begin(), messages.end(), std::back_inserter(systems), is_system);
  return systems;
}

Json text_message(std::string const& role, std::string const& text) {
  Json const block = {{"type", "text"}, {"text", text}};
  return {{"role", role}, {"content", Json::array({block})}};
}

std::string trimmed(std::string const& text) {
  std::string const blanks = " \t\r\n";
  std::size_t const first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The system messages stay where they stood.
void keep_in_messages(Json& body, Json const&, Json const& messages) {
  std::vector<Json> const systems = systems_of(messages);
  if (systems.empty() || body["messages"].size() + systems.size() != messages.size()) return;
  Json kept = Json::array();
  std::size_t next = 0;
  for (Json const& message : messages) {
    kept.push_back(is_system(message) ? text_message("system", text_of(message)) : body["messages"][next]);
    if (!is_system(message)) ++next;
  }
  body["messages"] = std::move(kept);
  body.erase("system");
}

void say_as_user(Json& body, Json const&, Json const&) {
  if (!body.contains("system")) return;
  Json with_system = Json::array({text_message("user", body["system"].get<std::string>())});
  with_system.insert(with_system.end(), body["messages"].begin(), body["messages"].end());
  body["messages"] = std::move(with_system);
  body.erase("system");
}

/// Gives the system text another value where there is one.
Rule changed_system(std::function<Json(std::string const& text, std::vector<Json> const& systems)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const&, Json const& messages) {
    if (body.contains("system")) body["system"] = change(body["system"].get<std::string>(), systems_of(messages));
  });
}

/// As before where there are several system messages; null takes the text away.
Rule changed_of_several(std::function<Json(std::vector<Json> const& systems)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const&, Json const& messages) {
    std::vector<Json> const systems = systems_of(messages);
    if (systems.size() < 2) return;
    body["system"] = change(systems);
    if (body["system"].is_null()) body.erase("system");
  });
}

Json last_that_speaks(std::vector<Json> const& systems) {
  for (std::size_t behind = systems.size(); behind > 0; --behind) {
    std::string const text = text_of(systems[behind - 1]);
    if (!text.empty()) return Json(text);
  }
  return nullptr;
}

Json joined(std::vector<Json> const& systems, std::string const& separator) {
  std::string text;
  for (Json const& system : systems) text += (text.empty() ? "" : separator) + text_of(system);
  return text;
}

/// Sends something where there is no system text.
Rule filled_system(Json filling) {
  return changed_anthropic_request([filling = std::move(filling)](Json& body, Json const&, Json const&) {
    if (!body.contains("system")) body["system"] = filling;
  });
}

void keep_empty_text(Json& body, Json const&, Json const& messages) {
  std::vector<Json> const systems = systems_of(messages);
  if (!systems.empty() && !body.contains("system")) body["system"] = text_of(systems.back());
}

void keep_empty_message(Json& body, Json const&, Json const& messages) {
  std::vector<Json> const systems = systems_of(messages);
  if (systems.empty() || body.contains("system")) return;
  body["messages"].insert(body["messages"].begin(), text_message("system", ""));
}

void join_neighbours(Json& wires, Json const&) {
  Json merged = Json::array();
  for (Json const& wire : wires) {
    if (merged.empty() || member(merged.back(), "role") != member(wire, "role")) {
      merged.push_back(wire);
      continue;
    }
    Json const& blocks = member(wire, "content");
    Json content = merged.back()["content"];
    content.insert(content.end(), blocks.begin(), blocks.end());
    merged.back()["content"] = std::move(content);
  }
  wires = std::move(merged);
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"anthropic-system-stays", "P7.5-02", "System messages stay among Anthropic's messages.",
       changed_anthropic_request(keep_in_messages)},
      {"anthropic-system-said-by-user", "P7.5-02", "Anthropic's system text is the user's first message.",
       changed_anthropic_request(say_as_user)},
      {"anthropic-system-in-front-only", "P7.5-02", "Anthropic's system text counts only as the first message.",
       changed_anthropic_request([](Json& body, Json const&, Json const& messages) {
         if (!messages.empty() && !is_system(messages.front())) body.erase("system");
       })},
      {"anthropic-system-trimmed", "P7.5-02", "Blanks around Anthropic's system text are cut off.",
       changed_system([](std::string const& text, std::vector<Json> const&) { return Json(trimmed(text)); })},
      {"anthropic-system-last-part", "P7.5-02", "Of several texts in a system message Anthropic gets the last.",
       changed_system([](std::string const& text, std::vector<Json> const& systems) {
         if (systems.empty()) return Json(text);
         Json const& parts = member(systems.back(), "content");
         return parts.size() > 1 && member(parts.back(), "kind") == "text" ? member(parts.back(), "value") : Json(text);
       })},
      {"anthropic-several-systems-lost", "P7.5-03", "With several system messages Anthropic gets none.",
       changed_of_several([](std::vector<Json> const&) { return Json(nullptr); })},
      {"anthropic-first-system-wins", "P7.5-03", "Of several system messages Anthropic gets the first.",
       changed_of_several([](std::vector<Json> const& systems) { return Json(text_of(systems.front())); })},
      {"anthropic-silent-system-skipped", "P7.5-03", "A last system message without text leaves the one before it.",
       changed_of_several(last_that_speaks)},
      {"anthropic-systems-joined-without-gap", "P7.5-03", "Several system messages become one text without a gap.",
       changed_of_several([](std::vector<Json> const& systems) { return joined(systems, ""); })},
      {"anthropic-absent-system-null", "P7.5-04", "Without system text Anthropic gets null.", filled_system(nullptr)},
      {"anthropic-absent-system-invented", "P7.5-04", "Without system text Anthropic gets one of our making.",
       filled_system("You are helpful.")},
      {"anthropic-empty-system-sent", "P7.5-04", "An empty system text is sent to Anthropic.",
       changed_anthropic_request(keep_empty_text)},
      {"anthropic-empty-system-stays", "P7.5-04", "A system message without text stays among Anthropic's messages.",
       changed_anthropic_request(keep_empty_message)},
      {"anthropic-messages-reversed", "P7.5-05", "Anthropic's messages come last first.",
       changed_anthropic_messages([](Json& wires, Json const&) { std::reverse(wires.begin(), wires.end()); })},
      {"anthropic-neighbours-joined", "P7.5-05", "Neighbours of one role become one message for Anthropic.",
       changed_anthropic_messages(join_neighbours)},
      {"anthropic-last-message-only", "P7.5-05", "Of Anthropic's messages only the last is sent.",
       changed_anthropic_messages([](Json& wires, Json const&) {
         if (wires.size() > 1) wires = Json::array({Json(wires.back())});
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::anthropic_system

namespace conformance::mutants {

std::vector<Mutant> anthropic_system_mutants() {
  return anthropic_system::mutants_of_room();
}

}  // namespace conformance::mutants
