#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prompty/render/jinja/session.hpp"

namespace prompty::jinja {

enum class LongWords { broken, kept };
enum class Hyphens { break_points, letters };

struct Wrapping {
  std::int64_t width;
  LongWords long_words;
  Hyphens hyphens;
};

/// `text` with `separator` between lines of at most `width` code points, which must be positive; each line that `text`
/// has is wrapped by itself. Breaks where Python's textwrap does.
[[nodiscard]] std::string wrapped(Session& session, std::string_view text, std::string_view separator,
                                  Wrapping const& how);

}  // namespace prompty::jinja
