#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError unknown_role(std::string_view property_path, std::string_view role);
[[nodiscard]] RuntimeError turns_exceeded(int max_turns);
[[nodiscard]] RuntimeError sessions_unusable(std::string_view file, std::string_view reason);
// Schemas of the arguments of a tool; `place` is a JSON pointer into the schema.
[[nodiscard]] ValueError schema_malformed(std::string_view tool, std::string_view reason);
[[nodiscard]] ValueError schema_keyword_unsupported(std::string_view tool, std::string_view place,
                                                    std::string_view keyword);
[[nodiscard]] ValueError schema_pattern_unsupported(std::string_view tool, std::string_view place,
                                                    std::string_view pattern, std::string_view reason);
[[nodiscard]] ValueError schema_reference_unknown(std::string_view tool, std::string_view place,
                                                  std::string_view reference);
[[nodiscard]] ValueError schema_reference_circular(std::string_view tool, std::string_view place);

}  // namespace prompty::errors
