#include "harness/mutants/marker_rules.hpp"

#include <re2/re2.h>

#include <memory>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::marker_rules {
namespace {}  // namespace
}  // namespace conformance::mutants::marker_rules

namespace conformance::mutants {

std::optional<MarkerLine> marker_of(std::string const& line) {
  static RE2 const pattern(
      R"(([ \t\r]*)(#?)([ \t]*)((?i:system|user|assistant)))"
      R"((\[[ \t]*[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|[^",\]]*)[ \t]*(?:,[ \t]*[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|[^",\]]*)[ \t]*)*\])?)"
      R"(([ \t]*):([ \t\r]*))");
  MarkerLine marker;
  bool const fits = RE2::FullMatch(line, pattern, &marker.indent, &marker.sign, &marker.gap, &marker.role,
                                   &marker.bracket, &marker.before_colon, &marker.behind_colon);
  return fits ? std::optional(marker) : std::nullopt;
}

std::string text_of(MarkerLine const& marker) {
  return marker.indent + marker.sign + marker.gap + marker.role + marker.bracket + marker.before_colon + ":" +
         marker.behind_colon;
}

std::vector<std::pair<std::string, std::string>> attributes_of(MarkerLine const& marker) {
  static RE2 const pattern(R"(([\w.-]+)[ \t]*=[ \t]*("[^"]*"|[^",\]]*))");
  std::vector<std::pair<std::string, std::string>> attributes;
  re2::StringPiece rest(marker.bracket);
  std::string key;
  std::string value;
  while (RE2::FindAndConsume(&rest, pattern, &key, &value))
    attributes.emplace_back(key, without_trailing_blanks(value));
  return attributes;
}

std::vector<Block> blocks_of(std::string const& text) {
  std::vector<Block> blocks(1);
  static_cast<void>(with_each_line(text, [&](std::string const& line) {
    std::optional<MarkerLine> const marker = marker_of(line);
    if (marker)
      blocks.push_back({.marker = marker, .content = ""});
    else
      blocks.back().content += line + "\n";
    return line;
  }));
  // The text ends without the line feed that the last line was given.
  std::string& last = blocks.back().content;
  if (!last.empty()) last.pop_back();
  return blocks;
}

std::string with_each_line(std::string const& text, std::function<std::string(std::string const& line)> const& change) {
  std::string changed;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    changed += change(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return changed + change(text.substr(begin));
}

}  // namespace conformance::mutants
