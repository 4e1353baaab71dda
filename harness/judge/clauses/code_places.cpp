#include "harness/judge/clauses/code_places.hpp"

#include <fmt/core.h>
#include <re2/re2.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

/// Lines of code shown below a comment.
constexpr std::size_t most_code_lines = 8;

constexpr char const* list_of_exceptions = "without-code.yaml";

bool is_source(std::string const& path) {
  return path.ends_with(".cpp") || path.ends_with(".hpp");
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The text of the comment that a line ends with, "" without one.
std::string comment_in(std::string const& line) {
  static RE2 const comment(R"(^(?:[^"]|"(?:[^"\\]|\\.)*")*?///?<?\s?(.*)$)");
  std::string text;
  return RE2::FullMatch(line, comment, &text) ? text : "";
}

bool is_comment_line(std::string const& line) {
  static RE2 const only_comment(R"(^\s*//.*)");
  return RE2::FullMatch(line, only_comment);
}

std::set<std::string> ids_in(std::string const& comment) {
  static RE2 const id(R"(\b([PM][0-9][0-9.]*-[0-9]+)\b)");
  std::set<std::string> ids;
  re2::StringPiece rest(comment);
  for (std::string found; RE2::FindAndConsume(&rest, id, &found);) ids.insert(found);
  return ids;
}

/// The comment that begins in the line at `first` (from 0), which goes on over lines of nothing but comment, and what
/// stands below it up to the next empty line.
CodePlace place_at(std::string const& file, std::vector<std::string> const& lines, std::size_t first,
                   std::size_t behind) {
  CodePlace place{.file = file, .line = static_cast<int>(first) + 1, .comment = "", .lines = {}};
  for (std::size_t at = first; at < behind; ++at) place.comment += (at == first ? "" : " ") + comment_in(lines[at]);
  std::size_t const last = std::min(lines.size(), behind + most_code_lines);
  for (std::size_t at = first; at < last && (at < behind || !lines[at].empty()); ++at) place.lines.push_back(lines[at]);
  return place;
}

}  // namespace

std::map<std::string, std::vector<CodePlace>> read_code_places(FileTree const& reference) {
  std::map<std::string, std::vector<CodePlace>> places;
  for (std::string const& path : reference.paths()) {
    if (!is_source(path)) continue;
    std::vector<std::string> const lines = lines_of(reference.read(path));
    for (std::size_t first = 0; first < lines.size();) {
      std::size_t behind = first + 1;
      bool const is_block = is_comment_line(lines[first]);
      while (is_block && behind < lines.size() && is_comment_line(lines[behind])) ++behind;
      CodePlace const place = place_at("reference/" + path, lines, first, behind);
      for (std::string const& id : ids_in(place.comment)) places[id].push_back(place);
      first = behind;
    }
  }
  return places;
}

std::map<std::string, std::string> read_clauses_without_code(FileTree const& spec) {
  std::map<std::string, std::string> reasons;
  if (!spec.holds(list_of_exceptions)) return reasons;
  try {
    YAML::Node const list = YAML::Load(spec.read_text(list_of_exceptions));
    for (YAML::const_iterator entry = list.begin(); entry != list.end(); ++entry)
      reasons.emplace(entry->first.as<std::string>(), entry->second.as<std::string>());
  } catch (YAML::Exception const& error) {
    throw InputError(fmt::format("{}:{}: clause ids with a reason each are expected: {}", list_of_exceptions,
                                 error.mark.line + 1, error.msg));
  }
  return reasons;
}

}  // namespace conformance
