#pragma once

#include "prompty/registry/invokers.hpp"

namespace prompty {

/// Everything that the pipeline uses besides its arguments. Shared between threads; must outlive what runs with it.
struct Runtime {
  Invokers invokers;
};

}  // namespace prompty
