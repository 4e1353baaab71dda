#include "prompty/pipeline/openapi.hpp"

#include <utility>

#include "prompty/tools/openapi/openapi_tools.hpp"

namespace prompty {

void add_openapi(Runtime& runtime, std::shared_ptr<Transport const> transport) {
  std::shared_ptr<openapi::OpenApiTools const> const tools =
      std::make_shared<openapi::OpenApiTools>(std::move(transport), runtime.connections);
  std::shared_ptr<KindHandler const> const handler = std::make_shared<KindHandler>(
      [tools](Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const&,
              CallSetting const& setting) { return tools->call(tool, arguments, agent, setting); });
  runtime.tools->built_in.add("openapi", handler);
  runtime.tools->kinds.add("openapi", handler);
  runtime.tools->discoveries.add(
      "openapi", std::make_shared<ToolDiscovery>(
                     [tools](Tool const& tool, PromptyAgent const& agent) { return tools->discover(tool, agent); }));
}

}  // namespace prompty
