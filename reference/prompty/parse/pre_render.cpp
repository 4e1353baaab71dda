#include "prompty/parse/pre_render.hpp"

#include <algorithm>
#include <compare>
#include <iterator>
#include <set>
#include <utility>

#include "prompty/core/utf8.hpp"
#include "prompty/parse/role_marker.hpp"

namespace prompty::pre_render {
namespace {

/// Stands for whatever an output tag puts out: no blank, no part of a role or key, but possible in a value.
constexpr char output_mark = '\x01';

/// More branches on one line than an author writes would only take time.
constexpr std::size_t max_scopes_of_a_line = 16;

/// A template without its tags: its text, where each stretch of it comes from, and in which branch it lies.
struct Skeleton {
  struct Stretch {
    std::size_t here;
    std::size_t in_template;
    std::size_t scope;
    /// How much of the template each of its characters stands for.
    std::size_t width;
  };
  /// One branch of a block; branches of the same block exclude each other.
  struct Scope {
    std::size_t outer;
    std::size_t block;
  };
  std::string text = {};
  std::vector<Stretch> stretches = {};
  /// The first is the template itself, and its own outer one. An inner one comes after its outer one.
  std::vector<Scope> scopes = {{.outer = 0, .block = 0}};
};

/// The scope behind a tag without output.
std::size_t scope_behind(std::string_view tag, std::size_t scope, std::vector<Skeleton::Scope>& scopes) {
  template_text::BlockEffect const effect = template_text::block_effect(tag);
  Skeleton::Scope const current = scopes[scope];
  if (effect == template_text::BlockEffect::none) return scope;
  if (effect == template_text::BlockEffect::closes) return current.outer;
  std::size_t const next = scopes.size();
  bool const opens = effect == template_text::BlockEffect::opens;
  scopes.push_back({.outer = opens ? scope : current.outer, .block = opens ? next : current.block});
  return next;
}

Skeleton skeleton_of(std::string_view text) {
  // A mark at the start is no part of the first line; messages::read drops it.
  Skeleton skeleton;
  std::size_t scope = 0;
  for (template_text::Piece const& piece : template_text::split(utf8::without_byte_order_mark(text))) {
    if (piece.kind == template_text::PieceKind::silent) {
      scope = scope_behind(piece.text, scope, skeleton.scopes);
      continue;
    }
    bool const is_output = piece.kind == template_text::PieceKind::output;
    skeleton.stretches.push_back({.here = skeleton.text.size(),
                                  .in_template = static_cast<std::size_t>(piece.text.data() - text.data()),
                                  .scope = scope,
                                  .width = is_output ? piece.text.size() : 1});
    skeleton.text += is_output ? std::string_view(&output_mark, 1) : piece.text;
  }
  // A renderer may make line ends of carriage returns, as Jinja2 does.
  std::ranges::replace(skeleton.text, '\r', '\n');
  return skeleton;
}

/// What a character of the skeleton stands for in the template: itself, or all of an output tag.
struct Passage {
  std::size_t begin;
  std::size_t end;
};

Passage passage_of(Skeleton const& skeleton, std::size_t offset) {
  std::vector<Skeleton::Stretch>::const_iterator const after =
      std::ranges::upper_bound(skeleton.stretches, offset, {}, &Skeleton::Stretch::here);
  Skeleton::Stretch const& stretch = *std::prev(after);
  std::size_t const begin = stretch.in_template + (offset - stretch.here);
  return {.begin = begin, .end = begin + stretch.width};
}

/// Where a tag goes, and what goes around it.
struct Insertion {
  std::size_t at;
  std::string_view before;
  std::string_view behind;

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(Insertion const&) const = default;
};

/// A stretch of one line of the skeleton.
struct LinePart {
  std::size_t begin;
  std::size_t end;
  std::size_t scope;
};

using Parts = std::vector<LinePart>;
using Scopes = std::set<std::size_t>;

std::string text_of(Skeleton const& skeleton, Parts const& together) {
  std::string text;
  for (LinePart const& part : together) text.append(skeleton.text, part.begin, part.end - part.begin);
  return text;
}

/// What the character at `offset` of the text of these parts stands for.
Passage passage_of(Skeleton const& skeleton, Parts const& together, std::size_t offset) {
  Parts::const_iterator part = together.begin();
  for (; offset >= part->end - part->begin; ++part) offset -= part->end - part->begin;
  return passage_of(skeleton, part->begin + offset);
}

/// Finds the markers on one line.
class LineReader {
 public:
  LineReader(Skeleton const& skeleton, Parts const& parts) : skeleton_(skeleton), parts_(parts) {
    for (LinePart const& part : parts) scopes_.insert(part.scope);
  }

  /// What each marker is made of; nothing when an input or a branch could make something else of one of them.
  [[nodiscard]] std::vector<Parts> markers() const {
    if (scopes_.size() > max_scopes_of_a_line) return {};
    std::vector<Parts> found;
    Scopes in_markers;
    for (std::size_t const scope : scopes_) {
      Scopes const shown = shown_with(scope);
      if (!is_marker(shown)) continue;
      if (may_get_other_text(shown)) return {};
      in_markers.insert(shown.begin(), shown.end());
      found.push_back(parts_of(shown));
    }
    if (has_output_beside(in_markers)) return {};
    return found;
  }

 private:
  /// The scopes on this line whose text is there whenever that of `scope` is.
  [[nodiscard]] Scopes shown_with(std::size_t scope) const {
    Scopes shown = {scope};
    while (scope > *scopes_.begin()) {
      scope = skeleton_.scopes[scope].outer;
      if (scopes_.contains(scope)) shown.insert(scope);
    }
    return shown;
  }

  [[nodiscard]] Parts parts_of(Scopes const& shown) const {
    Parts together;
    for (LinePart const& part : parts_) {
      if (shown.contains(part.scope)) together.push_back(part);
    }
    return together;
  }

  [[nodiscard]] bool is_marker(Scopes const& shown) const {
    return role_marker::read(text_of(skeleton_, parts_of(shown))).has_value();
  }

  /// Whether a branch that is no marker would make text of what `shown` is: `User: {% if known %}Ann{% endif %}`.
  [[nodiscard]] bool may_get_other_text(Scopes const& shown) const {
    return std::ranges::any_of(scopes_, [&](std::size_t scope) {
      Scopes both = shown_with(scope);
      if (exclude_each_other(both, shown) || is_marker(both)) return false;
      both.insert(shown.begin(), shown.end());
      return !is_marker(both);
    });
  }

  [[nodiscard]] bool exclude_each_other(Scopes const& ones, Scopes const& others) const {
    return std::ranges::any_of(ones, [&](std::size_t one) {
      return std::ranges::any_of(others, [&](std::size_t other) {
        return one != other && skeleton_.scopes[one].block == skeleton_.scopes[other].block;
      });
    });
  }

  /// Whether an input fills a place on the line that is no value of a marker: it could be anything.
  [[nodiscard]] bool has_output_beside(Scopes const& in_markers) const {
    return std::ranges::any_of(parts_, [&](LinePart const& part) {
      std::string_view const text = std::string_view(skeleton_.text).substr(part.begin, part.end - part.begin);
      return !in_markers.contains(part.scope) && text.find(output_mark) != std::string_view::npos;
    });
  }

  Skeleton const& skeleton_;
  Parts const& parts_;
  Scopes scopes_;
};

/// The parts of a line, neighbours of one scope as one. `first`, a stretch before its end, moves to where it begins.
Parts parts_of(Skeleton const& skeleton, text_lines::Line const& line, std::size_t& first) {
  std::vector<Skeleton::Stretch> const& stretches = skeleton.stretches;
  std::size_t const end = line.begin + line.text.size();
  while (first + 1 < stretches.size() && stretches[first + 1].here <= line.begin) ++first;
  Parts parts;
  for (std::size_t index = first; index < stretches.size() && stretches[index].here < end; ++index) {
    std::size_t const stretch_end = index + 1 < stretches.size() ? stretches[index + 1].here : end;
    if (parts.empty() || parts.back().scope != stretches[index].scope) {
      std::size_t const begin = std::max(stretches[index].here, line.begin);
      parts.push_back({.begin = begin, .end = begin, .scope = stretches[index].scope});
    }
    parts.back().end = std::min(stretch_end, end);
  }
  return parts;
}

/// Hands the parts of each marker of a template to `use`.
template <class Use>
void for_each_marker(Skeleton const& skeleton, Use const& use) {
  text_lines::Lines lines(skeleton.text);
  std::size_t first = 0;
  while (std::optional<text_lines::Line> const line = lines.next()) {
    if (line->text.find(':') == std::string_view::npos) continue;
    Parts const parts = parts_of(skeleton, *line, first);
    for (Parts const& marker : LineReader(skeleton, parts).markers()) use(marker);
  }
}

/// Adds where tags go around the attributes of one marker.
void add_insertions(Skeleton const& skeleton, Parts const& parts, std::set<Insertion>& found) {
  std::string const text = text_of(skeleton, parts);
  std::optional<role_marker::Marker> const marker = role_marker::read(text);
  bool const is_bare = marker->attributes.empty();
  // P6.4-04: beside the author's attributes. The character before is the bracket or the end of the role, so literal.
  found.insert({.at = passage_of(skeleton, parts, marker->first_attribute_at - 1).end,
                .before = is_bare ? "[" : "",
                .behind = is_bare ? "]" : ","});
  // Before the comma or bracket, which is literal, and not behind the value, of which a branch may be the last part.
  for (std::size_t const end : marker->attribute_ends) {
    found.insert({.at = passage_of(skeleton, parts, end).begin, .before = ",", .behind = ""});
  }
}

/// What the characters from `begin` to `end` of the text of these parts stand for; "" when that is not in one piece.
std::string_view written_as(std::string_view text, Skeleton const& skeleton, Parts const& parts, std::size_t begin,
                            std::size_t end) {
  Passage whole = passage_of(skeleton, parts, begin);
  for (std::size_t offset = begin + 1; offset < end; ++offset) {
    Passage const next = passage_of(skeleton, parts, offset);
    if (next.begin != whole.end) return "";
    whole.end = next.end;
  }
  return text.substr(whole.begin, whole.end - whole.begin);
}

/// Adds the attributes of one marker.
void add_attributes(std::string_view text, Skeleton const& skeleton, Parts const& parts,
                    std::vector<MarkerAttribute>& found) {
  std::string const line = text_of(skeleton, parts);
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  for (role_marker::Attribute const& written : marker->attributes) {
    std::size_t const key = static_cast<std::size_t>(written.key.data() - line.data());
    MarkerAttribute attribute{.at = passage_of(skeleton, parts, key).begin, .key = std::string(written.key)};
    // An empty value has no place.
    if (!written.value.empty()) {
      std::size_t const begin = static_cast<std::size_t>(written.value.data() - line.data());
      bool const is_quoted = line[begin - 1] == '"';
      attribute.value = written_as(text, skeleton, parts, begin, begin + written.value.size());
      attribute.is_open = !is_quoted && written.value.find(output_mark) != std::string_view::npos;
    }
    found.push_back(std::move(attribute));
  }
}

}  // namespace

std::string tag_markers(std::string_view text, std::string_view nonce) {
  std::string const tag = std::string(role_marker::nonce_key).append("=").append(nonce);
  // In order and once each: branches of one line may share a place, or come back to an earlier one.
  std::set<Insertion> found;
  Skeleton const skeleton = skeleton_of(text);
  for_each_marker(skeleton, [&](Parts const& parts) { add_insertions(skeleton, parts, found); });
  std::string tagged;
  std::size_t copied = 0;
  for (auto const& [at, before, behind] : found) {
    tagged.append(text, copied, at - copied).append(before).append(tag).append(behind);
    copied = at;
  }
  return tagged.append(text, copied);
}

std::vector<MarkerAttribute> marker_attributes(std::string_view text) {
  std::vector<MarkerAttribute> found;
  Skeleton const skeleton = skeleton_of(text);
  for_each_marker(skeleton, [&](Parts const& parts) { add_attributes(text, skeleton, parts, found); });
  std::ranges::stable_sort(found, {}, [](MarkerAttribute const& one) { return std::pair(one.at, !one.is_open); });
  auto const at_one_place = [](MarkerAttribute const& one, MarkerAttribute const& other) { return one.at == other.at; };
  found.erase(std::unique(found.begin(), found.end(), at_one_place), found.end());
  return found;
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
    found.push_back(passage_of(skeleton, line->begin + colon).begin);
  }
  return found;
}

}  // namespace prompty::pre_render
