#include <algorithm>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::role_markers {
namespace {

bool is_capitalised(std::string const& word) {
  return word.front() >= 'A' && word.front() <= 'Z' && word.substr(1) == lower_case(word.substr(1));
}

/// Takes the markers of that role for text.
Rule role_unknown(std::string const& role) {
  return markers_unknown([role](MarkerLine const& marker) { return lower_case(marker.role) == role; });
}

Rule role_renamed(std::string const& role, std::string const& other) {
  return changed_each_message([role, other](Json& message) {
    if (message["role"] == role) message["role"] = other;
  });
}

/// Puts the content of a message behind that of another one.
void append_content(Json& target, Json const& message) {
  Json& parts = target["content"];
  Json const& first = first_of(message["content"]);
  if (parts.empty() || first.is_null()) return;
  Json& last = parts.back();
  if (member(last, "kind") == "text" && member(first, "kind") == "text")
    last["value"] = last["value"].get<std::string>() + "\n" + first["value"].get<std::string>();
  else
    parts.push_back(first);
}

void merge_neighbours(Json& messages, std::string const&) {
  Json merged = Json::array();
  for (Json const& message : messages) {
    if (!merged.empty() && merged.back()["role"] == message["role"])
      append_content(merged.back(), message);
    else
      merged.push_back(message);
  }
  messages = merged;
}

void merge_roles(Json& messages, std::string const&) {
  Json merged = Json::array();
  for (Json const& message : messages) {
    Json::iterator const first = std::find_if(
        merged.begin(), merged.end(), [&](Json const& candidate) { return candidate["role"] == message["role"]; });
    if (first == merged.end())
      merged.push_back(message);
    else
      append_content(*first, message);
  }
  messages = merged;
}

void split_paragraphs(Json& messages, std::string const&) {
  Json cut = Json::array();
  for (Json const& message : messages) {
    std::string rest = message["content"].empty() ? "" : message["content"][0].value("value", "");
    for (std::size_t end = rest.find("\n\n"); end != std::string::npos; end = rest.find("\n\n")) {
      Json paragraph = message;
      paragraph["content"][0]["value"] = rest.substr(0, end);
      cut.push_back(paragraph);
      rest = without_leading_blanks(rest.substr(end));
    }
    cut.push_back(message);
    if (!message["content"].empty()) cut.back()["content"][0]["value"] = rest;
  }
  messages = cut;
}

void system_first(Json& messages, std::string const&) {
  Json sorted = Json::array();
  for (Json const& message : messages) {
    if (message["role"] == "system") sorted.push_back(message);
  }
  for (Json const& message : messages) {
    if (message["role"] != "system") sorted.push_back(message);
  }
  messages = sorted;
}

void keep_first_marker(std::vector<Block>& blocks) {
  for (std::size_t index = 2; index < blocks.size(); ++index) {
    Block& block = blocks[index];
    block.content = hidden_mark() + text_of(*block.marker) + "\n" + block.content;
    block.marker.reset();
  }
}

std::vector<Mutant> message_mutants() {
  return {
      {"equal-neighbours-merged", "P2.10-01", "Messages of one role in a row become one.",
       changed_parsed(merge_neighbours)},
      {"roles-merged", "P2.10-01", "All messages of one role become one.", changed_parsed(merge_roles)},
      {"last-marker-first", "P2.10-01", "The messages come from the last to the first.",
       changed_parsed([](Json& messages, std::string const&) { std::reverse(messages.begin(), messages.end()); })},
      {"system-moved-to-the-front", "P2.10-01", "System messages are moved in front of the others.",
       changed_parsed(system_first)},
      {"first-marker-only", "P2.10-01", "Only the first marker opens a message.", changed_blocks(keep_first_marker)},
      {"last-marker-only", "P2.10-01", "Only the last message comes out.",
       changed_parsed([](Json& messages, std::string const&) {
         while (messages.size() > 1) messages.erase(0);
       })},
      {"paragraphs-are-messages", "P2.10-01", "Each paragraph is a message of its own.",
       changed_parsed(split_paragraphs)},
  };
}

std::vector<Mutant> word_mutants() {
  return {
      {"system-marker-unknown", "P2.10-02", "The marker of the system is text.", role_unknown("system")},
      {"system-renamed", "P2.10-02", "System messages are called developer messages.",
       role_renamed("system", "developer")},
      {"user-marker-unknown", "P2.10-03", "The marker of the user is text.", role_unknown("user")},
      {"user-renamed", "P2.10-03", "User messages are called human messages.", role_renamed("user", "human")},
      {"assistant-marker-unknown", "P2.10-04", "The marker of the assistant is text.", role_unknown("assistant")},
      {"assistant-renamed", "P2.10-04", "Assistant messages are called model messages.",
       role_renamed("assistant", "model")},
      {"any-word-opens", "P2.10-05", "Any word with a colon behind it opens a message.", lines_opening(R"((\w+):)")},
      {"tool-opens", "P2.10-05", "The words of other APIs, such as tool, open messages.",
       lines_opening("(tool|developer|function)[ \t]*:")},
      {"human-opens", "P2.10-05", "The words human and ai open messages.", lines_opening("(?i)(human|ai)[ \t]*:")},
      {"beginning-of-a-word-opens", "P2.10-05", "A word that begins with a role opens a message.",
       lines_opening(R"((?i)(system|user|assistant)[\w-]+:)")},
      {"end-of-a-word-opens", "P2.10-05", "A word that ends in a role opens a message.",
       lines_opening(R"((?i)[\w-]+(system|user|assistant):)")},
      {"last-word-is-the-role", "P2.10-05", "Two words open a message if the last one is a role.",
       lines_opening(R"((?i)\w+ (system|user|assistant):)")},
      {"letters-folded-by-unicode", "P2.10-05", "The long s counts as an s in the name of a role.",
       changed_lines([](std::string const& line, std::optional<MarkerLine> const&) {
         std::string const folded = with_all_replaced(line, "\xC5\xBF", "s");
         return marker_of(folded) ? folded : line;
       })},
      {"colon-left-out", "P2.10-05", "A role alone on its line needs no colon.",
       lines_opening("(?i)(system|user|assistant)")},
      {"lower-case-roles-only", "P2.10-10", "Only roles in lower case open messages.",
       markers_unknown([](MarkerLine const& marker) { return marker.role != lower_case(marker.role); })},
      {"upper-case-roles-unknown", "P2.10-10", "Roles written in capitals throughout are text.",
       markers_unknown([](MarkerLine const& marker) {
         return marker.role.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
       })},
      {"capitalised-roles-unknown", "P2.10-10", "Roles with a capital at their beginning are text.",
       markers_unknown([](MarkerLine const& marker) { return is_capitalised(marker.role); })},
      {"mixed-case-roles-unknown", "P2.10-10", "Roles in a mixture of cases are text.",
       markers_unknown([](MarkerLine const& marker) {
         return marker.role != lower_case(marker.role) && !is_capitalised(marker.role) &&
                marker.role.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos;
       })},
      {"role-as-written", "P2.10-10", "The message carries its role as the marker writes it.",
       changed_lines([](std::string const& line, std::optional<MarkerLine> const& marker) {
         return marker && marker->bracket.empty() ? opener_for(marker->role) : line;
       })},
      {"role-capitalised", "P2.10-10", "The message carries its role with a capital.",
       changed_each_message([](Json& message) {
         std::string role = message["role"].get<std::string>();
         role.front() = static_cast<char>(role.front() - 'a' + 'A');
         message["role"] = role;
       })},
      {"content-in-lower-case", "P2.10-10", "The text of a message is put in lower case with its role.",
       changed_text_parts(lower_case)},
  };
}

}  // namespace
}  // namespace conformance::mutants::role_markers

namespace conformance::mutants {

std::vector<Mutant> role_marker_mutants() {
  std::vector<Mutant> mutants = role_markers::message_mutants();
  std::vector<Mutant> const about_words = role_markers::word_mutants();
  mutants.insert(mutants.end(), about_words.begin(), about_words.end());
  return mutants;
}

}  // namespace conformance::mutants
