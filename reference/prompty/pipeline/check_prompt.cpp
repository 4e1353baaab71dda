#include "prompty/pipeline/check_prompt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "prompty/core/utf8.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/load/version1.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/parse/role_marker.hpp"
#include "prompty/pipeline/check_template.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/render/renderers.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

using pre_render::MarkerAttribute;
using Attributes = std::vector<MarkerAttribute>;

// Of each kind of warning about role markers.
constexpr std::size_t most_warnings = 100;
constexpr std::size_t longest_shown = 60;

struct ReadableFile {
  PromptyAgent agent;
  PromptFile file;
};

/// The file as far as it can be read; nothing when it cannot even be split or its YAML read.
std::optional<ReadableFile> readable_file(std::string_view content, std::string const& name,
                                          LoadOptions const& options) {
  // What is wrong with the properties has been found by `check`.
  ProblemListener const ignore = [](Error const&) {};
  try {
    PromptFile file = prompt_file::open(content, name);
    references::Outcome const resolved = prompt_file::resolve_references(file, options, ignore);
    PromptyAgent agent = prompt_file::build_agent(file, resolved, options, ignore);
    return ReadableFile{.agent = std::move(agent), .file = std::move(file)};
  } catch (Error const&) {
    return std::nullopt;
  }
}

Problem warning(Place place, std::string message, std::string hint) {
  return {
      .severity = Severity::warning, .place = std::move(place), .message = std::move(message), .hint = std::move(hint)};
}

Place place_of_file(PromptyAgent const& agent) {
  return {.file = agent.origin ? agent.origin->file : ""};
}

Place place_at(PromptyAgent const& agent, std::size_t offset) {
  std::string_view const before = std::string_view(agent.instructions).substr(0, offset);
  std::size_t const line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  // Without a line end before it, rfind gives npos, and the whole of the text is taken.
  return place_in_body(agent, line, 1 + utf8::length(before.substr(before.rfind('\n') + 1)));
}

bool has_role_markers(PromptyAgent const& agent) {
  return agent.prompt_template.parser.kind == "prompty";
}

/// Whether the line is a marker after all: a quote in a placeholder does not belong to the marker.
bool has_attributes(text_lines::Line const& line, Attributes const& attributes) {
  Attributes::const_iterator const next = std::ranges::lower_bound(attributes, line.begin, {}, &MarkerAttribute::at);
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

/// A comma or a bracket in an input changes the marker, where no quotes stand around the value that it fills.
std::optional<Problem> open_value(PromptyAgent const& agent, MarkerAttribute const& attribute) {
  if (!attribute.is_open) return std::nullopt;
  bool const can_be_shown = !attribute.value.empty() && attribute.value.size() <= longest_shown;
  return warning(place_at(agent, attribute.at),
                 "A comma or a bracket in what fills this value changes the role marker: no quotes stand around it",
                 fmt::format("write {}=\"{}\"", attribute.key, can_be_shown ? attribute.value : "…"));
}

/// A key that does not become metadata as others do.
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
  if (!role_marker::is_reserved_key(key)) return std::nullopt;
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

void warn_of_markers(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (!has_role_markers(agent)) return;
  Attributes const attributes = pre_render::marker_attributes(agent.instructions);
  warn_of_malformed_markers(agent, attributes, problems);
  warn_of_attributes(agent, attributes, open_value, problems);
  warn_of_attributes(agent, attributes, special_name, problems);
}

/// Lines such as `{{ role }}:` are text in strict mode.
void warn_of_roles_from_inputs(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (!has_role_markers(agent)) return;
  std::vector<std::size_t> colons = pre_render::roles_from_inputs(agent.instructions);
  if (colons.size() > most_warnings) colons.resize(most_warnings);
  for (std::size_t const colon : colons) {
    problems.push_back(warning(place_at(agent, colon),
                               "This line is text, not a role marker: an input would say its role",
                               "give the messages as an input of kind thread, or set template.format.strict to false"));
  }
}

/// Adds the error of `action`, if it throws one; without a place of its own it is at `fallback`.
template <class Action>
void collect(Place const& fallback, std::vector<Problem>& problems, Action&& action) {
  try {
    action();
  } catch (Error const& error) {
    Place place = error.place();
    if (place.line == 0) place = fallback;
    problems.push_back(
        {.place = std::move(place), .message = error.explanation().problem, .hint = error.explanation().hint});
  }
}

constexpr std::array<std::string_view, 2> engines = {"jinja2", "mustache"};
constexpr std::array<std::string_view, 1> parsers = {"prompty"};
constexpr std::array<std::string_view, 4> api_types = {"chat", "embedding", "image", "responses"};

/// What was meant by a word: what a table says of it, or the one of `known` that is nearly the same.
std::string meant_by(std::span<version1::Renamed const> table, std::string const& word,
                     std::span<std::string_view const> known) {
  std::optional<std::string_view> meant = version1::renamed(table, word);
  if (!meant && word.size() <= longest_shown) meant = spelling::meant(word, known);
  return meant ? fmt::format("did you mean {}?", *meant)
               : fmt::format("there {} {}", known.size() == 1 ? "is" : "are", fmt::join(known, ", "));
}

/// The two stages by their keys; the built-in engines also by what their templates are.
void check_stages(ReadableFile const& readable, Runtime const& runtime, std::vector<Problem>& problems) {
  Template const& kinds = readable.agent.prompt_template;
  Place const parser = prompt_file::place_of(readable.file, "template.parser.kind");
  Place const format = prompt_file::place_of(readable.file, "template.format.kind");
  std::size_t known = problems.size();
  collect(parser, problems, [&] { static_cast<void>(get_parser(runtime.invokers, kinds.parser.kind)); });
  if (problems.size() > known) problems.back().hint = meant_by({}, kinds.parser.kind, parsers);
  known = problems.size();
  collect(format, problems, [&] { static_cast<void>(get_renderer(runtime.invokers, kinds.format.kind)); });
  if (problems.size() > known) problems.back().hint = meant_by(version1::engines, kinds.format.kind, engines);
}

/// Only the built-in renderers can check a template whatever the inputs are.
void check_template(PromptyAgent const& agent, std::vector<Problem>& problems) {
  std::string const& engine = agent.prompt_template.format.kind;
  std::size_t const known = problems.size();
  collect(place_of_file(agent), problems, [&] {
    if (engine == "jinja2") check_jinja_template(agent);
    if (engine == "mustache") check_mustache_template(agent);
  });
  if (problems.size() == known || engine != "jinja2" || !problems.back().hint.empty()) return;
  std::size_t const first_line = place_in_body(agent, 1, 1).line;
  std::size_t const line = problems.back().place.line;
  if (line >= first_line) problems.back().hint = foreign_tag(agent.instructions, line - first_line + 1);
}

/// The steps of preparing, each on its own, and what is text by mistake.
void check_body(ReadableFile const& readable, Runtime const& runtime, std::vector<Problem>& problems) {
  PromptyAgent const& agent = readable.agent;
  check_stages(readable, runtime, problems);
  check_template(agent, problems);
  std::ranges::move(warnings_about_template(agent), std::back_inserter(problems));
  warn_of_markers(agent, problems);
  collect(place_of_file(agent), problems, [&] {
    if (marker_mode_of(agent) == MarkerMode::strict) warn_of_roles_from_inputs(agent, problems);
  });
}

/// §2.4 lets a file name any provider, or leave it to the program that runs it, so that both are warnings here.
void warn_of_provider(ReadableFile const& readable, Runtime const& runtime, std::vector<Problem>& problems) {
  if (!readable.agent.model || version1::model_of_version_1(readable.file.properties)) return;
  if (!readable.agent.model->provider) {
    bool const is_text = member_of(readable.file.properties, "model").is_string();
    problems.push_back(warning(prompt_file::place_of(readable.file, "model"), "The model names no provider",
                               std::string(version1::provider_hint(!is_text))));
    return;
  }
  std::string const& provider = *readable.agent.model->provider;
  if (runtime.invokers.executors.find(provider) != nullptr) return;
  bool const is_short = provider.size() <= longest_shown;
  problems.push_back(warning(prompt_file::place_of(readable.file, "model.provider"),
                             is_short ? fmt::format("No executor is registered for the provider {}", provider)
                                      : "No executor is registered for this provider",
                             meant_by(version1::providers, provider, version1::served)));
}

/// An apiType that the built-in providers do not have; others may have any.
void warn_of_api_type(ReadableFile const& readable, std::vector<Problem>& problems) {
  if (!readable.agent.model) return;
  std::optional<std::string> const& provider = readable.agent.model->provider;
  std::string const& api_type = readable.agent.model->api_type;
  bool const is_built_in = provider && version1::is_provider(*provider);
  if (!is_built_in || std::ranges::find(api_types, api_type) != api_types.end()) return;
  bool const is_short = api_type.size() <= longest_shown;
  problems.push_back(warning(prompt_file::place_of(readable.file, "model.apiType"),
                             fmt::format("There is no apiType {}", is_short ? api_type : "of this name"),
                             meant_by(version1::apis, api_type, api_types)));
}

bool is_of_function_name(char c) {
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The same name as a provider accepts it.
std::string as_function_name(std::string_view name) {
  std::string accepted;
  for (char const c : name) {
    bool const continues_character = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!continues_character) accepted += is_of_function_name(c) ? c : '_';
  }
  return accepted.substr(0, 64);
}

/// Tools that are offered under their own name.
void warn_of_tool_names(ReadableFile const& readable, std::vector<Problem>& problems) {
  std::size_t index = 0;
  for (Tool const& tool : readable.agent.tools) {
    std::string const path = fmt::format("tools[{}].name", index++);
    bool const is_offered =
        std::holds_alternative<FunctionTool>(tool.details) || std::holds_alternative<PromptyTool>(tool.details);
    std::string const accepted = as_function_name(tool.name);
    if (!is_offered || accepted == tool.name) continue;
    if (index > most_warnings) return;
    problems.push_back(warning(prompt_file::place_of(readable.file, path),
                               "Providers refuse this name of a tool: it may have 64 letters, digits, _ and -",
                               fmt::format("write {}", accepted)));
  }
}

std::size_t system_messages_in(std::string const& body) {
  text_lines::Lines lines(body);
  std::size_t count = 0;
  while (std::optional<text_lines::Line> const line = lines.next()) {
    std::optional<role_marker::Marker> const marker = role_marker::read(line->text);
    if (marker && marker->role == "system") ++count;
  }
  return count;
}

/// what is not sent to this provider.
void warn_for_anthropic(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (has_role_markers(agent) && system_messages_in(agent.instructions) > 1) {
    problems.push_back(warning(place_of_file(agent),
                               "Of several system messages only the last is sent to the provider anthropic",
                               "put what they say into one"));
  }
  for (Property const& input : agent.inputs) {
    if (input.kind != "audio" && input.kind != "file") continue;
    problems.push_back(
        warning(place_of_file(agent),
                fmt::format("inputs.{}: {} parts are not sent to the provider anthropic", input.name, input.kind),
                "give the text of it, or take another provider"));
  }
}

/// an empty `allowedTools` allows everything. The tools of the frontmatter are in either form of §2.9.
void warn_of_empty_allowances(PromptyAgent const& agent, Json const& frontmatter, std::vector<Problem>& problems) {
  Json const tools = frontmatter.is_object() ? frontmatter.value("tools", Json()) : Json();
  if (!tools.is_structured()) return;
  for (auto const& [key, tool] : tools.items()) {
    if (!tool.is_object() || !tool.contains("allowedTools") || tool["allowedTools"] != Json::array()) continue;
    bool const has_name = tool.contains("name") && tool["name"].is_string();
    std::string const name = has_name ? tool["name"].get<std::string>() : key;
    problems.push_back(warning(place_of_file(agent),
                               fmt::format("tools.{}.allowedTools: an empty list allows every tool", name),
                               "leave it out, or name the tools that are allowed"));
  }
}

}  // namespace

std::vector<Problem> check_prompt(std::string_view content, std::string const& name, LoadOptions const& options,
                                  Runtime const& runtime) {
  std::vector<Problem> problems = check(content, name, options);
  std::optional<ReadableFile> const file = readable_file(content, name, options);
  if (!file) return problems;
  PromptyAgent const& agent = file->agent;
  check_body(*file, runtime, problems);
  warn_of_provider(*file, runtime, problems);
  warn_of_api_type(*file, problems);
  warn_of_tool_names(*file, problems);
  if (agent.model && agent.model->provider == "anthropic") warn_for_anthropic(agent, problems);
  warn_of_empty_allowances(agent, file->file.properties, problems);
  std::ranges::stable_sort(problems, {},
                           [](Problem const& one) { return std::pair(one.place.line, one.place.column); });
  return problems;
}

}  // namespace prompty
