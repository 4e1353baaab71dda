#include "prompty/load/check.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/load/references.hpp"

namespace prompty {
namespace spelling {
namespace {

bool same(char a, char b) {
  return utf8::lower_ascii(a) == utf8::lower_ascii(b);
}

bool is_swapped(std::string_view one, std::string_view other, std::size_t row, std::size_t column) {
  return row > 1 && column > 1 && same(one[row - 1], other[column - 2]) && same(one[row - 2], other[column - 1]);
}

/// The number of mistakes between two words.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before_last(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> current(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t row = 1; row <= one.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column <= other.size(); ++column) {
      std::size_t const changed = last[column - 1] + (same(one[row - 1], other[column - 1]) ? 0 : 1);
      current[column] = std::min({last[column] + 1, current[column - 1] + 1, changed});
      if (is_swapped(one, other, row, column)) current[column] = std::min(current[column], before_last[column - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[other.size()];
}

}  // namespace

std::optional<std::string_view> meant(std::string_view word, std::span<std::string_view const> known) {
  std::optional<std::string_view> best;
  std::size_t fewest = 3;
  for (std::string_view const candidate : known) {
    std::size_t const mistakes = distance(word, candidate);
    if (mistakes < fewest && 2 * mistakes < candidate.size()) {
      fewest = mistakes;
      best = candidate;
    }
  }
  return best;
}

}  // namespace spelling

namespace {

// To find a place takes a pass over all of the text before it.
constexpr std::size_t max_shown = references::max_placed_problems;
constexpr std::size_t longest_name = 60;

Problem problem_of(Error const& error, Place place) {
  return {.severity = Severity::error,
          .place = std::move(place),
          .message = error.explanation().problem,
          .hint = error.explanation().hint};
}

Problem unread_member(UnreadMember const& member, Place place) {
  bool const is_short = member.name.size() <= longest_name;
  std::optional<std::string_view> const meant = is_short ? spelling::meant(member.name, member.known) : std::nullopt;
  return {.severity = Severity::warning,
          .place = std::move(place),
          .message = fmt::format("{} has no meaning here and is ignored", is_short ? member.property_path : "This"),
          .hint = meant ? fmt::format("did you mean {}?", *meant) : "take it out, or put it under metadata"};
}

void collect_values(PromptFile const& file, std::vector<Problem>& problems) {
  std::vector<Problem> unread;
  auto const on_problem = [&](Error const& error) {
    if (problems.size() >= max_shown) return;
    std::string const& path = error.explanation().property_path;
    // The error about its reference has been reported already.
    if (outline::nearest(file.properties, file.outline, path).standing == Standing::unresolved) return;
    problems.push_back(problem_of(error, prompt_file::place_of(file, path)));
  };
  auto const on_unread = [&](UnreadMember const& member) {
    if (unread.size() < max_shown)
      unread.push_back(unread_member(member, prompt_file::key_of(file, member.property_path)));
  };
  static_cast<void>(prompt_file::build_agent(file, on_problem, on_unread));
  std::move(unread.begin(), unread.end(), std::back_inserter(problems));
}

Problem unknown_property(std::string const& name, Place place) {
  Problem warning{.severity = Severity::warning, .place = std::move(place)};
  if (name == "kind" || name == "instructions") {
    warning.message = fmt::format("{} is ignored: the file cannot set it", name);
    warning.hint = name == "kind" ? "take it out" : "write the prompt below the frontmatter";
    return warning;
  }
  bool const is_short = name.size() <= longest_name;
  warning.message = fmt::format("{} is no property of a prompt; it is kept under metadata",
                                is_short ? fmt::format("'{}'", name) : "This");
  std::optional<std::string_view> const meant =
      is_short ? spelling::meant(name, agent_codec::properties) : std::nullopt;
  warning.hint = meant ? fmt::format("did you mean {}?", *meant) : "put it there, if that is what you want";
  return warning;
}

void warn_of_unknown_properties(PromptFile const& file, std::vector<Problem>& problems) {
  std::size_t shown = 0;
  std::size_t index = 0;
  for (auto const& [name, value] : file.properties.items()) {
    std::size_t const offset = file.outline.parts[index++].key_offset;
    if (agent_codec::is_property(name)) continue;
    if (++shown > max_shown) return;
    problems.push_back(unknown_property(name, prompt_file::place_at(file, offset)));
  }
}

}  // namespace

std::vector<Problem> check(std::string_view content, std::string const& name, LoadOptions const& options) {
  PromptFile file;
  try {
    file = prompt_file::open(content, name);
  } catch (Error const& error) {
    return {problem_of(error, error.place())};
  }
  std::vector<Problem> problems;
  prompt_file::resolve_references(file, options, [&](Error const& error) {
    if (problems.size() < max_shown) problems.push_back(problem_of(error, error.place()));
  });
  collect_values(file, problems);
  if (file.properties.is_object()) warn_of_unknown_properties(file, problems);
  std::ranges::stable_sort(problems, {},
                           [](Problem const& problem) { return std::pair(problem.place.line, problem.place.column); });
  return problems;
}

std::vector<Problem> check_file(std::filesystem::path const& path, LoadOptions const& options) {
  std::string const name = prompt_file::absolute_name(path);
  std::string content;
  try {
    content = prompt_file::read(name);
  } catch (Error const& error) {
    return {problem_of(error, {.file = name})};
  }
  return check(content, name, options);
}

}  // namespace prompty
