#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "prompty/agent/loop.hpp"
#include "prompty/agent/turn_options.hpp"
#include "prompty/conversation/argument_schema.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// Whether requests offer prompty tools to the model.
enum class ChildPrompts { offered, unknown };

/// The agent with what its tools offer: those of kinds with a discovery in the registry are asked, custom tools that
/// `options.tools` gives parameters to offer themselves, and if requests offer prompty tools to the model, those and
/// custom tools offer what `with_child_prompts` and `with_custom_tools` find out. Throws what these throw.
[[nodiscard]] PromptyAgent with_discovered_tools(PromptyAgent agent, ChildPrompts children, TurnOptions const& options,
                                                 Runtime const& runtime);

/// Carries out the calls of one turn. For many threads at once. What it is made of must outlive it.
class TurnTools {
 public:
  TurnTools(PromptyAgent const& agent, Json const& inputs, std::shared_ptr<TurnOptions const> options,
            Runtime const& runtime, SpanParent parent);

  /// What came of a call, within a span `execute_tool`: the result of the handler, a string as it is and anything else
  /// as JSON. A function that no tool offers, and arguments that do not fit its parameters, are errors that
  /// call nothing. Throws what the handler throws.
  [[nodiscard]] ToolOutput run(ToolCall const& call, Json const& arguments) const;

 private:
  [[nodiscard]] Json result_of(Tool const& tool, ToolCall const& call, Json const& arguments, Span const& span) const;
  [[nodiscard]] std::shared_ptr<conversation::ArgumentSchema const> schema_of(Tool const& tool,
                                                                              std::string const& function) const;

  PromptyAgent const& agent_;
  Json const& inputs_;
  std::shared_ptr<TurnOptions const> options_;
  Runtime const& runtime_;
  SpanParent parent_;
  mutable std::mutex mutex_;
  /// By function; null for those that take any arguments.
  mutable std::map<std::string, std::shared_ptr<conversation::ArgumentSchema const>> schemas_;
};

}  // namespace prompty
