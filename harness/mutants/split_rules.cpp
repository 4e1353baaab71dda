#include "harness/mutants/split_rules.hpp"

#include <utility>

namespace conformance::mutants {

Rule split_where(FilePredicate predicate, ChangeSplit change) {
  return changed_split([predicate = std::move(predicate), change = std::move(change)](
                           Split split, FileAnatomy const& file, std::string const& text) {
    return predicate(file) ? change(std::move(split), file, text) : split;
  });
}

Rule refused_where(FilePredicate predicate) {
  return split_where(std::move(predicate),
                     [](Split const&, FileAnatomy const&, std::string const&) { return refused("ValueError"); });
}

Rule all_body_where(FilePredicate predicate) {
  return split_where(std::move(predicate),
                     [](Split const&, FileAnatomy const&, std::string const& text) { return all_body(text); });
}

Rule changed_frontmatter(FilePredicate predicate, ChangeText change) {
  return split_where(std::move(predicate),
                     [change = std::move(change)](Split split, FileAnatomy const&, std::string const&) {
                       split.frontmatter = change(split.frontmatter.value_or(""));
                       return split;
                     });
}

Rule changed_body_text(FilePredicate predicate, ChangeText change) {
  return split_where(std::move(predicate),
                     [change = std::move(change)](Split split, FileAnatomy const&, std::string const&) {
                       split.body = change(split.body);
                       return split;
                     });
}

bool is_blank(std::string const& text) {
  return without_leading_blanks(text).empty();
}

bool has_both_halves(FileAnatomy const& file) {
  return !file.closer.empty();
}

bool is_unmarked(FileAnatomy const& file) {
  return file.opener.empty();
}

bool is_unclosed(FileAnatomy const& file) {
  return !file.opener.empty() && file.closer.empty();
}

}  // namespace conformance::mutants
