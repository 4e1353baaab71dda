#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace prompty::pre_render {

/// The template with the attribute `nonce=<nonce>` in each of its role markers, before the first attribute and behind
/// each. A marker is a line that is one in some branch of the template (P6.4-06); a line on which an input could change
/// whether it is a marker, or of which role, is none, and neither is one that lies in more than 16 branches. Nothing
/// else changes, so that lines stay lines. Around each attribute, so that values which an input fills can neither close
/// the brackets early nor bring attributes of their own.
[[nodiscard]] std::string tag_markers(std::string_view text, std::string_view nonce);

/// The offsets in the template of the colons of lines such as `{{ message.role }}:`, whose role an input would say:
/// such a line is no marker of the template.
[[nodiscard]] std::vector<std::size_t> roles_from_inputs(std::string_view text);

}  // namespace prompty::pre_render
