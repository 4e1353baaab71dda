#include <algorithm>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::role_markers_content {
namespace {

std::string first_line(std::string const& text) {
  return text.substr(0, text.find('\n'));
}

std::string leading_line_feeds(std::string const& text) {
  return text.substr(0, std::min(text.size(), text.find_first_not_of('\n')));
}

std::string trailing_line_feeds(std::string const& text) {
  std::size_t const last = text.find_last_not_of('\n');
  return last == std::string::npos ? "" : text.substr(last + 1);
}

Json text_parts_of(std::string const& text, std::string const& separator) {
  Json parts = Json::array();
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
    parts.push_back({{"kind", "text"}, {"value", text.substr(begin, end - begin)}});
    begin = end + separator.size();
  }
  parts.push_back({{"kind", "text"}, {"value", text.substr(begin)}});
  return parts;
}

/// Makes each text part several.
Rule parts_at(std::string const& separator) {
  return changed_each_message([separator](Json& message) {
    Json parts = Json::array();
    for (Json const& part : message["content"]) {
      if (member(part, "kind") == "text") {
        for (Json const& piece : text_parts_of(part["value"].get<std::string>(), separator)) parts.push_back(piece);
      } else {
        parts.push_back(part);
      }
    }
    message["content"] = parts;
  });
}

/// The text above the first marker; the changed blocks when there is some.
Rule changed_top(std::function<void(std::vector<Block>& blocks)> change) {
  return changed_blocks([change = std::move(change)](std::vector<Block>& blocks) {
    if (blocks.size() > 1 && !is_blank(blocks.front().content)) change(blocks);
  });
}

/// Changes the messages of a text with markers and something above the first one.
Rule changed_top_message(std::function<void(Json& messages)> change) {
  return changed_parsed([change = std::move(change)](Json& messages, std::string const& text) {
    std::vector<Block> const blocks = blocks_of(text);
    if (!messages.empty() && blocks.size() > 1 && !is_blank(blocks.front().content)) change(messages);
  });
}

/// Changes the messages of a text without markers.
Rule changed_unmarked_messages(std::function<void(Json& messages)> change) {
  return changed_parsed([change = std::move(change)](Json& messages, std::string const& text) {
    if (blocks_of(text).size() == 1 && !messages.empty()) change(messages);
  });
}

Json message_of(std::string const& role, std::string const& text) {
  Json const part = {{"kind", "text"}, {"value", text}};
  return {{"role", role}, {"content", Json::array({part})}};
}

bool is_empty(Json const& message) {
  Json const& parts = message["content"];
  return parts.empty() || (parts.size() == 1 && member(parts[0], "value") == "");
}

std::vector<Mutant> text_mutants() {
  return {
      {"content-ends-with-its-first-line", "P2.10-12", "A message holds the first line below its marker only.",
       changed_text_parts(first_line)},
      {"last-line-lost", "P2.10-12", "The last line below a marker is dropped.",
       changed_text_parts([](std::string const& value) {
         std::size_t const end = value.rfind('\n');
         return end == std::string::npos ? "" : value.substr(0, end);
       })},
      {"lines-are-parts", "P2.10-12", "Each line of a message is a part.", parts_at("\n")},
      {"paragraphs-are-parts", "P2.10-12", "Each paragraph of a message is a part.", parts_at("\n\n")},
      {"content-ends-at-a-rule", "P2.10-12", "A line of hyphens ends a message.",
       changed_text_parts([](std::string const& value) { return value.substr(0, value.find("\n---")); })},
      {"marker-line-kept-below", "P2.10-12", "The marker line is the first of its message.",
       changed_lines([](std::string const& line, std::optional<MarkerLine> const& marker) {
         return marker ? line + "\n" + hidden_mark() + line : line;
       })},
      {"marker-line-kept-above", "P2.10-12", "The marker line is the last of the message above.",
       changed_lines([](std::string const& line, std::optional<MarkerLine> const& marker) {
         return marker ? hidden_mark() + line + "\n" + line : line;
       })},
      {"leading-blank-lines-stay", "P2.10-13", "Blank lines at the start of a message stay.",
       changed_contents(
           [](std::string& value, Block const& block) { value.insert(0, leading_line_feeds(block.content)); })},
      {"trailing-blank-lines-stay", "P2.10-13", "Blank lines at the end of a message stay.",
       changed_contents([](std::string& value, Block const& block) {
         std::string const feeds = trailing_line_feeds(block.content);
         value += feeds.empty() ? "" : feeds.substr(1);
       })},
      {"one-leading-blank-line-goes", "P2.10-13", "Only one blank line at the start of a message goes.",
       changed_contents([](std::string& value, Block const& block) {
         std::string const feeds = leading_line_feeds(block.content);
         value.insert(0, feeds.empty() ? "" : feeds.substr(1));
       })},
      {"one-trailing-blank-line-goes", "P2.10-13", "Only one blank line at the end of a message goes.",
       changed_contents([](std::string& value, Block const& block) {
         std::string const feeds = trailing_line_feeds(block.content);
         value += feeds.size() < 3 ? "" : feeds.substr(2);
       })},
      {"unmarked-text-untrimmed", "P2.10-13", "Text without a marker keeps its blank lines.",
       changed_contents([](std::string& value, Block const& block) {
         if (!block.marker) value = block.content;
       })},
      {"inner-blank-lines-go", "P2.10-14", "Blank lines inside a message go.",
       changed_text_parts([](std::string const& value) {
         std::string text = value;
         while (text.find("\n\n") != std::string::npos) text = with_all_replaced(text, "\n\n", "\n");
         return text;
       })},
      {"inner-blank-lines-collapse", "P2.10-14", "Several blank lines inside a message become one.",
       changed_text_parts([](std::string const& value) {
         std::string text = value;
         while (text.find("\n\n\n") != std::string::npos) text = with_all_replaced(text, "\n\n\n", "\n\n");
         return text;
       })},
      {"indentation-goes", "P2.10-14", "Lines lose the blanks in front.",
       changed_text_parts([](std::string const& value) {
         return with_each_line(value, [](std::string const& line) { return without_leading_blanks(line); });
       })},
      {"indented-code-goes", "P2.10-14", "Lines behind four blanks lose these.",
       changed_text_parts([](std::string const& value) { return with_all_replaced(value, "\n    ", "\n"); })},
  };
}

std::vector<Mutant> top_mutants() {
  return {
      {"text-above-dropped", "P2.10-15", "Text above the first marker is dropped.",
       changed_top([](std::vector<Block>& blocks) { blocks.front().content.clear(); })},
      {"text-above-is-the-users", "P2.10-15", "Text above the first marker becomes a user message.",
       changed_top_message([](Json& messages) { messages[0]["role"] = "user"; })},
      {"text-above-comes-last", "P2.10-15", "The message of the text above the first marker comes last.",
       changed_top_message(
           [](Json& messages) { std::rotate(messages.begin(), messages.begin() + 1, messages.end()); })},
      {"first-paragraph-above-only", "P2.10-15", "Only the first paragraph above the first marker counts.",
       changed_top([](std::vector<Block>& blocks) {
         std::string& text = blocks.front().content;
         text = without_leading_blanks(text);
         text = text.substr(0, text.find("\n\n"));
       })},
      {"text-above-joins-the-system", "P2.10-15", "Text above goes into the system message below it.",
       changed_top_message([](Json& messages) {
         if (messages.size() < 2 || messages[1]["role"] != "system" || is_empty(messages[1])) return;
         messages[1]["content"].insert(messages[1]["content"].begin(), messages[0]["content"][0]);
         messages.erase(0);
       })},
      {"system-message-always", "P2.10-15", "An empty system message comes first if there is no other.",
       changed_parsed([](Json& messages, std::string const&) {
         if (messages.empty() || messages[0]["role"] != "system")
           messages.insert(messages.begin(), message_of("system", ""));
       })},
      {"unmarked-text-is-the-users", "P2.10-16", "A text without markers is a user message.",
       changed_unmarked_messages([](Json& messages) { messages[0]["role"] = "user"; })},
      {"unmarked-text-gives-nothing", "P2.10-16", "A text without markers gives no message.",
       changed_unmarked_messages([](Json& messages) { messages = Json::array(); })},
      {"unmarked-paragraphs-are-messages", "P2.10-16", "Each paragraph of a text without markers is a message.",
       changed_unmarked_messages([](Json& messages) {
         Json const parts = text_parts_of(messages[0]["content"][0].value("value", ""), "\n\n");
         messages = Json::array();
         for (Json const& part : parts) messages.push_back(message_of("system", part["value"]));
       })},
      {"one-marker-counts-as-none", "P2.10-16", "A text with one marker is a single system message.",
       changed_blocks([](std::vector<Block>& blocks) {
         if (blocks.size() == 2) blocks.erase(blocks.begin());
         if (blocks.size() == 1) blocks.front().marker.reset();
       })},
      {"blank-lines-above-are-a-message", "P2.10-17", "Blank lines above the first marker make a system message.",
       changed_parsed([](Json& messages, std::string const& text) {
         std::vector<Block> const blocks = blocks_of(text);
         if (blocks.size() > 1 && !blocks.front().content.empty() && is_blank(blocks.front().content))
           messages.insert(messages.begin(), message_of("system", ""));
       })},
      {"blank-line-hides-text-above", "P2.10-17",
       "Text above the first marker that begins with a blank line is dropped.",
       changed_top([](std::vector<Block>& blocks) {
         if (blocks.front().content.front() == '\n') blocks.front().content.clear();
       })},
      {"empty-messages-dropped", "P2.10-18", "A marker with nothing below it opens no message.",
       changed_parsed([](Json& messages, std::string const&) {
         Json kept = Json::array();
         for (Json const& message : messages) {
           if (!is_empty(message)) kept.push_back(message);
         }
         messages = kept;
       })},
      {"empty-message-at-the-end-dropped", "P2.10-18", "A marker with nothing below it at the end opens no message.",
       changed_parsed([](Json& messages, std::string const&) {
         if (!messages.empty() && is_empty(messages.back())) messages.erase(messages.size() - 1);
       })},
      {"empty-message-without-part", "P2.10-18", "A marker with nothing below it gives a message without content.",
       changed_each_message([](Json& message) {
         if (is_empty(message)) message["content"] = Json::array();
       })},
      {"another-message-awaited", "P2.10-18", "Behind the last message an empty one is opened.",
       changed_parsed([](Json& messages, std::string const&) { messages.push_back(message_of("assistant", "")); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::role_markers_content

namespace conformance::mutants {

std::vector<Mutant> role_marker_content_mutants() {
  std::vector<Mutant> mutants = role_markers_content::text_mutants();
  std::vector<Mutant> const about_tops = role_markers_content::top_mutants();
  mutants.insert(mutants.end(), about_tops.begin(), about_tops.end());
  return mutants;
}

}  // namespace conformance::mutants
