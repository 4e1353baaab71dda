#include "prompty/core/tool.hpp"

#include "prompty/core/match.hpp"

namespace prompty {

std::string kind_of(Tool const& tool) {
  return match(
      tool.details, [](FunctionTool const&) -> std::string { return "function"; },
      [](PromptyTool const&) -> std::string { return "prompty"; }, [](McpTool const&) -> std::string { return "mcp"; },
      [](OpenApiTool const&) -> std::string { return "openapi"; },
      [](CustomTool const& custom) { return custom.kind; });
}

}  // namespace prompty
