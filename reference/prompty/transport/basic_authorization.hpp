#pragma once

#include <string>
#include <string_view>

namespace prompty {

/// The value of an authorization header for what stands before the `@` of a URL: `user:password`, or a user alone, with
/// %XX for other characters.
[[nodiscard]] std::string basic_authorization(std::string_view user_information);

}  // namespace prompty
