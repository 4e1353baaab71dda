#include "harness/judge/deviations/jq_definitions.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

namespace conformance::deviations {
namespace {

using Names = std::set<std::string, std::less<>>;

bool begins_definition(std::string_view line) {
  return line.starts_with("def ");
}

/// What may stand between definitions, and belongs to the one below it.
bool is_between_definitions(std::string_view line) {
  return line.empty() || line.starts_with('#');
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The text in pieces with one definition at the start of a line each; the first has what stands before them.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces(1);
  std::string between;
  for (std::string_view const line : lines_of(text)) {
    if (begins_definition(line)) pieces.push_back(std::exchange(between, ""));
    if (!is_between_definitions(line)) pieces.back() += std::exchange(between, "");
    std::string& open = is_between_definitions(line) ? between : pieces.back();
    open.append(line).append("\n");
  }
  pieces.back() += between;
  return pieces;
}

Names found_by(RE2 const& pattern, std::string_view text) {
  Names found;
  re2::StringPiece rest(text.data(), text.size());
  for (std::string name; RE2::FindAndConsume(&rest, pattern, &name);) found.insert(name);
  return found;
}

}  // namespace

Names names_in(std::string_view program) {
  static RE2 const name("([A-Za-z_][A-Za-z0-9_]*)");
  return found_by(name, program);
}

JqDefinitions::JqDefinitions(std::string_view text) {
  static RE2 const defined("\\bdef\\s+([A-Za-z_][A-Za-z0-9_]*)");
  for (std::string& piece : pieces_of(text)) {
    for (std::string const& name : found_by(defined, piece)) defining_[name].push_back(pieces_.size());
    Names names = names_in(piece);
    pieces_.push_back({.text = std::move(piece), .names = std::move(names)});
  }
}

std::string JqDefinitions::used_by(Names& names) const {
  std::vector<bool> is_used(pieces_.size(), false);
  std::vector<std::string_view> unseen(names.begin(), names.end());
  auto const use = [&](std::size_t index) {
    if (is_used[index]) return;
    is_used[index] = true;
    for (std::string const& name : pieces_[index].names) {
      if (names.insert(name).second) unseen.push_back(name);
    }
  };
  use(0);
  while (!unseen.empty()) {
    auto const found = defining_.find(unseen.back());
    unseen.pop_back();
    if (found != defining_.end()) std::for_each(found->second.begin(), found->second.end(), use);
  }
  std::string used;
  for (std::size_t index = 0; index < pieces_.size(); ++index) {
    if (is_used[index]) used += pieces_[index].text;
  }
  return used;
}

}  // namespace conformance::deviations
