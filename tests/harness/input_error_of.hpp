#pragma once

#include <string>

#include "harness/judge/files/input_error.hpp"

namespace conformance {

/// The message of the InputError that an action throws, "" when it throws none.
template <class Action>
std::string input_error_of(Action const& action) {
  try {
    action();
  } catch (InputError const& error) {
    return error.what();
  }
  return "";
}

}  // namespace conformance
