#pragma once

/// Which sanitizer a test was built with; g++ and clang say so in different words.
namespace prompty_tests {

#if defined(__has_feature)
constexpr bool has_address_sanitizer = __has_feature(address_sanitizer);
constexpr bool has_thread_sanitizer = __has_feature(thread_sanitizer);
#else
#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_address_sanitizer = true;
#else
constexpr bool has_address_sanitizer = false;
#endif
#if defined(__SANITIZE_THREAD__)
constexpr bool has_thread_sanitizer = true;
#else
constexpr bool has_thread_sanitizer = false;
#endif
#endif

constexpr bool has_sanitizer = has_address_sanitizer || has_thread_sanitizer;

}  // namespace prompty_tests
