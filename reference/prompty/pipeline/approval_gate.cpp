#include "prompty/pipeline/approval_gate.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/approval.hpp"

namespace prompty {
namespace approval_gate_of {
namespace {

bool offers(Tool const& tool, std::string const& function) {
  if (!tool.offered) return std::holds_alternative<FunctionTool>(tool.details) && tool.name == function;
  return std::any_of(tool.offered->begin(), tool.offered->end(),
                     [&](ToolDefinition const& definition) { return definition.name == function; });
}

bool asks_for(Tool const& tool, std::string const& function) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  return mcp != nullptr && needs_approval(*mcp, function);
}

bool may_offer(Tool const& tool, std::string const& function) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  if (mcp == nullptr || tool.offered) return false;
  std::vector<std::string> const& allowed = mcp->allowed_tools;
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), function) != allowed.end();
}

bool is_to_be_approved(std::vector<Tool> const& tools, std::string const& function) {
  std::vector<Tool>::const_iterator const known =
      std::find_if(tools.begin(), tools.end(), [&](Tool const& tool) { return offers(tool, function); });
  if (known != tools.end()) return asks_for(*known, function);
  return std::any_of(tools.begin(), tools.end(),
                     [&](Tool const& tool) { return may_offer(tool, function) && asks_for(tool, function); });
}

}  // namespace
}  // namespace approval_gate_of

conversation::Gate approval_gate(PromptyAgent const& agent, Approver approver) {
  if (!approver) {
    approver = [](ToolCall const&) {
      return conversation::Denial("the tool's approvalMode requires approval, and the host has no approval gate");
    };
  }
  return [tools = agent.tools, approver = std::move(approver)](std::vector<ToolCall> const& calls) {
    std::vector<conversation::Denial> answers;
    for (ToolCall const& call : calls) {
      bool const is_open = !approval_gate_of::is_to_be_approved(tools, call.name);
      answers.push_back(is_open ? conversation::Denial() : approver(call));
    }
    return answers;
  };
}

}  // namespace prompty
