#include "prompty/pipeline/prompty_tools.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/outcome.hpp"
#include "prompty/pipeline/agentic_child.hpp"
#include "prompty/pipeline/child_prompts.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/pipeline/invoke.hpp"

namespace prompty {
namespace prompty_tools {
namespace {

std::vector<std::string> running_prompts(PromptyAgent const& agent, CallSetting const& setting) {
  std::vector<std::string> files = setting.prompts;
  if (files.empty() && agent.origin) files.push_back(agent.origin->file);
  // Links and dots must not hide that two paths are one file.
  for (std::string& file : files) file = std::filesystem::weakly_canonical(file).string();
  return files;
}

bool is_agentic(Tool const& tool) {
  // P2.9.2-03: a mode that is not set is single.
  return std::get<PromptyTool>(tool.details).mode == PromptyMode::agentic;
}

}  // namespace
}  // namespace prompty_tools

Json call_child_prompt(Tool const& tool, Json const& arguments, PromptyAgent const& agent, CallSetting const& setting,
                       Runtime const& runtime) {
  CallSetting inner = setting;
  inner.prompts = prompty_tools::running_prompts(agent, setting);
  std::filesystem::path const child = child_path(tool, agent);
  if (std::find(inner.prompts.begin(), inner.prompts.end(), child.string()) != inner.prompts.end()) {
    throw errors::prompt_calls_itself(tool.name, child.string());
  }
  if (inner.prompts.size() >= most_nested_prompts) throw errors::prompts_too_deep(tool.name, most_nested_prompts);

  // P2.9.2-06, P2.9.2-09: single sends one request, and calls in its answer are only a value; agentic is a whole turn.
  // P2.9.2-08, P11.2-22: from both the model reads the value alone, as processing made it.
  if (!prompty_tools::is_agentic(tool)) {
    return outcome_to_json(invoke_child(child, arguments, inner, runtime))["value"];
  }
  inner.prompts.push_back(child.string());
  return run_agentic_child(child, arguments, inner, runtime);
}

}  // namespace prompty
