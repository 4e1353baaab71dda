#pragma once

#include <string>
#include <string_view>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// `text` with entities for & < > " and '.
[[nodiscard]] std::string escaped(std::string_view text);

/// Appends what `value` prints, escaped unless it is HTML already.
void append_escaped(Session& session, std::string& output, Value const& value);

/// Text without tags and comments, entities resolved, runs of blanks made one.
[[nodiscard]] std::string without_tags(std::string_view text);

}  // namespace prompty::jinja
