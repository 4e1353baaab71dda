#include <re2/re2.h>

#include <algorithm>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::parsing_markers {
namespace {

bool contains(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

std::string without_quotes(std::string const& value) {
  bool const is_quoted = value.size() > 1 && value.front() == '"';
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

/// Changes the metadata of the messages that markers open. Leaves alone what does not come out stretch by stretch.
Rule changed_metadata(std::function<void(Json& metadata, MarkerLine const& marker)> change) {
  return changed_parsed([change = std::move(change)](Json& messages, std::string const& text) {
    std::vector<Block> blocks = blocks_of(text);
    if (is_blank(blocks.front().content)) blocks.erase(blocks.begin());
    if (blocks.size() != messages.size()) return;
    for (std::size_t index = 0; index < blocks.size(); ++index) {
      if (!blocks[index].marker) continue;
      Json metadata = messages[index].value("metadata", Json::object());
      change(metadata, *blocks[index].marker);
      messages[index].erase("metadata");
      if (!metadata.empty()) messages[index]["metadata"] = metadata;
    }
  });
}

/// Changes each value of the metadata, knowing how the marker writes it.
Rule changed_attributes(std::function<Json(std::string const& written)> change) {
  return changed_metadata([change = std::move(change)](Json& metadata, MarkerLine const& marker) {
    for (auto const& [key, written] : attributes_of(marker)) {
      if (metadata.contains(key)) metadata[key] = change(written);
    }
  });
}

Rule brackets_unknown(std::function<bool(MarkerLine const& marker)> predicate) {
  return markers_unknown([predicate = std::move(predicate)](MarkerLine const& marker) {
    return !marker.bracket.empty() && predicate(marker);
  });
}

bool has_quoted_comma(MarkerLine const& marker) {
  static RE2 const comma(R"re("[^"]*,[^"]*")re");
  return RE2::PartialMatch(marker.bracket, comma);
}

Json typed(std::string const& written) {
  Json const value = Json::parse(written, nullptr, false);
  return value.is_discarded() || value.is_string() ? Json(without_quotes(written)) : value;
}

/// What stands between two lines of three backticks, with those.
std::string with_fences_changed(std::string const& text, std::function<std::string(std::string const&)> const& change) {
  bool is_inside = false;
  return with_each_line(text, [&](std::string const& line) {
    bool const is_fence = line.rfind("```", 0) == 0;
    if (is_fence) is_inside = !is_inside;
    return is_inside || is_fence ? change(line) : line;
  });
}

bool has_long_line(std::string const& text) {
  constexpr std::size_t longest = 200;
  bool found = false;
  static_cast<void>(with_each_line(text, [&](std::string const& line) {
    found = found || line.size() > longest;
    return line;
  }));
  return found;
}

std::vector<Mutant> attribute_mutants() {
  return {
      {"attributes-get-types", "P6.1-01", "An attribute that looks like a number or a boolean becomes one.",
       changed_attributes(typed)},
      {"attributes-are-dropped", "P6.1-01", "Attributes become no metadata.",
       changed_metadata([](Json& metadata, MarkerLine const&) { metadata.clear(); })},
      {"attributes-spread", "P6.1-01", "A message has the attributes of those above it as well.",
       changed_parsed([](Json& messages, std::string const&) {
         Json all = Json::object();
         for (Json& message : messages) {
           if (message.contains("metadata")) all.update(message["metadata"]);
           if (!all.empty()) message["metadata"] = all;
         }
       })},
      {"quotes-stay", "P6.1-02", "The quotes around a value belong to it.",
       changed_attributes([](std::string const& written) { return Json(written); })},
      {"quotes-not-understood", "P6.1-02", "A marker with quotes is text.",
       brackets_unknown([](MarkerLine const& marker) { return contains(marker.bracket, "\""); })},
      {"commas-separate-in-quotes", "P6.1-02", "A comma in quotes ends the value, which makes the line text.",
       brackets_unknown(has_quoted_comma)},
      {"values-end-at-blanks", "P6.1-02", "A value ends with its first word.",
       changed_attributes([](std::string const& written) {
         std::string const value = without_quotes(written);
         return Json(value.substr(0, value.find(' ')));
       })},
      {"nonce-kept", "P6.1-03", "The attribute nonce becomes metadata.",
       changed_metadata([](Json& metadata, MarkerLine const& marker) {
         for (auto const& [key, written] : attributes_of(marker)) {
           if (key == "nonce") metadata[key] = without_quotes(written);
         }
       })},
      {"nonce-drops-the-others", "P6.1-03", "Beside the attribute nonce no other becomes metadata.",
       changed_metadata([](Json& metadata, MarkerLine const& marker) {
         for (auto const& [key, written] : attributes_of(marker)) {
           if (key == "nonce") metadata.clear();
         }
       })},
      {"unclosed-brackets-open", "P6.1-04", "A bracket that is not closed is ignored.",
       lines_opening(R"((?i)(system|user|assistant)\[[^\]]*:)")},
      {"keys-alone-open", "P6.1-04", "An attribute may be a key alone.",
       lines_opening(R"((?i)(system|user|assistant)\[\w+\]:)")},
      {"text-behind-brackets-ignored", "P6.1-04", "Text between bracket and colon is ignored.",
       lines_opening(R"((?i)(system|user|assistant)\[[^\]]*\]\w+:)")},
      {"brackets-always-malformed", "P6.1-04", "A line with brackets is text.",
       brackets_unknown([](MarkerLine const&) { return true; })},
      {"blanks-before-the-colon-are-text", "P6.1-05", "A blank before the colon makes a short marker text.",
       markers_unknown(
           [](MarkerLine const& marker) { return marker.bracket.empty() && !marker.before_colon.empty(); })},
      {"blanks-behind-the-bracket-are-text", "P6.1-05", "A blank behind the bracket makes the line text.",
       brackets_unknown([](MarkerLine const& marker) { return !marker.before_colon.empty(); })},
      {"blanks-before-the-bracket-skipped", "P6.1-05", "A blank between role and bracket is skipped.",
       lines_opening(R"((?i)(system|user|assistant)[ \t]+\[[^\]]*\]:)")},
  };
}

std::vector<Mutant> line_mutants() {
  return {
      {"deeper-headings-open", "P6.1-06", "Several signs may stand before a role.",
       lines_opening(R"((?i)#{2,}[ \t]*(system|user|assistant):)")},
      {"quotations-open", "P6.1-06", "Signs of quotations and lists may stand before a role.",
       lines_opening(R"((?i)(?:[>*-]|\d+\.)[ \t]*(system|user|assistant):)")},
      {"indented-signs-are-text", "P6.1-06", "No blanks may stand before the sign.",
       markers_unknown([](MarkerLine const& marker) { return !marker.sign.empty() && !marker.indent.empty(); })},
      {"fenced-markers-are-text", "P6.1-07", "A marker in fenced code is text.",
       shown(changed_text_to_parse([](std::string const& text) {
         return with_fences_changed(
             text, [](std::string const& line) { return marker_of(line) ? hidden_mark() + line : line; });
       }))},
      {"fences-dropped", "P6.1-07", "Lines of three backticks are no text.",
       changed_text_parts([](std::string const& value) { return with_all_replaced(value, "```", ""); })},
      {"windows-markers-are-text", "P6.1-08", "A line that ends with a carriage return is no marker.",
       markers_unknown([](MarkerLine const& marker) { return contains(marker.behind_colon, "\r"); })},
      {"unicode-separators-end-lines", "P6.1-08", "Separators of Unicode end a line.",
       changed_text_to_parse([](std::string text) {
         for (char const* const separator : {"\xE2\x80\xA8", "\xE2\x80\xA9", "\xC2\x85", "\v", "\f"})
           text = with_all_replaced(text, separator, "\n");
         return text;
       })},
      {"long-lines-refused", "P6.1-09", "A long line is an error.",
       refused_asking({"parse"}, "ValueError",
                      [](Json const& params) { return has_long_line(params["rendered"].get<std::string>()); })},
      {"many-attributes-cut", "P6.1-09", "Only ten attributes of a marker count.",
       changed_metadata([](Json& metadata, MarkerLine const&) {
         Json first = Json::object();
         for (auto const& [name, value] : metadata.items()) {
           if (first.size() < 10) first[name] = value;
         }
         metadata = first;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::parsing_markers

namespace conformance::mutants {

std::vector<Mutant> parsing_marker_mutants() {
  std::vector<Mutant> mutants = parsing_markers::attribute_mutants();
  std::vector<Mutant> const about_lines = parsing_markers::line_mutants();
  mutants.insert(mutants.end(), about_lines.begin(), about_lines.end());
  return mutants;
}

}  // namespace conformance::mutants
