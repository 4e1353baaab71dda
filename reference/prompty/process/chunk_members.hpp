#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

/// Reading the members of a streamed chunk; `pointer` says where they stand.
namespace prompty::processing::chunk_members {

/// The member of that name, JSON null when it is absent; `object` is an object.
[[nodiscard]] Json const& member(Json const& object, std::string_view name);

/// The text of that name, "" when it is null or absent. Throws ValueError `Unexpected response format: …` for another
/// type. `object` is an object.
[[nodiscard]] std::string const& text(Json const& object, std::string_view name, std::string_view pointer);

/// The whole number of that name. Throws ValueError `Unexpected response format: …` when there is none. `object` is an
/// object.
[[nodiscard]] std::int64_t integer(Json const& object, std::string_view name, std::string_view pointer);

/// Throws ValueError `Unexpected response format: POINTER must be WHAT, not …` (P12.2-02).
[[noreturn]] void expect(std::string_view what, std::string_view pointer, Json const& found);

}  // namespace prompty::processing::chunk_members
