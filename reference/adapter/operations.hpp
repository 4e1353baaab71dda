#pragma once

#include <string>
#include <vector>

#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The params of a request break the protocol; `reason` says which member and how.
struct InvalidParams {
  std::string reason;
};

/// The params ask for something that this version does not have.
struct UnsupportedInput {
  std::string reason;
};

/// One operation of the protocol: params in, result out. Throws InvalidParams, UnsupportedInput, and what the library
/// raises.
struct Operation {
  std::string name;
  Json (*perform)(Json const& params, Runtime const& runtime);
};

/// All operations, in the order in which the protocol lists them.
[[nodiscard]] std::vector<Operation> const& operations();

}  // namespace prompty::adapter
