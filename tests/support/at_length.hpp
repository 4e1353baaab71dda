#pragma once

/// Whether the tests play whole what they sample otherwise; the CMake option PROMPTY_TESTS_AT_LENGTH says so.
namespace prompty_tests {

#if PROMPTY_TESTS_AT_LENGTH
constexpr bool at_length = true;
#else
constexpr bool at_length = false;
#endif

}  // namespace prompty_tests
