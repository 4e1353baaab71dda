#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/rich_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::rules_of_parsing {
namespace {

using mutants::hidden_mark;
using mutants::lower_case;
using mutants::MarkerLine;
using mutants::Rule;
using ChangeMessages = std::function<void(Json& messages, std::function<bool(Json const& message)> const& is_marked)>;

/// Changes messages that come of the text, leaving alone those of threads.
Rule changed_own_messages(ChangeMessages change) {
  return mutants::changed_reply(
      {"parse", "prepare"},
      [change = std::move(change)](Reply reply, std::string const&, Json const& params, AskReference const&) {
        if (reply.status != Reply::Status::result || !reply.value.is_array()) return reply;
        Json const given = mutants::messages_of_threads(member(params, "agent"), member(params, "inputs"));
        change(reply.value,
               [&](Json const& message) { return std::find(given.begin(), given.end(), message) == given.end(); });
        return reply;
      });
}

Rule wire_roles() {
  return mutants::changed_lines([](std::string const& line, std::optional<MarkerLine> const&) {
    static RE2 const pattern(R"([ \t]*#?[ \t]*((?i:tool|developer))[ \t]*:[ \t\r]*)");
    std::string role;
    return RE2::FullMatch(line, pattern, &role) ? mutants::opener_for(lower_case(role)) : line;
  });
}

Json coerced(Json const& value) {
  if (!value.is_string() || value == "null") return value;
  Json const read = mutants::parsed(value.get<std::string>());
  return read.is_number() || read.is_boolean() ? read : value;
}

Rule coerced_attributes() {
  return changed_own_messages([](Json& messages, auto const& is_marked) {
    for (Json& message : messages) {
      if (!member(message, "metadata").is_object() || !is_marked(message)) continue;
      for (auto& [key, value] : message["metadata"].items()) value = coerced(value);
    }
  });
}

Rule dropped_attributes() {
  return changed_own_messages([](Json& messages, auto const& is_marked) {
    for (Json& message : messages) {
      if (message.is_object() && is_marked(message)) message.erase("metadata");
    }
  });
}

Rule exact_markers() {
  return mutants::markers_unknown([](MarkerLine const& marker) { return !marker.before_colon.empty(); });
}

bool is_blank_and_not_empty(std::string const& line) {
  return !line.empty() && line != "\r" && line.find_first_not_of(" \t\r") == std::string::npos;
}

Rule blank_lines_are_content() {
  return mutants::changed_lines([](std::string const& line, std::optional<MarkerLine> const&) {
    return is_blank_and_not_empty(line) ? line + hidden_mark() : line;
  });
}

Rule any_depth() {
  return mutants::changed_lines([](std::string const& line, std::optional<MarkerLine> const&) {
    static RE2 const pattern(R"([ \t]*#+(#.*))");
    std::string single;
    return RE2::FullMatch(line, pattern, &single) && mutants::marker_of(single) ? single : line;
  });
}

bool is_without_text(Json const& message) {
  return member(message, "content") == Json::array({{{"kind", "text"}, {"value", ""}}});
}

Rule no_part() {
  return changed_own_messages([](Json& messages, auto const& is_marked) {
    for (Json& message : messages) {
      if (is_without_text(message) && is_marked(message)) message["content"] = Json::array();
    }
  });
}

Rule empty_messages_dropped() {
  return changed_own_messages([](Json& messages, auto const& is_marked) {
    Json kept = Json::array();
    for (Json const& message : messages) {
      if (!is_without_text(message) || !is_marked(message)) kept.push_back(message);
    }
    messages = kept;
  });
}

void switch_strict_mode_off(Json& agent) {
  Json& format = agent["template"]["format"];
  if (!format.is_object()) format = {{"kind", "jinja2"}};
  format["strict"] = false;
}

Reply unguarded(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = (operation == "prepare" || operation == "turn") && member(params, "agent").is_object();
  if (!bears) return reference(operation, params);
  Json changed = params;
  switch_strict_mode_off(changed["agent"]);
  return reference(operation, changed);
}

Rule protected_in_fences() {
  return mutants::shown(mutants::changed_text_to_parse([](std::string const& text) {
    bool is_inside = false;
    return mutants::with_each_line(text, [&](std::string const& line) {
      static RE2 const fence(R"([ \t]*(?:```|~~~).*)");
      if (RE2::FullMatch(line, fence)) is_inside = !is_inside;
      return is_inside && mutants::marker_of(line) ? hidden_mark() + line : line;
    });
  }));
}

/// A line of the template in which a value stands before the colon counts, whatever it turns out to be.
Reply roles_of_values(std::string const& operation, Json const& params, AskReference const& reference) {
  static RE2 const line(R"((?m)^[ \t]*(?:\{%[^\n]*%\})?[ \t]*#?[ \t]*\{\{[^{}\n]*\}\}[ \t]*:[ \t\r]*$)");
  bool const bears = operation == "prepare" && RE2::PartialMatch(mutants::template_of(member(params, "agent")), line);
  return bears ? unguarded(operation, params, reference) : reference(operation, params);
}

std::string media_type_of(std::string const& value) {
  static std::vector<std::pair<std::string, std::string>> const endings = {
      {".png", "image/png"},   {".jpg", "image/jpeg"},      {".jpeg", "image/jpeg"}, {".gif", "image/gif"},
      {".webp", "image/webp"}, {".pdf", "application/pdf"}, {".wav", "audio/wav"},   {".mp3", "audio/mpeg"}};
  static std::vector<std::pair<std::string, std::string>> const beginnings = {{"iVBORw0KGgo", "image/png"},
                                                                              {"/9j/", "image/jpeg"},
                                                                              {"R0lGOD", "image/gif"},
                                                                              {"JVBERi0", "application/pdf"},
                                                                              {"UklGR", "audio/wav"}};
  for (auto const& [ending, type] : endings) {
    if (value.ends_with(ending)) return type;
  }
  for (auto const& [beginning, type] : beginnings) {
    if (value.starts_with(beginning)) return type;
  }
  return "";
}

bool holds_part(Json const& inputs, Json const& part) {
  return std::any_of(inputs.begin(), inputs.end(), [&](Json const& value) { return value == part; });
}

/// Parts that were given as parts, and those of threads, are not looked at.
Rule guessed_media_types() {
  return mutants::changed_prepared([](Json& messages, Json const& agent, Json const& inputs) {
    Json const given = mutants::messages_of_threads(agent, inputs);
    for (Json& message : messages) {
      bool const is_given = std::find(given.begin(), given.end(), message) != given.end();
      if (is_given || !member(message, "content").is_array()) continue;
      for (Json& part : message["content"]) {
        bool const is_told = member(part, "kind") == "text" || !member(part, "mediaType").is_null();
        if (is_told || holds_part(inputs, part)) continue;
        std::string const type = media_type_of(part.at("value").get<std::string>());
        if (!type.empty()) part["mediaType"] = type;
      }
    }
  });
}

}  // namespace
}  // namespace conformance::readings::rules_of_parsing

namespace conformance::readings {

std::vector<ReadingRule> parsing() {
  using namespace rules_of_parsing;
  return {
      {"A-042", "wire-roles", wire_roles()},
      {"A-043", "coerced", coerced_attributes()},
      {"A-043", "dropped", dropped_attributes()},
      {"A-044", "exact", exact_markers()},
      {"A-046", "content", blank_lines_are_content()},
      {"A-047", "any-depth", any_depth()},
      {"A-048", "no-part", no_part()},
      {"A-048", "dropped", empty_messages_dropped()},
      {"A-049", "unguarded", unguarded},
      {"A-050", "protected", protected_in_fences()},
      {"A-204", "marker", roles_of_values},
      {"A-206", "guessed", guessed_media_types()},
  };
}

}  // namespace conformance::readings
