#include <re2/re2.h>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::parsing_text {
namespace {

std::string without_outer_line_feeds(std::string const& text) {
  std::size_t const first = text.find_first_not_of('\n');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of('\n') - first + 1);
}

Json text_part(std::string const& text) {
  return {{"kind", "text"}, {"value", text}};
}

bool is_empty(Json const& message) {
  Json const& parts = message["content"];
  return parts.size() == 1 && member(parts[0], "value") == "";
}

/// Makes image parts of the images that Markdown writes.
void read_images(Json& message) {
  static RE2 const image(R"((?s)^(.*?)!\[[^\]]*\]\(([^)]*)\))");
  Json parts = Json::array();
  for (Json const& part : message["content"]) {
    if (member(part, "kind") != "text") {
      parts.push_back(part);
      continue;
    }
    std::string const text = part["value"].get<std::string>();
    re2::StringPiece rest(text);
    std::string before;
    std::string address;
    while (RE2::Consume(&rest, image, &before, &address)) {
      parts.push_back(text_part(before));
      parts.push_back({{"kind", "image"}, {"value", address}});
    }
    if (parts.empty() || !rest.empty()) parts.push_back(text_part(std::string(rest)));
  }
  message["content"] = parts;
}

std::vector<Mutant> text_mutants() {
  return {
      {"lines-of-blanks-are-text", "P6.2-01", "A line of blanks at the end of a message is text.",
       changed_contents([](std::string& value, Block const& block) {
         if (!is_blank(block.content)) value = without_outer_line_feeds(block.content);
       })},
      {"lines-of-blanks-above-are-a-message", "P6.2-01", "A line of blanks above the first marker is a system message.",
       changed_parsed([](Json& messages, std::string const& text) {
         std::string const top = blocks_of(text).front().content;
         if (!is_blank(top) || top.find_first_of(" \t") == std::string::npos) return;
         messages.insert(messages.begin(), {{"role", "system"}, {"content", Json::array({text_part(top)})}});
       })},
      {"lines-of-blanks-emptied", "P6.2-01", "A line of blanks inside a message becomes an empty one.",
       changed_text_parts([](std::string value) {
         static RE2 const blanks(R"(\n[ \t]+\n)");
         RE2::GlobalReplace(&value, blanks, "\n\n");
         return value;
       })},
      {"first-indentation-goes", "P6.2-02", "The first line of a message loses the blanks in front.",
       changed_text_parts([](std::string const& value) {
         std::size_t const first = value.find_first_not_of(" \t");
         return first == std::string::npos ? value : value.substr(first);
       })},
      {"first-tabs-expanded", "P6.2-02", "The first line of a message is indented by one blank at most.",
       changed_text_parts([](std::string value) {
         static RE2 const indentation(R"(^[ \t]{2,})");
         RE2::Replace(&value, indentation, " ");
         return value;
       })},
      {"empty-message-has-no-part", "P6.2-03", "A marker with nothing below it gives a message without parts.",
       changed_each_message([](Json& message) {
         if (is_empty(message)) message["content"] = Json::array();
       })},
      {"empty-message-says-so", "P6.2-03", "A marker with nothing below it gives a line end.",
       changed_each_message([](Json& message) {
         if (is_empty(message)) message["content"][0]["value"] = "\n";
       })},
      {"text-follows-an-empty-part", "P6.2-03", "Each text of a message stands behind an empty part.",
       changed_each_message([](Json& message) {
         if (!is_empty(message)) message["content"].insert(message["content"].begin(), text_part(""));
       })},
      {"markdown-images-are-parts", "P6.2-04", "An image of Markdown becomes a part.",
       changed_each_message(read_images)},
      {"markdown-links-are-shortened", "P6.2-04", "A link of Markdown becomes its text.",
       changed_text_parts([](std::string value) {
         static RE2 const link(R"(\[([^\]]*)\]\([^)]*\))");
         RE2::GlobalReplace(&value, link, R"(\1)");
         return value;
       })},
      {"carriage-returns-go", "P6.2-05", "Carriage returns inside a message go.",
       changed_text_parts([](std::string const& value) { return with_all_replaced(value, "\r", ""); })},
      {"last-line-end-stays", "P6.2-05", "The line end behind the last line of a message stays.",
       changed_contents([](std::string& value, Block const& block) {
         if (value.empty() || block.content.back() != '\n') return;
         value += block.content.find("\r\n") == std::string::npos ? "\n" : "\r\n";
       })},
      {"carriage-returns-added", "P6.2-05", "Line feeds inside a message get carriage returns.",
       changed_text_parts([](std::string const& value) {
         return with_all_replaced(with_all_replaced(value, "\r", ""), "\n", "\r\n");
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::parsing_text

namespace conformance::mutants {

std::vector<Mutant> parsing_text_mutants() {
  return parsing_text::text_mutants();
}

}  // namespace conformance::mutants
