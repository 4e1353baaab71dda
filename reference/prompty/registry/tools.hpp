#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/cancellation.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/tool.hpp"
#include "prompty/registry/registry.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// See agent/turn_options.hpp.
struct TurnOptions;

/// What surrounds a call besides the values that §11.2 hands to a handler.
struct CallSetting {
  /// The name that the model used: one of the functions that the tool offers, or the tool's own.
  std::string function;
  /// What the spans of the call begin in.
  SpanParent span = {};
  Cancellation cancellation = {};
  /// The files of the prompts that are being run, outermost first, so that a prompt which calls itself is noticed.
  std::vector<std::string> prompts = {};
  /// What the turn in which the call stands may do, so that prompts inside of it are bound likewise; null
  /// outside of turns.
  std::shared_ptr<TurnOptions const> turn = nullptr;
};

/// Carries out calls of one tool. `call` gets the arguments and gives the result for the model to read: a
/// string is shown as it is, anything else as JSON. `parameters` is a JSON Schema of type object, by which a
/// custom tool without other knowledge of its parameters is offered (P7.1.3-11).
struct ToolHandler {
  std::function<Json(Json const& arguments)> call;
  std::optional<Json> parameters = std::nullopt;
};

/// Carries out calls of all tools of one kind, with the tool as the agent declares it, the agent, and the inputs of the
/// turn.
using KindHandler = std::function<Json(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                                       Json const& inputs, CallSetting const& setting)>;

/// Asks what functions a tool of one kind offers to a model.
using ToolDiscovery = std::function<std::vector<ToolDefinition>(Tool const& tool, PromptyAgent const& agent)>;

/// How calls of tools are carried out (§11.2). A name and a kind that are spelled alike never meet, since each of the
/// two layers has a registry of its own (P11.2-01). Shared between threads.
struct ToolRegistry {
  Registry<ToolHandler> names;
  /// By the kind of the tool; "*" for every kind that the specification does not list.
  Registry<KindHandler> kinds;
  /// By the kind of the tool, what stands for it when the built-in handlers are brought back.
  Registry<KindHandler> built_in;
  /// By the kind of the tool.
  Registry<ToolDiscovery> discoveries;
};

}  // namespace prompty
