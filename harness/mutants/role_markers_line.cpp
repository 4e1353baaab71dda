#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::role_markers_line {
namespace {

bool is_plain(MarkerLine const& marker) {
  return marker.indent.empty() && marker.sign.empty() && marker.bracket.empty();
}

bool contains(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

// The sign stays behind on a line of its own.
std::string with_sign_left(std::string const& line, std::optional<MarkerLine> const& marker) {
  return marker && !marker->sign.empty() ? marker->sign + "\n" + line : line;
}

std::string without_heading_sign(std::string const& line, std::optional<MarkerLine> const& marker) {
  if (marker || line.empty() || line.front() != '#') return line;
  std::size_t const word = line.find_first_not_of("# ");
  return word == std::string::npos ? line : line.substr(word);
}

std::vector<Mutant> line_mutants() {
  return {
      {"text-behind-the-colon-is-content", "P2.10-07", "A role with a remark on its line opens a message.",
       lines_opening(R"((?i)(system|user|assistant): *(\S.*))")},
      {"text-behind-attributes-is-content", "P2.10-07", "A long marker with a remark on its line opens a message.",
       lines_opening(R"((?i)(system|user|assistant)\[[^\]]*\]: *(\S.*))")},
      {"text-before-the-role-is-ignored", "P2.10-07", "A line that ends in a role and a colon opens a message.",
       lines_opening(R"((?i).*\s(system|user|assistant):)")},
      {"blanks-behind-the-colon-are-text", "P2.10-07", "With blanks behind its colon a marker is text.",
       markers_unknown(
           [](MarkerLine const& marker) { return marker.behind_colon.find_first_of(" \t") != std::string::npos; })},
      {"carriage-return-behind-the-colon-is-text", "P2.10-07", "With a carriage return at its end a marker is text.",
       markers_unknown([](MarkerLine const& marker) { return contains(marker.behind_colon, "\r"); })},
      {"indented-markers-are-text", "P2.10-08", "A marker begins its line or is none.",
       markers_unknown([](MarkerLine const& marker) { return !marker.indent.empty(); })},
      {"deeply-indented-markers-are-text", "P2.10-08", "Four blanks make a marker text, as they make code in Markdown.",
       markers_unknown([](MarkerLine const& marker) { return marker.indent.size() >= 4; })},
      {"tabs-before-markers-are-text", "P2.10-08", "Spaces may stand before a marker, tabs may not.",
       markers_unknown([](MarkerLine const& marker) { return contains(marker.indent, "\t"); })},
      {"indented-sentences-open", "P2.10-08", "An indented line that begins with a role opens a message.",
       lines_opening(R"((?i)\s+(system|user|assistant)\b(.*))")},
      {"headings-are-text", "P2.10-09", "A marker with a sign in front is text.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty(); })},
      {"headings-need-a-blank", "P2.10-09", "A sign that touches the role makes the line text.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty() && marker.gap.empty(); })},
      {"headings-need-one-blank", "P2.10-09", "More than one blank behind the sign makes the line text.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty() && marker.gap.size() > 1; })},
      {"headings-without-attributes", "P2.10-09", "A sign goes with short markers only.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty() && !marker.bracket.empty(); })},
      {"sign-left-in-the-text", "P2.10-09", "The sign stays with the text above.", changed_lines(with_sign_left)},
      {"headings-lose-their-signs", "P2.10-09", "Headings of the text lose their signs too.",
       changed_lines(without_heading_sign)},
      {"printed-plain-markers-unknown", "P2.10-11", "The short markers that are printed are text.",
       markers_unknown(is_plain)},
      {"printed-indented-marker-unknown", "P2.10-11", "The printed marker with a blank in front is text.",
       markers_unknown([](MarkerLine const& marker) { return !marker.indent.empty(); })},
      {"printed-heading-unknown", "P2.10-11", "The printed marker with a sign is text.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty(); })},
      {"printed-nonce-unknown", "P2.10-11", "The printed marker with a nonce is text.",
       markers_unknown([](MarkerLine const& marker) { return contains(marker.bracket, "nonce="); })},
  };
}

void inherit_metadata(Json& messages, std::string const&) {
  for (std::size_t index = 1; index < messages.size(); ++index) {
    Json const before = member(messages[index - 1], "metadata");
    if (before.is_object() && !messages[index].contains("metadata")) messages[index]["metadata"] = before;
  }
}

Rule attributes_unknown(std::function<bool(std::size_t count, std::string const& bracket)> predicate) {
  return markers_unknown([predicate = std::move(predicate)](MarkerLine const& marker) {
    return !marker.bracket.empty() && predicate(attributes_of(marker).size(), marker.bracket);
  });
}

std::vector<Mutant> attribute_mutants() {
  return {
      {"attributes-unknown", "P2.10-06", "A marker with attributes is text.",
       attributes_unknown([](std::size_t, std::string const&) { return true; })},
      {"one-attribute-at-most", "P2.10-06", "A marker with several attributes is text.",
       attributes_unknown([](std::size_t count, std::string const&) { return count > 1; })},
      {"two-attributes-at-least", "P2.10-06", "A marker with one attribute is text.",
       attributes_unknown([](std::size_t count, std::string const&) { return count < 2; })},
      {"comma-needs-a-blank", "P2.10-06", "Attributes without blanks between them make the marker text.",
       attributes_unknown(
           [](std::size_t count, std::string const& bracket) { return count > 1 && !contains(bracket, ", "); })},
      {"attributes-below-one-member", "P2.10-06", "Attributes become one member of the metadata.",
       changed_each_message([](Json& message) {
         if (message.contains("metadata")) message["metadata"] = Json{{"attributes", message["metadata"]}};
       })},
      {"attributes-stay-for-the-next", "P2.10-06", "A message without attributes has those of the one above.",
       changed_parsed(inherit_metadata)},
      {"attributes-on-the-first-message", "P2.10-06", "The attributes of all markers go to the first message.",
       changed_parsed([](Json& messages, std::string const&) {
         for (std::size_t index = 1; index < messages.size(); ++index) {
           if (!messages[index].contains("metadata")) continue;
           messages[0]["metadata"].update(messages[index]["metadata"]);
           messages[index].erase("metadata");
         }
       })},
      {"plain-markers-get-metadata", "P2.10-06", "A message without attributes gets empty metadata.",
       changed_each_message([](Json& message) {
         if (!message.contains("metadata")) message["metadata"] = Json::object();
       })},
      {"brackets-open", "P2.10-06", "Any line that ends in brackets and a colon opens a message.",
       lines_opening(R"((?:.*)\[([\w=]+)\]:)")},
  };
}

}  // namespace
}  // namespace conformance::mutants::role_markers_line

namespace conformance::mutants {

std::vector<Mutant> role_marker_line_mutants() {
  std::vector<Mutant> mutants = role_markers_line::line_mutants();
  std::vector<Mutant> const about_attributes = role_markers_line::attribute_mutants();
  mutants.insert(mutants.end(), about_attributes.begin(), about_attributes.end());
  return mutants;
}

}  // namespace conformance::mutants
