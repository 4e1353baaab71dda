#include "prompty/parse/pre_render.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "prompty/parse/letter_case.hpp"
#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/template_text.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty::pre_render {
namespace {

/// Stands for whatever an output tag puts out: no blank, no part of a role or key, but possible in a value.
constexpr char output_mark = '\x01';

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A template without its tags, and where in the template each stretch of it comes from.
struct Skeleton {
  struct Origin {
    std::size_t here;
    std::size_t in_template;
  };
  std::string text = {};
  std::vector<Origin> origins = {};
  /// The offsets at which tags without output stood.
  std::vector<std::size_t> seams = {};
};

Skeleton skeleton_of(std::string_view text) {
  // A mark at the start is no part of the first line; messages::read drops it.
  std::size_t const begin = text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
  Skeleton skeleton;
  for (template_text::Piece const& piece : template_text::split(text.substr(begin))) {
    switch (piece.kind) {
      case template_text::PieceKind::silent:
        skeleton.seams.push_back(skeleton.text.size());
        break;
      case template_text::PieceKind::output:
        skeleton.text += output_mark;
        break;
      case template_text::PieceKind::literal:
        skeleton.origins.push_back(
            {.here = skeleton.text.size(), .in_template = static_cast<std::size_t>(piece.text.data() - text.data())});
        skeleton.text += piece.text;
        break;
    }
  }
  // A renderer may make line ends of carriage returns, as Jinja2 does.
  std::replace(skeleton.text.begin(), skeleton.text.end(), '\r', '\n');
  return skeleton;
}

/// The offset in the template of the literal character at `offset` of the skeleton.
std::size_t in_template(Skeleton const& skeleton, std::size_t offset) {
  std::vector<Skeleton::Origin>::const_iterator const after =
      std::upper_bound(skeleton.origins.begin(), skeleton.origins.end(), offset,
                       [](std::size_t wanted, Skeleton::Origin const& origin) { return wanted < origin.here; });
  Skeleton::Origin const& origin = *std::prev(after);
  return origin.in_template + (offset - origin.here);
}

/// Where a tag goes, and whether a bracket is open there.
struct Insertion {
  std::size_t at;
  bool in_brackets;
};

/// Collects where the tags of a template go.
class Finder {
 public:
  explicit Finder(std::string_view text) : skeleton_(skeleton_of(text)) {}

  std::vector<Insertion> find() {
    text_lines::Lines lines(skeleton_.text);
    while (std::optional<text_lines::Line> const line = lines.next()) {
      if (std::optional<role_marker::Marker> const marker = role_marker::read(line->text)) {
        add(line->begin, *marker);
      } else if (is_marker_in_some_branch(line->text)) {
        add_branches(*line);
      }
    }
    return std::move(found_);
  }

 private:
  /// Whether a line of tags and text could be a marker by what the tags leave of it. What an input fills could be
  /// anything, and so never is one.
  [[nodiscard]] static bool is_marker_in_some_branch(std::string_view line) {
    std::size_t const last = line.find_last_not_of(text_lines::blanks);
    return last != std::string_view::npos && line[last] == ':' && line.find(output_mark) == std::string_view::npos;
  }

  /// Tags what stands between two tags without output when it begins a marker: `{% if a %}user:{% else %}system:`.
  void add_branches(text_lines::Line const& line) {
    std::size_t const end = line.begin + line.text.size();
    std::vector<std::size_t>::const_iterator seam =
        std::lower_bound(skeleton_.seams.begin(), skeleton_.seams.end(), line.begin);
    std::size_t begin = line.begin;
    for (; seam != skeleton_.seams.end() && *seam <= end; ++seam) {
      add_branch(begin, *seam);
      begin = *seam;
    }
    if (begin != line.begin) add_branch(begin, end);
  }

  void add_branch(std::size_t begin, std::size_t end) {
    std::string const branch = skeleton_.text.substr(begin, end - begin);
    // The colon may come behind the branches.
    std::string const closed = branch + ":";
    std::optional<role_marker::Marker> marker = role_marker::read(branch);
    if (!marker) marker = role_marker::read(closed);
    if (marker) add(begin, *marker);
  }

  void add(std::size_t begin, role_marker::Marker const& marker) {
    // The character before is the bracket or the end of the role, and so literal.
    std::size_t const before = begin + marker.first_attribute_at - 1;
    found_.push_back({.at = in_template(skeleton_, before) + 1, .in_brackets = !marker.attributes.empty()});
  }

  Skeleton skeleton_;
  std::vector<Insertion> found_;
};

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), letter_case::lower);
  return lowered;
}

std::string attribute(std::string_view nonce) {
  return std::string(role_marker::nonce_key).append("=").append(nonce);
}

}  // namespace

std::string tag_markers(std::string_view text, std::string_view nonce) {
  std::string const tag = attribute(nonce);
  std::string tagged;
  std::size_t copied = 0;
  for (Insertion const& insertion : Finder(text).find()) {
    tagged.append(text, copied, insertion.at - copied);
    tagged.append(insertion.in_brackets ? tag + "," : "[" + tag + "]");
    copied = insertion.at;
  }
  return tagged.append(text, copied);
}

std::vector<std::size_t> roles_from_inputs(std::string_view text) {
  Skeleton const skeleton = skeleton_of(text);
  std::vector<std::size_t> found;
  text_lines::Lines lines(skeleton.text);
  while (std::optional<text_lines::Line> const line = lines.next()) {
    std::size_t const output = line->text.find_first_not_of("# \t\f\v");
    if (output == std::string_view::npos || line->text[output] != output_mark) continue;
    std::size_t const colon = line->text.find_first_not_of(text_lines::blanks, output + 1);
    if (colon == std::string_view::npos || line->text[colon] != ':') continue;
    if (!text_lines::is_blank(line->text.substr(colon + 1))) continue;
    found.push_back(in_template(skeleton, line->begin + colon));
  }
  return found;
}

std::string without_tags(std::string_view text, std::string_view nonce) {
  // A filter around the marker may have changed the letter case.
  std::string const searched = lower(text);
  std::string const tag = lower(attribute(nonce));
  std::string cleaned;
  std::size_t copied = 0;
  for (std::size_t at = searched.find(tag); at != std::string::npos; at = searched.find(tag, copied)) {
    std::size_t end = at + tag.size();
    bool const alone = at > copied && text[at - 1] == '[' && end < text.size() && text[end] == ']';
    if (alone) --at;
    if (alone || (end < text.size() && text[end] == ',')) ++end;
    cleaned.append(text, copied, at - copied);
    copied = end;
  }
  return cleaned.append(text, copied);
}

}  // namespace prompty::pre_render
