#pragma once

#include <memory>

#include "prompty/registry/runtime.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// Registers what discovers and calls tools of kind openapi, with requests through `transport`, in place of what is
/// there for that kind.
void add_openapi(Runtime& runtime, std::shared_ptr<Transport const> transport);

}  // namespace prompty
