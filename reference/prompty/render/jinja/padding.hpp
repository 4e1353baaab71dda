#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prompty/render/jinja/session.hpp"

namespace prompty::jinja {

enum class Alignment { left, center, right };

/// `text` with `fill` around it up to `width` code points. Throws Failure when that does not fit into memory.
[[nodiscard]] std::string pad(Session& session, std::string_view text, std::int64_t width, Alignment alignment,
                              std::string_view fill);

/// Throws Failure when the text with all replacements would not fit into memory.
void check_replacement(Session& session, std::string_view text, std::string_view from, std::string_view to);

}  // namespace prompty::jinja
