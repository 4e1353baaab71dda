#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::file_openings {
namespace {

std::string first_line(std::string const& text) {
  return without_trailing_blanks(text.substr(0, text.find('\n')));
}

bool consists_of(std::string const& characters, std::string const& text) {
  return text.find_first_not_of(characters) == std::string::npos;
}

FilePredicate opens_with_line(std::function<bool(std::string const& line)> predicate) {
  return [predicate = std::move(predicate)](FileAnatomy const& file) {
    return is_unmarked(file) && predicate(first_line(without_leading_blanks(file.body)));
  };
}

bool is_two_signs(std::string const& line) {
  return line == "--" || line == "++";
}

bool is_three_mixed_signs(std::string const& line) {
  return line.size() == 3 && consists_of("+-", line);
}

bool is_spaced_signs(std::string const& line) {
  return line.find(' ') != std::string::npos && consists_of("+- ", line);
}

bool is_other_fence(std::string const& line) {
  bool const long_enough = line.size() >= 3;
  return long_enough && consists_of("=*~`#_.", line) && consists_of(std::string(1, line[0]), line);
}

// The first line and the next one like it are taken for the delimiters.
Split split_by_first_line(Split const&, FileAnatomy const& file, std::string const&) {
  std::string const text = without_leading_blanks(file.body);
  std::string const delimiter = first_line(text);
  std::size_t const closing = text.find("\n" + delimiter, delimiter.size());
  if (closing == std::string::npos) return refused("ValueError");
  return {.frontmatter = without_outer_blanks(text.substr(delimiter.size(), closing - delimiter.size())),
          .body = without_leading_blanks(text.substr(closing + 1 + delimiter.size())),
          .error_kind = ""};
}

// The first block further down, as a search that takes every line for the beginning would find it.
std::size_t find_later_block(FileAnatomy const& file) {
  return std::min(file.body.find("\n---"), file.body.find("\n+++"));
}

bool has_later_block(FileAnatomy const& file) {
  if (!is_unmarked(file) || find_later_block(file) == std::string::npos) return false;
  return has_both_halves(anatomy_of(file.body.substr(find_later_block(file))));
}

Split split_at_later_block(Split const&, FileAnatomy const& file, std::string const&) {
  FileAnatomy const block = anatomy_of(file.body.substr(find_later_block(file)));
  return {.frontmatter = without_outer_blanks(block.inside), .body = block.body, .error_kind = ""};
}

bool has_delimiter_further_down(FileAnatomy const& file) {
  return is_unmarked(file) && find_delimiter(file.body, 0) != std::string::npos;
}

bool has_no_closer(FileAnatomy const& file) {
  return is_unclosed(file) && find_delimiter(file.inside, 0) == std::string::npos;
}

bool has_lead(FileAnatomy const& file) {
  return !file.opener.empty() && !file.lead.empty();
}

FilePredicate has_lead_with(std::string characters) {
  return [characters = std::move(characters)](FileAnatomy const& file) {
    return has_lead(file) && file.lead.find_first_of(characters) != std::string::npos;
  };
}

bool is_mixed(FileAnatomy const& file) {
  return has_both_halves(file) && file.opener != file.closer;
}

FilePredicate is_pair_of(std::string opener, std::string closer) {
  return [opener = std::move(opener), closer = std::move(closer)](FileAnatomy const& file) {
    return file.opener == opener && file.closer == closer;
  };
}

// Looks on until the delimiter that the file opened with.
Split closed_by_its_like(Split const&, FileAnatomy const& file, std::string const&) {
  std::string const behind = file.inside + file.closer + file.gap + file.body;
  std::size_t const closing = behind.find(file.opener);
  if (closing == std::string::npos) return refused("ValueError");
  return {.frontmatter = without_outer_blanks(behind.substr(0, closing)),
          .body = without_leading_blanks(behind.substr(closing + file.opener.size())),
          .error_kind = ""};
}

Split all_frontmatter(Split const&, FileAnatomy const& file, std::string const&) {
  return {.frontmatter = without_outer_blanks(file.inside), .body = "", .error_kind = ""};
}

/// Reports the frontmatter of a file that has none otherwise than as null.
Rule absent_frontmatter_is(Json value) {
  return changed_split_reply([value = std::move(value)](Json& result, FileAnatomy const& file) {
    if (is_unmarked(file)) result["frontmatter"] = value;
  });
}

Rule changed_unmarked_text(ChangeText change) {
  return split_where(is_unmarked,
                     [change = std::move(change)](Split const&, FileAnatomy const&, std::string const& text) {
                       return all_body(change(text));
                     });
}

std::vector<Mutant> unmarked_mutants() {
  return {
      {"two-signs-delimit", "P2.2-01", "Lines of two signs are delimiters too.",
       split_where(opens_with_line(is_two_signs), split_by_first_line)},
      {"mixed-signs-delimit", "P2.2-01", "Lines of three signs are delimiters even if the signs differ.",
       split_where(opens_with_line(is_three_mixed_signs), split_by_first_line)},
      {"spaced-signs-delimit", "P2.2-01", "Lines of signs with blanks between them are delimiters too.",
       split_where(opens_with_line(is_spaced_signs), split_by_first_line)},
      {"other-fences-delimit", "P2.2-01", "Lines of three stars, tildes or the like are delimiters too.",
       split_where(opens_with_line(is_other_fence), split_by_first_line)},
      {"later-block-found", "P2.2-09", "A block further down is taken for the frontmatter.",
       split_where(has_later_block, split_at_later_block)},
      {"later-delimiter-makes-malformed", "P2.2-09", "A delimiter further down makes an unmarked file malformed.",
       refused_where(has_delimiter_further_down)},
      {"text-before-delimiter-lost", "P2.2-09", "The text before a delimiter further down is dropped.",
       split_where(has_delimiter_further_down,
                   [](Split const&, FileAnatomy const& file, std::string const&) {
                     return all_body(file.body.substr(find_delimiter(file.body, 0)));
                   })},
      {"opened-file-is-text", "P2.2-09", "A file that begins with a block is returned whole too.",
       all_body_where(has_both_halves)},
      {"blank-text-refused", "P2.2-09", "A file of nothing, or of blanks only, is malformed.",
       refused_where([](FileAnatomy const& file) { return is_unmarked(file) && is_blank(file.body); })},
      {"unmarked-line-ends-rewritten", "P2.2-10", "Carriage returns disappear from an unmarked file.",
       changed_unmarked_text([](std::string const& text) { return with_all_replaced(text, "\r\n", "\n"); })},
      {"unmarked-text-trimmed", "P2.2-10", "An unmarked file loses the blanks at both ends.",
       changed_unmarked_text(without_outer_blanks)},
      {"unmarked-text-trimmed-in-front", "P2.2-10", "An unmarked file loses the blanks in front.",
       changed_unmarked_text(without_leading_blanks)},
      {"unmarked-text-trimmed-at-end", "P2.2-10", "An unmarked file loses the blanks at the end.",
       changed_unmarked_text(without_trailing_blanks)},
      {"absent-frontmatter-is-empty", "P2.2-16", "No frontmatter is reported as an empty text.",
       absent_frontmatter_is("")},
      {"absent-frontmatter-is-object", "P2.2-16", "No frontmatter is reported as an empty object.",
       absent_frontmatter_is(Json::object())},
      {"absent-frontmatter-is-false", "P2.2-16", "No frontmatter is reported as false.", absent_frontmatter_is(false)},
      {"absent-frontmatter-left-out", "P2.2-16", "Without frontmatter the member is missing from the result.",
       changed_split_reply([](Json& result, FileAnatomy const& file) {
         if (is_unmarked(file)) result.erase("frontmatter");
       })},
  };
}

std::vector<Mutant> delimiter_mutants() {
  return {
      {"unclosed-file-is-body", "P2.2-11", "A file whose frontmatter is not closed is all body.",
       all_body_where(has_no_closer)},
      {"unclosed-file-is-frontmatter", "P2.2-11", "A file whose frontmatter is not closed is all frontmatter.",
       split_where(has_no_closer, all_frontmatter)},
      {"unclosed-file-is-runtime-error", "P2.2-11", "Unclosed frontmatter raises an error of the wrong kind.",
       split_where(has_no_closer,
                   [](Split const&, FileAnatomy const&, std::string const&) { return refused("RuntimeError"); })},
      {"closed-file-refused", "P2.2-11", "Closed frontmatter is malformed too.", refused_where(has_both_halves)},
      {"opener-at-start-only", "P2.2-12", "With anything before its opening delimiter a file is all body.",
       all_body_where(has_lead)},
      {"line-ends-before-opener-refused", "P2.2-12", "Line ends before the opening delimiter make a file malformed.",
       refused_where(has_lead_with("\n"))},
      {"line-ends-before-opener-hide-it", "P2.2-12", "Only blanks of its own line may stand before the delimiter.",
       all_body_where(has_lead_with("\n"))},
      {"tab-before-opener-hides-it", "P2.2-12", "A tab before the opening delimiter makes a file all body.",
       all_body_where(has_lead_with("\t"))},
      {"blanks-before-opener-kept", "P2.2-12", "What stands before the opening delimiter is put before the body.",
       split_where(has_lead,
                   [](Split split, FileAnatomy const& file, std::string const&) {
                     if (split.error_kind.empty()) split.body = file.lead + split.body;
                     return split;
                   })},
      {"mixed-delimiters-refused", "P2.2-13", "Frontmatter closed by the other delimiter is malformed.",
       refused_where(is_mixed)},
      {"closed-by-its-like-only", "P2.2-13", "Only the delimiter that opened the frontmatter closes it.",
       split_where(is_mixed, closed_by_its_like)},
      {"pluses-never-close-hyphens", "P2.2-13", "Hyphens closed by pluses leave a file all body.",
       all_body_where(is_pair_of("---", "+++"))},
      {"hyphens-never-close-pluses", "P2.2-13", "Pluses closed by hyphens leave a file all body.",
       all_body_where(is_pair_of("+++", "---"))},
      {"space-before-opener-hides-it", "P2.2-18", "A blank before the opening delimiter makes a file all body.",
       all_body_where(has_lead)},
      {"space-before-opener-refused", "P2.2-18", "A blank before the opening delimiter makes a file malformed.",
       refused_where(has_lead)},
  };
}

}  // namespace
}  // namespace conformance::mutants::file_openings

namespace conformance::mutants {

std::vector<Mutant> file_opening_mutants() {
  std::vector<Mutant> mutants = file_openings::unmarked_mutants();
  std::vector<Mutant> const about_delimiters = file_openings::delimiter_mutants();
  mutants.insert(mutants.end(), about_delimiters.begin(), about_delimiters.end());
  return mutants;
}

}  // namespace conformance::mutants
