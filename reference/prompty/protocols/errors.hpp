#pragma once

#include "prompty/core/error.hpp"
#include "prompty/core/wording.hpp"

namespace prompty::errors {

// What a component does not offer
inline constexpr Wording<NotImplementedError, std::string_view> requests_not_shown{
    "The executor for provider '{}' does not show its requests"};
inline constexpr Wording<NotImplementedError, std::string_view> streams_not_offered{
    "The executor for provider '{}' offers no streams; ask for a complete answer instead"};
inline constexpr Wording<NotImplementedError, std::string_view> streams_not_processed{
    "The processor for provider '{}' reads no streams; ask for a complete answer instead"};

}  // namespace prompty::errors
