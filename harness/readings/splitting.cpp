#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/split_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::mutants::splitting_readings {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_loaded(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

bool has_blank_body(FileAnatomy const& file) {
  return has_both_halves(file) && is_blank(file.body);
}

bool has_text_body(FileAnatomy const& file) {
  return has_both_halves(file) && !is_blank(file.body);
}

/// The frontmatter of a file that ends right behind its closing delimiter.
std::optional<std::string> closed_at_the_end(FileAnatomy const& file) {
  std::size_t const closing = find_delimiter(file.inside, 0);
  if (!is_unclosed(file) || closing == std::string::npos) return std::nullopt;
  return without_outer_blanks(file.inside.substr(0, closing));
}

bool is_delimiter_line(std::string const& line) {
  std::string const signs = without_outer_blanks(line);
  return signs == "---" || signs == "+++";
}

/// The end of the line that begins at `start`, its line feed included.
std::size_t end_of_line(std::string const& text, std::size_t start) {
  std::size_t const feed = text.find('\n', start);
  return feed == std::string::npos ? text.size() : feed + 1;
}

std::string without_mark(std::string const& text) {
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

/// What the expression makes of the text behind a closing delimiter.
Split with_body_behind(std::string frontmatter, std::string const& behind) {
  if (behind.empty()) return refused("ValueError");
  std::string const body = is_blank(behind) ? behind.substr(behind.size() - 1) : without_leading_blanks(behind);
  return {.frontmatter = std::move(frontmatter), .body = body, .error_kind = ""};
}

/// only a delimiter that is alone on its line opens or closes.
Split split_by_lines(std::string const& whole) {
  std::string const text = without_mark(whole);
  std::size_t start = 0;
  while (start < text.size() && is_blank(text.substr(start, end_of_line(text, start) - start)))
    start = end_of_line(text, start);
  std::size_t const inside = end_of_line(text, start);
  if (!is_delimiter_line(text.substr(start, inside - start))) return all_body(text);
  for (std::size_t line = inside; line < text.size(); line = end_of_line(text, line)) {
    std::size_t const end = end_of_line(text, line);
    if (!is_delimiter_line(text.substr(line, end - line))) continue;
    std::size_t const behind = text.find_first_of("-+", line) + 3;
    return with_body_behind(without_outer_blanks(text.substr(inside, line - inside)), text.substr(behind));
  }
  return refused("ValueError");
}

/// The first run of three dashes or plus signs and no more; npos when there is none.
std::size_t find_exact_run(std::string const& text, std::size_t from) {
  for (std::size_t at = text.find_first_of("-+", from); at != std::string::npos;) {
    std::size_t const end = std::min(text.find_first_not_of(text[at], at), text.size());
    if (end - at == 3) return at;
    at = text.find_first_of("-+", end);
  }
  return std::string::npos;
}

/// a run of any length but three is no delimiter.
Split split_by_exact_runs(std::string const& whole) {
  std::string const text = without_mark(whole);
  std::size_t const opening = text.size() - without_leading_blanks(text).size();
  if (find_exact_run(text, opening) != opening) return all_body(text);
  std::size_t const closing = find_exact_run(text, opening + 3);
  if (closing == std::string::npos) return refused("ValueError");
  std::string const inside = text.substr(opening + 3, closing - opening - 3);
  return with_body_behind(without_outer_blanks(inside), text.substr(closing + 3));
}

/// the first block that begins on any line.
std::optional<Split> searched_block(std::string const& text) {
  for (std::size_t line = end_of_line(text, 0); line < text.size(); line = end_of_line(text, line)) {
    FileAnatomy const file = anatomy_of(text.substr(line));
    if (has_both_halves(file)) {
      return Split{.frontmatter = without_outer_blanks(file.inside), .body = file.body, .error_kind = ""};
    }
  }
  return std::nullopt;
}

using SplitText = std::function<Split(std::string const& text)>;

/// Splits in another way. The reference would cut frontmatter that holds a delimiter, so it gets the delimiter hidden.
Rule split_by(SplitText split_text) {
  Rule const plain = changed_split(
      [split_text](Split const&, FileAnatomy const&, std::string const& text) { return split_text(text); });
  return [split_text, plain](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "load") return plain(operation, params, reference);
    std::filesystem::path const path = member(params, "path").get<std::string>();
    if (!std::filesystem::is_regular_file(path)) return plain(operation, params, reference);
    Split const split = split_text(read_file(path));
    if (!split.frontmatter || find_delimiter(*split.frontmatter, 0) == std::string::npos)
      return plain(operation, params, reference);
    std::string const dashes = with_all_replaced(*split.frontmatter, "--", "-" + hidden_mark() + "-");
    std::string const hidden = with_all_replaced(dashes, "++", "+" + hidden_mark() + "+");
    Rule const loaded = [&](std::string const&, Json const&, AskReference const&) {
      Reply reply = load_as_sibling(params, "---\n" + hidden + "\n---\n.", reference);
      if (is_loaded(reply)) reply.value["instructions"] = split.body;
      return reply;
    };
    return shown(loaded)(operation, params, reference);
  };
}

/// what stands behind the line of the closing delimiter, as it is.
std::string body_as_it_stands(FileAnatomy const& file) {
  std::size_t const end = file.gap.find_first_not_of(" \t");
  std::string behind = file.gap + file.body;
  if (end == std::string::npos) return behind;
  if (file.gap.compare(end, 2, "\r\n") == 0) return behind.substr(end + 2);
  return file.gap[end] == '\n' ? behind.substr(end + 1) : behind;
}

/// the block without one line end next to each delimiter.
std::string without_one_line_end(std::string block) {
  if (block.starts_with("\r\n"))
    block.erase(0, 2);
  else if (block.starts_with("\n"))
    block.erase(0, 1);
  if (block.ends_with("\n")) block.pop_back();
  if (block.ends_with("\r")) block.pop_back();
  return block;
}

/// frontmatter that is YAML but no mapping sets no property.
Rule no_mapping_ignored() {
  return changed_load([](Reply reply, FileAnatomy const& file, std::string const& text, LoadText const& load_text) {
    if (is_loaded(reply) || !has_both_halves(file) || frontmatter_of(text)) return reply;
    // As the value of a property it loads exactly if it is YAML.
    std::string const indented = with_all_replaced(without_outer_blanks(file.inside), "\n", "\n    ");
    if (!is_loaded(load_text("---\nmetadata:\n  value:\n    " + indented + "\n---\n."))) return reply;
    Reply agent = load_text(".");
    if (is_loaded(agent)) agent.value["instructions"] = file.body;
    return agent;
  });
}

std::vector<ReadingRule> delimiter_rules() {
  return {
      {.decision = "A-002", .reading = "own-line", .answer = split_by(split_by_lines)},
      {.decision = "A-005",
       .reading = "searched",
       .answer = split_where(is_unmarked,
                             [](Split split, FileAnatomy const&, std::string const& text) {
                               return searched_block(text).value_or(std::move(split));
                             })},
      {.decision = "A-006",
       .reading = "wary-readers",
       .unobservable = "a warning about a file that is read all the same is no part of an answer"},
      {.decision = "A-007", .reading = "exact-run", .answer = split_by(split_by_exact_runs)},
      {.decision = "A-009",
       .reading = "literal",
       .answer = changed_split([](Split split, FileAnatomy const&, std::string const& text) {
         return text.starts_with(byte_order_mark) ? all_body(text) : split;
       })},
  };
}

std::vector<ReadingRule> half_rules() {
  return {
      {.decision = "A-003",
       .reading = "empty-body",
       .answer = changed_split([](Split split, FileAnatomy const& file, std::string const&) {
         std::optional<std::string> const frontmatter = closed_at_the_end(file);
         if (frontmatter && !split.error_kind.empty())
           return Split{.frontmatter = *frontmatter, .body = "", .error_kind = ""};
         if (has_blank_body(file) && split.body == file.body) split.body = "";
         return split;
       })},
      {.decision = "A-003", .reading = "refused", .answer = refused_where(has_blank_body)},
      {.decision = "A-004",
       .reading = "verbatim",
       .answer = split_where(has_text_body,
                             [](Split split, FileAnatomy const& file, std::string const&) {
                               if (split.body == file.body) split.body = body_as_it_stands(file);
                               return split;
                             })},
      {.decision = "A-004", .reading = "trimmed", .answer = changed_body_text(has_text_body, without_outer_blanks)},
      {.decision = "A-008",
       .reading = "next-line-end",
       .answer = split_where(has_both_halves,
                             [](Split split, FileAnatomy const& file, std::string const&) {
                               if (split.frontmatter == without_outer_blanks(file.inside))
                                 split.frontmatter = without_one_line_end(file.inside);
                               return split;
                             })},
  };
}

std::vector<ReadingRule> property_rules() {
  return {
      {.decision = "A-010", .reading = "ignore", .answer = no_mapping_ignored()},
      {.decision = "A-012", .reading = "key-wins", .answer = changed_agent([](Json& agent, Json const& frontmatter) {
                                                     Json const& key = member(frontmatter, "instructions");
                                                     if (key.is_string()) agent["instructions"] = key;
                                                   })},
      {.decision = "A-012",
       .reading = "conflict",
       .answer = refused_frontmatter("ValueError",
                                     [](Json const& frontmatter) {
                                       return frontmatter.contains("instructions") || frontmatter.contains("kind");
                                     })},
  };
}

}  // namespace
}  // namespace conformance::mutants::splitting_readings

namespace conformance::readings {

std::vector<ReadingRule> splitting() {
  namespace rules_of = mutants::splitting_readings;
  std::vector<ReadingRule> rules = rules_of::delimiter_rules();
  for (std::vector<ReadingRule> const& more : {rules_of::half_rules(), rules_of::property_rules()})
    rules.insert(rules.end(), more.begin(), more.end());
  return rules;
}

}  // namespace conformance::readings
