#pragma once

#include <string>
#include <string_view>

#include "prompty/parse/role_marker.hpp"

/// The tags in rendered text that `pre_render::tag_markers` put into the template. Letter case does not count: a filter
/// around a marker may have changed it.
namespace prompty::marker_tags {

/// Whether `text` holds the nonce of a tag.
[[nodiscard]] bool hold(std::string_view text, std::string_view nonce);

/// `line` without the brackets that stand in for those of the author's where these are there as well:
/// `user[nonce=n][nonce=n,a=b,nonce=n]:` is `user[nonce=n,a=b,nonce=n]:`.
[[nodiscard]] std::string without_spare_brackets(std::string_view line, std::string_view nonce);

/// Whether the tags of `marker` stand where the template had them: one before the first attribute and one behind each.
/// An input in a value could not bring a tag, so that another attribute would stand beside one instead of between two,
/// a bracket that closes too early would have none before it, and a quote that does not close would take one in.
[[nodiscard]] bool are_in_place(role_marker::Marker const& marker, std::string_view nonce);

}  // namespace prompty::marker_tags
