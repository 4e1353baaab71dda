#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cli/consent.hpp"
#include "prompty/conversation/tool_batch.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty::cli {

/// Which functions somebody has to agree to before they are called. For many threads at once.
class Approvals {
 public:
  /// What `tool` turned out to offer.
  void note(Tool const& tool, std::vector<ToolDefinition> const& offered);

  [[nodiscard]] bool are_needed(std::string const& function) const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> functions_;
};

/// Learns what servers of MCP offer whenever a turn asks them.
[[nodiscard]] std::shared_ptr<Approvals> watch_offers(ToolRegistry& tools);

/// Approves every call of an answer that needs no approval; the others by `approve`, which is always, never or
/// ask. Without `consent` they are denied.
[[nodiscard]] conversation::Gate approval_gate(std::shared_ptr<Approvals const> approvals, std::string approve,
                                               Consent consent);

}  // namespace prompty::cli
