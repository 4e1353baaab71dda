#include "prompty/pipeline/check_prompt.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "prompty/load/prompt_file.hpp"
#include "prompty/pipeline/guard.hpp"
#include "prompty/pipeline/marker_warnings.hpp"
#include "prompty/pipeline/provider_warnings.hpp"
#include "prompty/render/jinja/template.hpp"
#include "prompty/render/mustache_tags.hpp"
#include "prompty/render/undefined_setting.hpp"

namespace prompty {
namespace prompt_check {
namespace {

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

void add(std::vector<Problem> const& more, std::vector<Problem>& problems) {
  problems.insert(problems.end(), more.begin(), more.end());
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
  add(marker_warnings(agent), problems);
  collect(agent, problems, [&] {
    if (guard_of(agent) == Guard::strict) add(warnings_of_roles_from_inputs(agent), problems);
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
  prompt_check::add(provider_warnings(file->agent, file->frontmatter), problems);
  std::stable_sort(problems.begin(), problems.end(), prompt_check::stands_before);
  return problems;
}

}  // namespace prompty
