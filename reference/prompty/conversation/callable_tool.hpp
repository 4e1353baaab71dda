#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "prompty/conversation/argument_schema.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::conversation {

/// Whether calls may overlap.
enum class ToolExecution : std::uint8_t { parallel, sequential };

/// One call as a tool gets it: its place in the batch, the call as the model wrote it, and what its arguments say,
/// which fit the tool's schema.
struct Invocation {
  std::size_t position;
  ToolCall const& call;
  Json const& arguments;
};

/// A tool that a conversation can use. `execute` gives the output for the model to read; what it throws becomes the
/// result of the call. It is called from several threads at once unless `execution` is sequential.
struct CallableTool {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  /// Null when any arguments will do.
  std::shared_ptr<ArgumentSchema const> parameters = nullptr;
  ToolExecution execution = ToolExecution::parallel;
  std::function<std::string(Invocation const& invocation)> execute;
};

}  // namespace prompty::conversation
