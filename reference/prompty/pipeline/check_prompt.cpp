#include "prompty/pipeline/check_prompt.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "prompty/core/utf8.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/text_lines.hpp"
#include "prompty/pipeline/guard.hpp"
#include "prompty/pipeline/provider_warnings.hpp"
#include "prompty/render/jinja/template.hpp"
#include "prompty/render/mustache_tags.hpp"
#include "prompty/render/undefined_setting.hpp"

namespace prompty {
namespace prompt_check {
namespace {

constexpr std::size_t most_warnings = 100;

struct ReadableFile {
  PromptyAgent agent;
  Json frontmatter;
};

/// The file as far as it can be read; nothing when it cannot even be split or its YAML read.
std::optional<ReadableFile> readable_file(std::string_view content, std::string const& name,
                                          LoadOptions const& options) {
  // Whatever is wrong with the properties has been found before.
  ProblemListener const ignore = [](Error const&) {};
  try {
    PromptFile file = prompt_file::open(content, name);
    prompt_file::resolve_references(file, options, ignore);
    PromptyAgent agent = prompt_file::build_agent(file, ignore);
    return ReadableFile{.agent = std::move(agent), .frontmatter = std::move(file.properties)};
  } catch (Error const&) {
    return std::nullopt;
  }
}

/// Throws what is wrong with the template whatever the inputs are. Only our own renderers can be asked that.
void demand_template(PromptyAgent const& agent) {
  std::string const& kind = agent.prompt_template.format.kind;
  if (kind != "jinja2" && kind != "mustache") return;
  jinja::Locate const locate = [&agent](std::size_t line, std::size_t column) {
    return place_in_body(agent, line, column);
  };
  static_cast<void>(undefined_rule_of(agent));
  if (kind == "jinja2") static_cast<void>(jinja::Template::compile(agent.instructions, locate));
  if (kind == "mustache") static_cast<void>(mustache::outline(agent.instructions, locate));
}

void warn_of_malformed_markers(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (agent.prompt_template.parser.kind != "prompty") return;
  text_lines::Lines lines(agent.instructions);
  std::size_t warnings = 0;
  for (std::size_t number = 1; warnings < most_warnings; ++number) {
    std::optional<text_lines::Line> const line = lines.next();
    if (!line) return;
    if (!role_marker::is_malformed(line->text)) continue;
    std::size_t const column = 1 + utf8::length(line->text.substr(0, line->text.find('[')));
    problems.push_back({.severity = Severity::warning,
                        .place = place_in_body(agent, number, column),
                        .message = "This line is text, not a role marker: its brackets are malformed",
                        .hint = "write role[key=value, key2=\"value 2\"]: without a blank before the bracket"});
    ++warnings;
  }
}

Place place_at(PromptyAgent const& agent, std::size_t offset) {
  std::string_view const before = std::string_view(agent.instructions).substr(0, offset);
  std::size_t const line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  // Without a line end before it, rfind gives npos, and the whole of the text is taken.
  return place_in_body(agent, line, 1 + utf8::length(before.substr(before.rfind('\n') + 1)));
}

void warn_of_roles_from_inputs(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (agent.prompt_template.parser.kind != "prompty") return;
  std::vector<std::size_t> colons = pre_render::roles_from_inputs(agent.instructions);
  if (colons.size() > most_warnings) colons.resize(most_warnings);
  for (std::size_t const colon : colons) {
    problems.push_back(
        {.severity = Severity::warning,
         .place = place_at(agent, colon),
         .message = "This line is text, not a role marker: an input would say its role",
         .hint = "give the messages as an input of kind thread, or set template.format.strict to false"});
  }
}

/// Adds the error of `action`, if it throws one; without a place it is about the file.
template <class Action>
void collect(PromptyAgent const& agent, std::vector<Problem>& problems, Action&& action) {
  try {
    action();
  } catch (Error const& error) {
    Place place = error.place();
    if (place.line == 0) place = {.file = agent.origin ? agent.origin->file : ""};
    problems.push_back(
        {.place = std::move(place), .message = error.explanation().problem, .hint = error.explanation().hint});
  }
}

/// The steps of preparing, each on its own, and what is text by mistake.
void check_body(PromptyAgent const& agent, Runtime const& runtime, std::vector<Problem>& problems) {
  Template const& kinds = agent.prompt_template;
  collect(agent, problems, [&] { static_cast<void>(get_parser(runtime.invokers, kinds.parser.kind)); });
  collect(agent, problems, [&] { static_cast<void>(get_renderer(runtime.invokers, kinds.format.kind)); });
  collect(agent, problems, [&] { demand_template(agent); });
  warn_of_malformed_markers(agent, problems);
  collect(agent, problems, [&] {
    if (guard_of(agent) == Guard::strict) warn_of_roles_from_inputs(agent, problems);
  });
}

bool stands_before(Problem const& one, Problem const& other) {
  return std::tie(one.place.line, one.place.column) < std::tie(other.place.line, other.place.column);
}

}  // namespace
}  // namespace prompt_check

std::vector<Problem> check_prompt(std::string_view content, std::string const& name, LoadOptions const& options,
                                  Runtime const& runtime) {
  std::vector<Problem> problems = check(content, name, options);
  std::optional<prompt_check::ReadableFile> const file = prompt_check::readable_file(content, name, options);
  if (!file) return problems;
  prompt_check::check_body(file->agent, runtime, problems);
  std::vector<Problem> const warnings = provider_warnings(file->agent, file->frontmatter);
  problems.insert(problems.end(), warnings.begin(), warnings.end());
  std::stable_sort(problems.begin(), problems.end(), prompt_check::stands_before);
  return problems;
}

}  // namespace prompty
