#include "harness/mutants/marker_rules.hpp"

#include <re2/re2.h>

#include <memory>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::marker_rules {
namespace {

std::string const& role_key() {
  static std::string const key = "role-of-a-mutant";
  return key;
}

void restore_role(Json& message) {
  Json const role = member(member(message, "metadata"), role_key());
  if (!role.is_string()) return;
  message["role"] = role;
  message["metadata"].erase(role_key());
  if (message["metadata"].empty()) message.erase("metadata");
}

std::string joined(std::vector<Block> const& blocks) {
  std::string text;
  for (Block const& block : blocks) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    if (block.marker) text += text_of(*block.marker) + "\n";
    text += block.content;
  }
  return text;
}

}  // namespace
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

Rule changed_lines(ChangeLine change) {
  Rule const asked = changed_text_to_parse([change = std::move(change)](std::string const& text) {
    return with_each_line(text, [&](std::string const& line) { return change(line, marker_of(line)); });
  });
  return then_changed(shown(asked), [](Json& messages) {
    if (!messages.is_array()) return;
    for (Json& message : messages) marker_rules::restore_role(message);
  });
}

std::string opener_for(std::string const& role) {
  return "user[" + marker_rules::role_key() + "=" + role + "]:";
}

Rule markers_unknown(std::function<bool(MarkerLine const& marker)> predicate) {
  return changed_lines(
      [predicate = std::move(predicate)](std::string const& line, std::optional<MarkerLine> const& marker) {
        return marker && predicate(*marker) ? hidden_mark() + line : line;
      });
}

Rule lines_opening(std::string const& pattern) {
  std::shared_ptr<RE2 const> const opening = std::make_shared<RE2 const>(pattern);
  return changed_lines([opening](std::string const& line, std::optional<MarkerLine> const& marker) {
    std::string role;
    std::string rest;
    bool const opens = opening->NumberOfCapturingGroups() > 1 ? RE2::FullMatch(line, *opening, &role, &rest)
                                                              : RE2::FullMatch(line, *opening, &role);
    if (marker || !opens) return line;
    return opener_for(role) + (rest.empty() ? "" : "\n" + rest);
  });
}

Rule changed_contents(std::function<void(std::string& value, Block const& block)> change) {
  return changed_parsed([change = std::move(change)](Json& messages, std::string const& text) {
    std::vector<Block> blocks = blocks_of(text);
    if (is_blank(blocks.front().content)) blocks.erase(blocks.begin());
    if (blocks.size() != messages.size()) return;
    for (std::size_t index = 0; index < blocks.size(); ++index) {
      Json& parts = messages[index]["content"];
      if (parts.size() != 1 || member(parts[0], "kind") != "text") continue;
      std::string value = parts[0]["value"].get<std::string>();
      change(value, blocks[index]);
      parts[0]["value"] = value;
    }
  });
}

Rule changed_blocks(std::function<void(std::vector<Block>& blocks)> change) {
  return shown(changed_text_to_parse([change = std::move(change)](std::string const& text) {
    std::vector<Block> blocks = blocks_of(text);
    change(blocks);
    return marker_rules::joined(blocks);
  }));
}

}  // namespace conformance::mutants
