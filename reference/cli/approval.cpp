#include "cli/approval.hpp"

#include <utility>
#include <variant>

#include "prompty/core/approval.hpp"

namespace prompty::cli {
namespace approval {
namespace {

conversation::Denial denial_of(ToolCall const& call, std::string const& approve, Consent const& consent) {
  if (approve == "always") return std::nullopt;
  if (approve == "never") return "the user allows no calls that need approval";
  if (!consent) return "the call needs approval, and there is no terminal to ask for it";
  if (consent(call)) return std::nullopt;
  return "the user denied the call";
}

}  // namespace
}  // namespace approval

void Approvals::note(Tool const& tool, std::vector<ToolDefinition> const& offered) {
  McpTool const* const server = std::get_if<McpTool>(&tool.details);
  if (server == nullptr) return;
  std::lock_guard<std::mutex> const lock(mutex_);
  for (ToolDefinition const& function : offered) {
    if (needs_approval(*server, function.name)) functions_.insert(function.name);
  }
}

bool Approvals::are_needed(std::string const& function) const {
  std::lock_guard<std::mutex> const lock(mutex_);
  return functions_.contains(function);
}

std::shared_ptr<Approvals> watch_offers(ToolRegistry& tools) {
  std::shared_ptr<Approvals> approvals = std::make_shared<Approvals>();
  std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find("mcp");
  if (!discovery) return approvals;
  tools.discoveries.add(
      "mcp", std::make_shared<ToolDiscovery const>([discovery, approvals](Tool const& tool, PromptyAgent const& agent) {
        std::vector<ToolDefinition> offered = (*discovery)(tool, agent);
        approvals->note(tool, offered);
        return offered;
      }));
  return approvals;
}

conversation::Gate approval_gate(std::shared_ptr<Approvals const> approvals, std::string approve, Consent consent) {
  return [approvals = std::move(approvals), approve = std::move(approve),
          consent = std::move(consent)](std::vector<ToolCall> const& calls) {
    std::vector<conversation::Denial> denials;
    for (ToolCall const& call : calls) {
      bool const may_pass = !approvals->are_needed(call.name);
      denials.push_back(may_pass ? std::nullopt : approval::denial_of(call, approve, consent));
    }
    return denials;
  };
}

}  // namespace prompty::cli
