#include "prompty/pipeline/marker_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "prompty/core/reserved_metadata.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty {
namespace marker_checks {
namespace {

using pre_render::MarkerAttribute;
using Attributes = std::vector<MarkerAttribute>;

constexpr std::size_t most_warnings = 100;
constexpr std::size_t longest_shown = 60;

bool has_markers(PromptyAgent const& agent) {
  return agent.prompt_template.parser.kind == "prompty";
}

Place place_at(PromptyAgent const& agent, std::size_t offset) {
  std::string_view const before = std::string_view(agent.instructions).substr(0, offset);
  std::size_t const line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  // Without a line end before it, rfind gives npos, and the whole of the text is taken.
  return place_in_body(agent, line, 1 + utf8::length(before.substr(before.rfind('\n') + 1)));
}

Problem warning(Place place, std::string message, std::string hint) {
  return {
      .severity = Severity::warning, .place = std::move(place), .message = std::move(message), .hint = std::move(hint)};
}

/// Whether the line is a marker after all: a quote in a placeholder is none of the marker.
bool has_attributes(text_lines::Line const& line, Attributes const& attributes) {
  Attributes::const_iterator const next =
      std::lower_bound(attributes.begin(), attributes.end(), line.begin,
                       [](MarkerAttribute const& one, std::size_t begin) { return one.at < begin; });
  return next != attributes.end() && next->at < line.begin + line.text.size();
}

void warn_of_malformed_markers(PromptyAgent const& agent, Attributes const& attributes,
                               std::vector<Problem>& problems) {
  text_lines::Lines lines(agent.instructions);
  std::size_t warnings = 0;
  for (std::size_t number = 1; warnings < most_warnings; ++number) {
    std::optional<text_lines::Line> const line = lines.next();
    if (!line) return;
    if (!role_marker::is_malformed(line->text) || has_attributes(*line, attributes)) continue;
    std::size_t const column = 1 + utf8::length(line->text.substr(0, line->text.find('[')));
    problems.push_back(warning(place_in_body(agent, number, column),
                               "This line is text, not a role marker: its brackets are malformed",
                               "write role[key=value, key2=\"value 2\"]: without a blank before the bracket"));
    ++warnings;
  }
}

std::string quoted(MarkerAttribute const& attribute) {
  bool const can_be_shown = !attribute.value.empty() && attribute.value.size() <= longest_shown;
  return fmt::format("write {}=\"{}\"", attribute.key, can_be_shown ? attribute.value : "…");
}

std::optional<Problem> open_value(PromptyAgent const& agent, MarkerAttribute const& attribute) {
  if (!attribute.is_open) return std::nullopt;
  return warning(place_at(agent, attribute.at),
                 "A comma or a bracket in what fills this value changes the role marker: no quotes stand around it",
                 quoted(attribute));
}

/// A key that does not become metadata as others do; nothing for all others.
std::optional<Problem> special_name(PromptyAgent const& agent, MarkerAttribute const& attribute) {
  std::string const& key = attribute.key;
  // P6.1-03
  if (role_marker::is_nonce_key(key)) {
    return warning(place_at(agent, attribute.at),
                   fmt::format("The attribute '{}' is there for the parser and ignored", key), "take it out");
  }
  // P7.1.1-11, A-045
  if (key == "role" || key == "content") {
    return warning(place_at(agent, attribute.at),
                   fmt::format("The attribute '{}' is never sent: it cannot change who speaks, nor what is said", key),
                   "give the attribute another name");
  }
  if (!is_reserved_metadata(key)) return std::nullopt;
  return warning(place_at(agent, attribute.at),
                 fmt::format("The attribute '{}' is reserved for the pipeline, which builds requests from it; strict "
                             "mode refuses the prompt",
                             key),
                 "give the attribute another name, or give the messages as an input of kind thread");
}

template <class Check>
void warn_of_attributes(PromptyAgent const& agent, Attributes const& attributes, Check const& check,
                        std::vector<Problem>& problems) {
  std::size_t warnings = 0;
  for (MarkerAttribute const& attribute : attributes) {
    if (warnings == most_warnings) return;
    std::optional<Problem> problem = check(agent, attribute);
    if (!problem) continue;
    problems.push_back(*std::move(problem));
    ++warnings;
  }
}

}  // namespace
}  // namespace marker_checks

std::vector<Problem> marker_warnings(PromptyAgent const& agent) {
  std::vector<Problem> problems;
  if (!marker_checks::has_markers(agent)) return problems;
  marker_checks::Attributes const attributes = pre_render::marker_attributes(agent.instructions);
  marker_checks::warn_of_malformed_markers(agent, attributes, problems);
  marker_checks::warn_of_attributes(agent, attributes, marker_checks::open_value, problems);
  marker_checks::warn_of_attributes(agent, attributes, marker_checks::special_name, problems);
  return problems;
}

std::vector<Problem> warnings_of_roles_from_inputs(PromptyAgent const& agent) {
  std::vector<Problem> problems;
  if (!marker_checks::has_markers(agent)) return problems;
  std::vector<std::size_t> colons = pre_render::roles_from_inputs(agent.instructions);
  if (colons.size() > marker_checks::most_warnings) colons.resize(marker_checks::most_warnings);
  for (std::size_t const colon : colons) {
    problems.push_back(marker_checks::warning(
        marker_checks::place_at(agent, colon), "This line is text, not a role marker: an input would say its role",
        "give the messages as an input of kind thread, or set template.format.strict to false"));
  }
  return problems;
}

}  // namespace prompty
