#pragma once

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
