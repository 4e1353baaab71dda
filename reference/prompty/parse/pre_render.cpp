#include "prompty/parse/pre_render.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/template_text.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty::pre_render {
namespace {

/// Stands for whatever an output tag puts out: no blank, no part of a role or key, but possible in a value.
constexpr char output_mark = '\x01';

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// More branches on one line than an author writes would only take time.
constexpr std::size_t most_scopes_of_a_line = 16;

/// A template without its tags: its text, where each stretch of it comes from, and in which branch it lies.
struct Skeleton {
  struct Stretch {
    std::size_t here;
    std::size_t in_template;
    std::size_t scope;
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
  std::size_t const next = scopes.size();
  Skeleton::Scope const current = scopes[scope];
  switch (effect) {
    case template_text::BlockEffect::none:
      return scope;
    case template_text::BlockEffect::closes:
      return current.outer;
    case template_text::BlockEffect::opens:
      scopes.push_back({.outer = scope, .block = next});
      break;
    case template_text::BlockEffect::switches:
      scopes.push_back({.outer = current.outer, .block = current.block});
      break;
  }
  return next;
}

Skeleton skeleton_of(std::string_view text) {
  // A mark at the start is no part of the first line; messages::read drops it.
  std::size_t const begin = text.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
  Skeleton skeleton;
  std::size_t scope = 0;
  for (template_text::Piece const& piece : template_text::split(text.substr(begin))) {
    if (piece.kind == template_text::PieceKind::silent) {
      scope = scope_behind(piece.text, scope, skeleton.scopes);
      continue;
    }
    skeleton.stretches.push_back({.here = skeleton.text.size(),
                                  .in_template = static_cast<std::size_t>(piece.text.data() - text.data()),
                                  .scope = scope});
    if (piece.kind == template_text::PieceKind::output) {
      skeleton.text += output_mark;
    } else {
      skeleton.text += piece.text;
    }
  }
  // A renderer may make line ends of carriage returns, as Jinja2 does.
  std::replace(skeleton.text.begin(), skeleton.text.end(), '\r', '\n');
  return skeleton;
}

/// The offset in the template of the literal character at `offset` of the skeleton.
std::size_t in_template(Skeleton const& skeleton, std::size_t offset) {
  std::vector<Skeleton::Stretch>::const_iterator const after =
      std::upper_bound(skeleton.stretches.begin(), skeleton.stretches.end(), offset,
                       [](std::size_t wanted, Skeleton::Stretch const& stretch) { return wanted < stretch.here; });
  Skeleton::Stretch const& stretch = *std::prev(after);
  return stretch.in_template + (offset - stretch.here);
}

/// Where a tag goes, and with what around it.
struct Insertion {
  enum class Form { with_brackets, with_comma_behind, with_comma_before };

  std::size_t at;
  Form form;

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

/// Finds where tags go on one line.
class LineReader {
 public:
  LineReader(Skeleton const& skeleton, Parts const& parts) : skeleton_(skeleton), parts_(parts) {
    for (LinePart const& part : parts) scopes_.insert(part.scope);
  }

  [[nodiscard]] std::vector<Insertion> insertions() const {
    if (scopes_.size() > most_scopes_of_a_line) return {};
    std::vector<Insertion> found;
    Scopes in_markers;
    for (std::size_t const scope : scopes_) {
      Scopes const shown = shown_with(scope);
      if (!is_marker(shown)) continue;
      if (may_get_other_text(shown)) return {};
      in_markers.insert(shown.begin(), shown.end());
      add_insertions(parts_of(shown), found);
    }
    if (has_output_beside(in_markers)) return {};
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  /// The scopes on this line whose text is there whenever that of `scope` is.
  [[nodiscard]] Scopes shown_with(std::size_t scope) const {
    Scopes shown = {scope};
    while (scope > *scopes_.begin()) {
      scope = skeleton_.scopes[scope].outer;
      if (scopes_.count(scope) > 0) shown.insert(scope);
    }
    return shown;
  }

  [[nodiscard]] Parts parts_of(Scopes const& shown) const {
    Parts together;
    for (LinePart const& part : parts_) {
      if (shown.count(part.scope) > 0) together.push_back(part);
    }
    return together;
  }

  [[nodiscard]] std::string text_of(Parts const& together) const {
    std::string text;
    for (LinePart const& part : together) text.append(skeleton_.text, part.begin, part.end - part.begin);
    return text;
  }

  [[nodiscard]] bool is_marker(Scopes const& shown) const {
    return role_marker::read(text_of(parts_of(shown))).has_value();
  }

  /// Whether some branch that is no marker itself would make text of the one that `shown` is:
  /// `User: {% if known %}Ann{% endif %}`.
  [[nodiscard]] bool may_get_other_text(Scopes const& shown) const {
    return std::any_of(scopes_.begin(), scopes_.end(), [&](std::size_t scope) {
      Scopes both = shown_with(scope);
      if (exclude_each_other(both, shown) || is_marker(both)) return false;
      both.insert(shown.begin(), shown.end());
      return !is_marker(both);
    });
  }

  [[nodiscard]] bool exclude_each_other(Scopes const& ones, Scopes const& others) const {
    return std::any_of(ones.begin(), ones.end(), [&](std::size_t one) {
      return std::any_of(others.begin(), others.end(), [&](std::size_t other) {
        return one != other && skeleton_.scopes[one].block == skeleton_.scopes[other].block;
      });
    });
  }

  /// Whether an input fills a place on the line that is no value of a marker: it could be anything.
  [[nodiscard]] bool has_output_beside(Scopes const& in_markers) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](LinePart const& part) {
      std::string_view const text = std::string_view(skeleton_.text).substr(part.begin, part.end - part.begin);
      return in_markers.count(part.scope) == 0 && text.find(output_mark) != std::string_view::npos;
    });
  }

  void add_insertions(Parts const& together, std::vector<Insertion>& found) const {
    std::string const text = text_of(together);
    std::optional<role_marker::Marker> const marker = role_marker::read(text);
    // The character before is the bracket or the end of the role, and so literal.
    std::size_t const first = place_of(marker->first_attribute_at - 1, together) + 1;
    // P6.4-04: beside the attributes of the author, not in their place.
    found.push_back(
        {.at = first,
         .form = marker->attributes.empty() ? Insertion::Form::with_brackets : Insertion::Form::with_comma_behind});
    // Before the comma or bracket, which is literal, and not behind the value, of which a branch may be the last part.
    for (std::size_t const end : marker->attribute_ends) {
      found.push_back({.at = place_of(end, together), .form = Insertion::Form::with_comma_before});
    }
  }

  /// The offset in the template of the literal character at `offset` of the text of these parts.
  [[nodiscard]] std::size_t place_of(std::size_t offset, Parts const& together) const {
    Parts::const_iterator part = together.begin();
    for (; offset >= part->end - part->begin; ++part) offset -= part->end - part->begin;
    return in_template(skeleton_, part->begin + offset);
  }

  Skeleton const& skeleton_;
  Parts const& parts_;
  Scopes scopes_;
};

/// Collects where the tags of a template go.
class Finder {
 public:
  explicit Finder(std::string_view text) : skeleton_(skeleton_of(text)) {}

  std::vector<Insertion> find() {
    std::vector<Insertion> found;
    text_lines::Lines lines(skeleton_.text);
    while (std::optional<text_lines::Line> const line = lines.next()) {
      if (line->text.find(':') == std::string_view::npos) continue;
      Parts const parts = parts_of(*line);
      std::vector<Insertion> const insertions = LineReader(skeleton_, parts).insertions();
      found.insert(found.end(), insertions.begin(), insertions.end());
    }
    return found;
  }

 private:
  /// The parts of a line that is not empty and comes after the one before. Neighbours of one scope are one part.
  Parts parts_of(text_lines::Line const& line) {
    std::vector<Skeleton::Stretch> const& stretches = skeleton_.stretches;
    std::size_t const end = line.begin + line.text.size();
    while (next_ + 1 < stretches.size() && stretches[next_ + 1].here <= line.begin) ++next_;
    Parts parts;
    for (std::size_t index = next_; index < stretches.size() && stretches[index].here < end; ++index) {
      std::size_t const stretch_end = index + 1 < stretches.size() ? stretches[index + 1].here : end;
      if (parts.empty() || parts.back().scope != stretches[index].scope) {
        std::size_t const begin = std::max(stretches[index].here, line.begin);
        parts.push_back({.begin = begin, .end = begin, .scope = stretches[index].scope});
      }
      parts.back().end = std::min(stretch_end, end);
    }
    return parts;
  }

  Skeleton skeleton_;
  std::size_t next_ = 0;
};

std::string tag_in(Insertion::Form form, std::string const& tag) {
  switch (form) {
    case Insertion::Form::with_brackets:
      return "[" + tag + "]";
    case Insertion::Form::with_comma_behind:
      return tag + ",";
    case Insertion::Form::with_comma_before:
      break;
  }
  return "," + tag;
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
    tagged.append(tag_in(insertion.form, tag));
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

}  // namespace prompty::pre_render
