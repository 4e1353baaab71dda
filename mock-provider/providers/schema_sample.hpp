#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::schema_sample {

/// A small value that a JSON Schema admits, the same each time: const, default and the first of enum before anything
/// made up; every property of an object; as few elements as an array may have. Follows `$ref` within the schema, up to
/// 16 levels; beyond them, and for what it does not know, null. Throws AnswerTooLarge for more than a megabyte.
[[nodiscard]] Json of(Json const& schema);

/// Arguments of a call as JSON text: an object that the schema admits, without one, or for a schema of anything else,
/// the empty one. Throws as above.
[[nodiscard]] std::string arguments_of(Json const* schema);

}  // namespace mock_provider::schema_sample
