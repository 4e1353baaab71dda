#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace prompty::template_text {

/// What a stretch of a template is: literal text, output that an input fills, or a tag without output of its own.
enum class PieceKind { literal, output, silent };

/// A stretch of a template, as a view of it.
struct Piece {
  PieceKind kind;
  std::string_view text;

  bool operator==(Piece const&) const = default;
};

/// The pieces of a template in order, found in linear time; it must outlive them. `{{…}}` is output; `{%…%}`, `{#…#}`
/// and the sections, comments and delimiters of Mustache (`{{#…}}`, `{{!…}}` …) are silent; what `{% raw %}` encloses
/// is literal, and so is an opener that nothing closes. Blanks that a `-` in a tag removes belong to no piece.
[[nodiscard]] std::vector<Piece> split(std::string_view text);

/// What a silent tag does to the blocks of a template: `{% if … %}` and `{{#…}}` open one, `{% else %}` goes on with
/// another branch of it, `{% endif %}` and `{{/…}}` close it.
enum class BlockEffect { none, opens, switches, closes };

/// The effect of a silent piece.
[[nodiscard]] BlockEffect block_effect(std::string_view tag);

}  // namespace prompty::template_text

namespace prompty::pre_render {

/// The template with the attribute `nonce=<nonce>` in each of its role markers, before the first attribute and behind
/// each. A marker is a line that is one in some branch of the template (P6.4-06); a line on which an input could change
/// whether it is a marker, or of which role, does not count, and neither does one that lies in more than 16 branches.
/// Nothing else changes, so that lines stay lines. Around each attribute, so that values which an input fills can
/// neither close the brackets early nor bring attributes of their own.
[[nodiscard]] std::string tag_markers(std::string_view text, std::string_view nonce);

/// The offsets of the colons of lines such as `{{ message.role }}:`, no marker since an input would say the role.
[[nodiscard]] std::vector<std::size_t> roles_from_inputs(std::string_view text);

/// One attribute of a role marker in a template.
struct MarkerAttribute {
  /// The offset in the template of its key.
  std::size_t at;
  std::string key;
  /// Its value without quotes and outer blanks, as the template writes it; "" where branches interrupt that.
  std::string_view value = {};
  /// Whether an input fills a part of the value and no quotes stand around it.
  bool is_open = false;
};

/// The attributes of all markers that `tag_markers` finds, in the order of the template, which has to outlive them. One
/// that has several values, in as many branches, is open if one of them is.
[[nodiscard]] std::vector<MarkerAttribute> marker_attributes(std::string_view text);

}  // namespace prompty::pre_render
