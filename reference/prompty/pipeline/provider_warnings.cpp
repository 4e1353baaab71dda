#include "prompty/pipeline/provider_warnings.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty {
namespace provider_checks {
namespace {

Problem warning(PromptyAgent const& agent, std::string message, std::string hint) {
  return {.severity = Severity::warning,
          .place = {.file = agent.origin ? agent.origin->file : ""},
          .message = std::move(message),
          .hint = std::move(hint)};
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

void warn_for_anthropic(PromptyAgent const& agent, std::vector<Problem>& problems) {
  if (agent.prompt_template.parser.kind == "prompty" && system_messages_in(agent.instructions) > 1) {
    problems.push_back(warning(agent, "Of several system messages only the last is sent to the provider anthropic",
                               "put what they say into one"));
  }
  for (Property const& input : agent.inputs) {
    if (input.kind != "audio" && input.kind != "file") continue;
    problems.push_back(warning(
        agent, fmt::format("inputs.{}: {} parts are not sent to the provider anthropic", input.name, input.kind),
        "give the text of it, or take another provider"));
  }
}

/// The tools of the frontmatter with their names, in either of the two forms (§2.9).
std::vector<std::pair<std::string, Json>> named_tools(Json const& frontmatter) {
  std::vector<std::pair<std::string, Json>> named;
  Json const tools = frontmatter.is_object() ? frontmatter.value("tools", Json()) : Json();
  if (!tools.is_structured()) return named;
  for (auto const& [key, tool] : tools.items()) {
    if (!tool.is_object()) continue;
    bool const has_name = tool.contains("name") && tool["name"].is_string();
    named.emplace_back(has_name ? tool["name"].get<std::string>() : key, tool);
  }
  return named;
}

void warn_of_empty_allowances(PromptyAgent const& agent, Json const& frontmatter, std::vector<Problem>& problems) {
  for (auto const& [name, tool] : named_tools(frontmatter)) {
    if (!tool.contains("allowedTools") || tool["allowedTools"] != Json::array()) continue;
    problems.push_back(warning(agent, fmt::format("tools.{}.allowedTools: an empty list allows every tool", name),
                               "leave it out, or name the tools that are allowed"));
  }
}

}  // namespace
}  // namespace provider_checks

std::vector<Problem> provider_warnings(PromptyAgent const& agent, Json const& frontmatter) {
  std::vector<Problem> problems;
  if (agent.model && agent.model->provider == "anthropic") provider_checks::warn_for_anthropic(agent, problems);
  provider_checks::warn_of_empty_allowances(agent, frontmatter, problems);
  return problems;
}

}  // namespace prompty
