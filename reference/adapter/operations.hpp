#pragma once

#include <string>
#include <vector>

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// Whether the spans of an operation can be requested.
enum class Spans { refused, shown };

/// One operation of the protocol: params in, result out; a streaming one hands over each item as it comes. One that
/// changes or looks into registries is performed alone, in a `fresh_runtime`; the other function is null then. Throws
/// InvalidParams, UnsupportedInput (params.hpp), and what the library raises.
struct Operation {
  std::string name;
  Json (*perform)(Json const& params, Runtime const& runtime, ItemSink const& deliver);
  Spans spans = Spans::refused;
  Json (*perform_alone)(Json const& params, Runtime& own) = nullptr;
};

/// All operations, in the order in which the protocol lists them.
[[nodiscard]] std::vector<Operation> const& operations();

}  // namespace prompty::adapter
