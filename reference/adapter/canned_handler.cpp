#include "adapter/canned_handler.hpp"

#include <string>
#include <utility>

#include "adapter/params.hpp"
#include "prompty/load/tool_codec.hpp"

namespace prompty::adapter {
namespace canned_handler {
namespace {

Json const& checked(Json const& canned) {
  if (!canned.is_object())
    throw InvalidParams{"a canned handler must be an object with returns, returnsJson or throws"};
  return canned;
}

Json result_of(Json const& canned) {
  if (canned.contains("throws")) throw RuntimeError(demand_text(canned, "throws"));
  if (canned.contains("returnsJson")) return canned["returnsJson"];
  return optional_text(canned, "returns").value_or("");
}

}  // namespace
}  // namespace canned_handler

ToolHandler canned_tool(Json const& canned, Received received) {
  ToolHandler handler{
      .call = [canned = canned_handler::checked(canned), received = std::move(received)](Json const& arguments) {
        *received = Json::array({arguments});
        return canned_handler::result_of(canned);
      }};
  if (canned.contains("parameters")) handler.parameters = canned["parameters"];
  return handler;
}

KindHandler canned_kind(Json const& canned, Received received) {
  return
      [canned = canned_handler::checked(canned), received = std::move(received)](
          Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const& inputs, CallSetting const&) {
        *received = Json::array({tool_codec::write({tool}).front(), arguments, agent_codec::to_json(agent), inputs});
        return canned_handler::result_of(canned);
      };
}

Tool read_tool(Json const& tool) {
  return tool_codec::read(Json::array({tool}), "tools").front();
}

}  // namespace prompty::adapter
