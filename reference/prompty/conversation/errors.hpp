#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError, std::string_view, std::string_view> unknown_role{
    "{} is '{}'; the roles of a conversation are system, user, assistant and tool", "M1-05"};
inline constexpr Wording<RuntimeError, int> turns_exceeded{"Agent loop exceeded {} iterations"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> sessions_unusable{
    "The sessions in {} cannot be used: {}; give the path of a SQLite file that may be written"};
// The schema of the arguments of a tool. The place is a JSON pointer into it; `problem` completes "wrong at PLACE: …".
inline constexpr Wording<ValueError, std::string_view, std::string_view> schema_malformed{
    "The parameters of the tool '{}' are no JSON Schema of draft 7: {}"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> schema_unusable{
    "The parameters of the tool '{}' are wrong at {}: {}"};

}  // namespace prompty::errors
