#include "prompty/registry/runtime.hpp"

namespace prompty {

std::shared_ptr<Connections> new_connections() {
  return std::make_shared<Connections>();
}

std::shared_ptr<ToolRegistry> new_tool_registry() {
  return std::make_shared<ToolRegistry>();
}

}  // namespace prompty
