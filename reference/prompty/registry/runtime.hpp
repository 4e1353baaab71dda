#pragma once

#include "prompty/core/environment.hpp"
#include "prompty/core/nonces.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/registry/invokers.hpp"
#include "prompty/registry/tagged_templates.hpp"

namespace prompty {

/// Everything that the pipeline uses besides its arguments. Shared between threads; must outlive what runs with it.
struct Runtime {
  Invokers invokers;
  Environment environment = process_environment();
  NonceSource nonces = system_nonces();
  TaggedTemplates tagged_templates = {};
  Profile profile = Profile::as_written;
};

}  // namespace prompty
