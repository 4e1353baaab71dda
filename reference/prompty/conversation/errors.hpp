#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError, std::string_view, std::string_view> unknown_role{
    "{} is '{}'; the roles of a conversation are system, user, assistant and tool", "M1-05"};
inline constexpr Wording<RuntimeError, int> turns_exceeded{"Agent loop exceeded {} iterations"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> sessions_unusable{
    "The sessions in {} cannot be used: {}; give the path of a SQLite file that may be written"};
// Schemas of the arguments of a tool; `place` is a JSON pointer into the schema.
inline constexpr Wording<ValueError, std::string_view, std::string_view> schema_malformed{
    "The parameters of the tool '{}' are no JSON Schema of draft 7: {}"};
[[nodiscard]] ValueError schema_keyword_unsupported(std::string_view tool, std::string_view place,
                                                    std::string_view keyword);
[[nodiscard]] ValueError schema_pattern_unsupported(std::string_view tool, std::string_view place,
                                                    std::string_view pattern, std::string_view reason);
[[nodiscard]] ValueError schema_reference_unknown(std::string_view tool, std::string_view place,
                                                  std::string_view reference);
[[nodiscard]] ValueError schema_reference_circular(std::string_view tool, std::string_view place);

}  // namespace prompty::errors
