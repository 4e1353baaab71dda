#pragma once

#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::response_shape {

/// Raises ValueError `Unexpected response format: …` (P12.2-02) about what stands at `pointer`: it must be `what`, not
/// `found`.
[[noreturn]] void expect(std::string_view what, std::string_view pointer, Json const& found);

/// The member of `object` under `name`, or JSON null when it is absent or `object` is not an object.
[[nodiscard]] Json const& member(Json const& object, std::string_view name);

/// The string under `name`; `pointer` is where `object` stands. Throws ValueError as `expect` when it is none.
[[nodiscard]] std::string text_member(Json const& object, std::string_view name, std::string_view pointer);

/// The list under `name` of the whole response. Throws ValueError as `expect` when it is none.
[[nodiscard]] Json const& list_member(Json const& response, std::string_view name);

}  // namespace prompty::response_shape
