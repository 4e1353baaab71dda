#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace prompty::pre_render {

/// The template with the attribute `nonce=<nonce>` as the first of each of its role markers. A marker is a line that is
/// one once tags without output are taken away, or that some of its stretches between such tags can make one; a line on
/// which an input could change whether it is a marker, or of which role, is none. Nothing else changes, so that lines
/// stay lines.
/// First and not last: an input inside the brackets could otherwise close them early and carry the tag off to a marker
/// of its own.
[[nodiscard]] std::string tag_markers(std::string_view text, std::string_view nonce);

/// The offsets in the template of the colons of lines such as `{{ message.role }}:`, whose role an input would say:
/// such a line is no marker of the template.
[[nodiscard]] std::vector<std::size_t> roles_from_inputs(std::string_view text);

/// `text` (rendered) without any tag of `nonce` in it: where a marker of the template did not stay one.
[[nodiscard]] std::string without_tags(std::string_view text, std::string_view nonce);

}  // namespace prompty::pre_render
