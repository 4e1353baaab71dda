#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::file_groups {
namespace {

bool ends_at_closer(FileAnatomy const& file) {
  std::size_t const delimiter = find_delimiter(file.inside, 0);
  return is_unclosed(file) && delimiter != std::string::npos;
}

bool has_text_body(FileAnatomy const& file) {
  return has_both_halves(file) && !is_blank(file.body);
}

bool has_blank_body(FileAnatomy const& file) {
  return has_both_halves(file) && is_blank(file.body);
}

bool is_empty_frontmatter(FileAnatomy const& file) {
  return has_both_halves(file) && is_blank(file.inside);
}

bool has_later_delimiter(FileAnatomy const& file) {
  return has_both_halves(file) && find_delimiter(file.body, 0) != std::string::npos;
}

// Something other than blanks before or behind the closing delimiter on its line.
bool closes_within_line(FileAnatomy const& file) {
  if (!has_both_halves(file)) return false;
  std::string const before = file.inside.substr(file.inside.find_last_of('\n') + 1);
  bool const text_before = file.inside.find('\n') == std::string::npos || !is_blank(before);
  return text_before || (file.gap.find('\n') == std::string::npos && !is_blank(file.body));
}

bool has_text_behind_opener(FileAnatomy const& file) {
  return has_both_halves(file) && file.inside.find('\n') != std::string::npos &&
         !is_blank(file.inside.substr(0, file.inside.find('\n')));
}

bool is_blank_line_rest(std::string const& text) {
  std::size_t const end = text.find('\n');
  return end != std::string::npos && end > 0 && is_blank(text.substr(0, end));
}

bool has_blanks_behind_delimiter(FileAnatomy const& file) {
  return has_both_halves(file) && (is_blank_line_rest(file.inside) || is_blank_line_rest(file.gap + file.body));
}

std::size_t find_blank_line(std::string const& text) {
  return text.find("\n\n");
}

bool has_blank_line_inside(FileAnatomy const& file) {
  return has_both_halves(file) && find_blank_line(file.inside) != std::string::npos;
}

std::string up_to(std::string const& text, std::size_t end) {
  return text.substr(0, end);
}

std::string first_line(std::string const& text) {
  return up_to(text, text.find('\n'));
}

std::string without_last_line(std::string const& text) {
  std::size_t const end = text.find_last_of('\n');
  return end == std::string::npos ? text : text.substr(0, end);
}

Split closed_by_last(Split const&, FileAnatomy const& file, std::string const&) {
  std::size_t const last = std::max(file.body.rfind("---") + 1, file.body.rfind("+++") + 1) - 1;
  return {.frontmatter = without_outer_blanks(file.inside + file.closer + file.gap + up_to(file.body, last)),
          .body = without_leading_blanks(file.body.substr(last + 3)),
          .error_kind = ""};
}

std::string without_indentation(std::string const& text) {
  std::string result = text;
  for (std::size_t line = result.find('\n'); line != std::string::npos; line = result.find('\n', line + 1)) {
    std::size_t const end = std::min(result.find_first_not_of(" \t", line + 1), result.size());
    result.erase(line + 1, end - line - 1);
  }
  return result;
}

std::size_t bytes_beyond_letters(std::string const& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }));
}

std::vector<Mutant> frontmatter_mutants() {
  return {
      {"split-text-swapped", "P2.2-01", "The two groups are given back the wrong way round.",
       split_where(has_both_halves,
                   [](Split split, FileAnatomy const&, std::string const&) {
                     return Split{.frontmatter = split.body, .body = split.frontmatter.value_or(""), .error_kind = ""};
                   })},
      {"opener-takes-its-line", "P2.2-01", "What follows the opening delimiter on its line is dropped.",
       split_where(has_text_behind_opener,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.frontmatter = without_outer_blanks(file.inside.substr(file.inside.find('\n')));
                     return split;
                   })},
      {"blank-line-ends-frontmatter", "P2.2-02", "The frontmatter ends at its first blank line.",
       split_where(has_blank_line_inside,
                   [](Split const&, FileAnatomy const& file, std::string const&) {
                     std::size_t const end = find_blank_line(file.inside);
                     std::string const rest = file.inside.substr(end) + file.closer + file.gap + file.body;
                     return Split{.frontmatter = without_outer_blanks(up_to(file.inside, end)),
                                  .body = without_leading_blanks(rest),
                                  .error_kind = ""};
                   })},
      {"blank-line-in-frontmatter-refused", "P2.2-02", "Frontmatter with a blank line is malformed.",
       refused_where(has_blank_line_inside)},
      {"blank-lines-in-frontmatter-lost", "P2.2-02", "Blank lines disappear from the frontmatter.",
       changed_frontmatter(has_both_halves,
                           [](std::string const& inside) { return with_all_replaced(inside, "\n\n", "\n"); })},
      {"frontmatter-one-line-only", "P2.2-02", "Only the first line of the frontmatter is taken.",
       changed_frontmatter(has_both_halves, first_line)},
      {"frontmatter-lines-joined", "P2.2-02", "The lines of the frontmatter are run together.",
       changed_frontmatter(has_both_halves,
                           [](std::string const& inside) { return with_all_replaced(inside, "\n", " "); })},
      {"blanks-behind-delimiter-refused", "P2.2-01", "A delimiter with blanks behind it on its line is malformed.",
       refused_where(has_blanks_behind_delimiter)},
      {"frontmatter-untrimmed", "P2.2-08", "The frontmatter keeps the blanks next to its delimiters.",
       split_where(has_both_halves,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.frontmatter = file.inside;
                     return split;
                   })},
      {"frontmatter-trimmed-in-front-only", "P2.2-08", "The line end before the closing delimiter is kept.",
       split_where(has_both_halves,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.frontmatter = without_leading_blanks(file.inside);
                     return split;
                   })},
      {"frontmatter-trimmed-at-end-only", "P2.2-08", "The line end behind the opening delimiter is kept.",
       split_where(has_both_halves,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.frontmatter = without_trailing_blanks(file.inside);
                     return split;
                   })},
      {"frontmatter-indentation-lost", "P2.2-08", "Every line of the frontmatter is trimmed.",
       changed_frontmatter(has_both_halves, without_indentation)},
      {"empty-frontmatter-is-absent", "P2.2-17", "Empty frontmatter is reported as none.",
       split_where(is_empty_frontmatter,
                   [](Split split, FileAnatomy const&, std::string const&) { return all_body(split.body); })},
      {"empty-frontmatter-refused", "P2.2-17", "Empty frontmatter is malformed.", refused_where(is_empty_frontmatter)},
      {"empty-frontmatter-takes-body", "P2.2-17", "With empty frontmatter the body is lost.",
       changed_body_text(is_empty_frontmatter, [](std::string const&) { return ""; })},
      {"empty-frontmatter-is-text", "P2.2-17", "A file with empty frontmatter is all body.",
       all_body_where(is_empty_frontmatter)},
  };
}

std::vector<Mutant> body_mutants() {
  return {
      {"body-one-line-only", "P2.2-03", "The body ends with its first line.",
       changed_body_text(has_text_body, first_line)},
      {"body-ends-at-blank-line", "P2.2-03", "The body ends at its first blank line.",
       changed_body_text(has_text_body, [](std::string const& body) { return up_to(body, find_blank_line(body)); })},
      {"body-cut-by-letters", "P2.2-03", "Where the body begins is counted in letters and cut in bytes.",
       split_where(has_text_body,
                   [](Split split, FileAnatomy const& file, std::string const& text) {
                     std::size_t const extra = bytes_beyond_letters(text.substr(0, text.size() - file.body.size()));
                     split.body = text.substr(text.size() - file.body.size() - extra);
                     return split;
                   })},
      {"body-loses-last-line", "P2.2-03", "The last line of a body of several is missing.",
       changed_body_text(has_text_body, without_last_line)},
      {"body-loses-last-character", "P2.2-03", "The last character of the body is missing.",
       changed_body_text(has_text_body, [](std::string const& body) { return up_to(body, body.size() - 1); })},
      {"last-delimiter-closes", "P2.2-04", "The frontmatter reaches to the last delimiter of the file.",
       split_where(has_later_delimiter, closed_by_last)},
      {"block-cut-out-everywhere", "P2.2-04", "What stands in the block is taken out of the body as well.",
       split_where([](FileAnatomy const& file) { return has_text_body(file) && !is_blank(file.inside); },
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = with_all_replaced(split.body, without_outer_blanks(file.inside), "");
                     return split;
                   })},
      {"later-delimiter-ends-body", "P2.2-04", "The body ends at a delimiter in it.",
       changed_body_text(has_later_delimiter,
                         [](std::string const& body) { return up_to(body, find_delimiter(body, 0)); })},
      {"later-delimiter-refused", "P2.2-04", "A third delimiter makes the file malformed.",
       refused_where(has_later_delimiter)},
      {"later-delimiter-lost", "P2.2-04", "A delimiter in the body is removed from it.",
       changed_body_text(
           has_later_delimiter,
           [](std::string const& body) { return with_all_replaced(with_all_replaced(body, "---", ""), "+++", ""); })},
      {"closer-within-line-refused", "P2.2-05", "A closing delimiter that shares its line is malformed.",
       refused_where(closes_within_line)},
      {"closer-on-line-of-its-own-refused", "P2.2-05", "A closing delimiter alone on its line is malformed.",
       refused_where([](FileAnatomy const& file) { return has_both_halves(file) && !closes_within_line(file); })},
      {"closer-within-line-takes-the-line", "P2.2-05", "What follows a closing delimiter on its line is dropped.",
       split_where(closes_within_line,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     std::string const behind = file.gap + file.body;
                     split.body = without_leading_blanks(behind.substr(std::min(behind.find('\n'), behind.size())));
                     return split;
                   })},
      {"blank-lines-before-body-dropped-only", "P2.2-06", "The first line of the body keeps its indentation.",
       split_where(has_text_body,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = file.gap.substr(file.gap.find_last_of('\n') + 1) + split.body;
                     return split;
                   })},
      {"body-keeps-all-blanks", "P2.2-06", "Everything behind the closing delimiter is body, its line end too.",
       split_where(has_text_body,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = file.gap + split.body;
                     return split;
                   })},
      {"body-indentation-lost", "P2.2-06", "Every line of the body loses its indentation.",
       changed_body_text(has_text_body, without_indentation)},
      {"body-end-collapsed", "P2.2-07", "The blanks at the end of the body become one space.",
       changed_body_text(has_text_body,
                         [](std::string const& body) {
                           std::string const trimmed = without_trailing_blanks(body);
                           return trimmed == body ? body : trimmed + " ";
                         })},
      {"body-line-end-added", "P2.2-07", "The body gets a line end that it did not have.",
       changed_body_text(has_text_body, [](std::string const& body) { return body + "\n"; })},
      {"body-keeps-line-end-of-closer", "P2.2-15", "The body begins with the line end behind the closing delimiter.",
       split_where(has_text_body,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = file.gap.substr(0, file.gap.find('\n') + 1) + split.body;
                     return split;
                   })},
      {"file-ending-at-closer-is-body", "P2.2-20", "A file that ends at its closing delimiter is all body.",
       all_body_where(ends_at_closer)},
      {"closer-at-end-is-body", "P2.2-20", "The delimiter that ends the file is its body.",
       split_where(ends_at_closer,
                   [](Split const&, FileAnatomy const& file, std::string const&) {
                     std::size_t const closing = find_delimiter(file.inside, 0);
                     return Split{.frontmatter = without_outer_blanks(up_to(file.inside, closing)),
                                  .body = file.inside.substr(closing),
                                  .error_kind = ""};
                   })},
      {"file-ending-at-closer-is-runtime-error", "P2.2-20", "A file ending at its closer raises the wrong kind.",
       split_where(ends_at_closer,
                   [](Split const&, FileAnatomy const&, std::string const&) { return refused("RuntimeError"); })},
      {"body-of-one-line-refused", "P2.2-20", "A body that does not reach beyond one line does not count.",
       refused_where(
           [](FileAnatomy const& file) { return has_text_body(file) && file.body.find('\n') == std::string::npos; })},
      {"body-behind-blanks-is-blank", "P2.2-21", "The body is the last blank behind the closer though text follows.",
       split_where([](FileAnatomy const& file) { return has_text_body(file) && !file.gap.empty(); },
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = file.gap.substr(file.gap.size() - 1);
                     return split;
                   })},
      {"blank-body-is-closer", "P2.2-21", "The closing delimiter is the body when only blanks follow it.",
       split_where(has_blank_body,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     split.body = file.closer;
                     return split;
                   })},
      {"blank-body-means-no-frontmatter", "P2.2-21", "A file with nothing but blanks behind the closer is all body.",
       all_body_where(has_blank_body)},
  };
}

}  // namespace
}  // namespace conformance::mutants::file_groups

namespace conformance::mutants {

std::vector<Mutant> file_group_mutants() {
  std::vector<Mutant> mutants = file_groups::frontmatter_mutants();
  std::vector<Mutant> const about_bodies = file_groups::body_mutants();
  mutants.insert(mutants.end(), about_bodies.begin(), about_bodies.end());
  return mutants;
}

}  // namespace conformance::mutants
