#include "prompty/render/jinja/pretty_printing.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/sorting.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace pretty_printing {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t deepest_nesting = 100;

// The order of the names that Python gives the types; what can be compared is of one rank.
std::int64_t rank_of_type(Value const& key) {
  if (is_none(key)) return 0;
  if (is_number(key)) return 1;
  return holds<Text>(key) ? 2 : 3;
}

class Printer {
 public:
  explicit Printer(Session& session) : session_(session) {}

  std::string print(Value const& value) {
    append(value, 0, 0, 0);
    return std::move(output_);
  }

 private:
  // `indent` columns are taken on the left, `allowance` on the right by the brackets that close what is around.
  void append(Value const& value, std::size_t indent, std::size_t allowance, std::size_t depth) {
    std::string const line = one_line(value, depth);
    session_.check_room(output_.size() + line.size());
    bool const fits = unicode::length(line) + indent + allowance <= page_width;
    std::optional<ListView> const list = ListView::of(value);
    std::optional<MapView> const map = MapView::of(value);
    Text const* const text = std::get_if<Text>(&value);
    if (!fits && text != nullptr && text->markup == Markup::no) {
      append_text(text->view, indent, allowance, depth);
    } else if (fits || (!list && !map)) {
      output_ += line;
    } else if (list) {
      append_list(*list, indent, allowance, depth);
    } else {
      append_map(*map, indent, allowance, depth);
    }
  }

  // A long text is shown as several, one a line; in parentheses where nothing else holds them together.
  void append_text(std::string_view text, std::size_t indent, std::size_t allowance, std::size_t depth) {
    session_.spend_for_text(text.size() * 8);
    bool const is_outermost = depth == 0;
    if (is_outermost) ++indent, ++allowance;
    std::vector<std::string> const parts = parts_of(text, indent, allowance);
    bool const is_enclosed = is_outermost && parts.size() > 1;
    if (is_enclosed) output_ += '(';
    for (std::size_t at = 0; at < parts.size(); ++at) {
      if (at > 0) new_line(indent);
      output_ += parts[at];
      session_.check_room(output_.size());
    }
    if (is_enclosed) output_ += ')';
  }

  // Quoted lines; those that are too long are split behind blanks.
  static std::vector<std::string> parts_of(std::string_view text, std::size_t indent, std::size_t allowance) {
    std::size_t const width = page_width > indent ? page_width - indent : 0;
    std::size_t const last_width = width > allowance ? width - allowance : 0;
    std::vector<std::string_view> const lines = text_search::lines(text, text_search::LineEnds::kept);
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      bool const is_last = at + 1 == lines.size();
      std::string whole = quoted(lines[at]);
      if (unicode::length(whole) <= (is_last ? last_width : width)) {
        parts.push_back(std::move(whole));
        continue;
      }
      split_line(parts, lines[at], width, is_last ? last_width : width);
    }
    return parts;
  }

  static void split_line(std::vector<std::string>& parts, std::string_view line, std::size_t width,
                         std::size_t last_width) {
    std::size_t start = 0;
    for (std::size_t end = 0; end < line.size();) {
      std::size_t const next = end_of_word(line, end);
      std::size_t const limit = next == line.size() ? last_width : width;
      if (end > start && unicode::length(quoted(line.substr(start, next - start))) > limit) {
        parts.push_back(quoted(line.substr(start, end - start)));
        start = end;
      }
      end = next;
    }
    parts.push_back(quoted(line.substr(start)));
  }

  // Behind the word that begins at `at` and the blanks that follow it.
  static std::size_t end_of_word(std::string_view line, std::size_t at) {
    auto const skip = [&](bool blanks) {
      while (at < line.size() && unicode::has(unicode::Property::space, unicode::decode(line, at)) == blanks) {
        at += unicode::character_length(line, at);
      }
    };
    skip(false);
    skip(true);
    return at;
  }

  void append_list(ListView const& list, std::size_t indent, std::size_t allowance, std::size_t depth) {
    bool const is_list = list.kind() == SequenceKind::list;
    std::string_view const closing = is_list ? "]" : list.size() == 1 ? ",)" : ")";
    output_ += is_list ? '[' : '(';
    for (std::size_t at = 0; at < list.size(); ++at) {
      if (at > 0) new_line(indent + 1);
      bool const is_last = at + 1 == list.size();
      append(list.at(session_, at), indent + 1, is_last ? allowance + closing.size() : 1, depth + 1);
      if (!is_last) output_ += ',';
    }
    output_ += closing;
  }

  void append_map(MapView const& map, std::size_t indent, std::size_t allowance, std::size_t depth) {
    output_ += '{';
    Values const keys = sorted_keys(map);
    for (std::size_t at = 0; at < keys.size(); ++at) {
      if (at > 0) new_line(indent + 1);
      bool const is_last = at + 1 == keys.size();
      std::string const key = one_line(keys[at], depth);
      output_ += key;
      output_ += ": ";
      std::size_t const column = indent + 1 + unicode::length(key) + 2;
      append(*map.find(session_, keys[at]), column, is_last ? allowance + 1 : 1, depth + 1);
      if (!is_last) output_ += ',';
    }
    output_ += '}';
  }

  void new_line(std::size_t indent) {
    output_ += '\n';
    output_.append(indent, ' ');
  }

  // Keys of different types have no order among them: those are sorted by type.
  Values sorted_keys(MapView const& map) {
    Values keys;
    Values order;
    for (std::size_t at = 0; at < map.size(); ++at) {
      keys.push_back(map.key_at(at));
      // What is undefined is not compared.
      if (map.size() > 1) demand_defined(keys.back());
      order.push_back(make_tuple(session_, {rank_of_type(keys.back()), keys.back()}));
    }
    sort_by_keys(session_, keys, order, Direction::ascending);
    return keys;
  }

  std::string one_line(Value const& value, std::size_t depth) {
    if (depth > deepest_nesting) throw Failure(errors::reason::nested_too_deeply());
    session_.spend();
    std::string line;
    if (std::optional<ListView> const list = ListView::of(value)) {
      bool const is_list = list->kind() == SequenceKind::list;
      line += is_list ? '[' : '(';
      for (std::size_t at = 0; at < list->size(); ++at) {
        if (at > 0) line += ", ";
        line += one_line(list->at(session_, at), depth + 1);
        session_.check_room(line.size());
      }
      if (!is_list && list->size() == 1) line += ',';
      line += is_list ? ']' : ')';
      return line;
    }
    std::optional<MapView> const map = MapView::of(value);
    if (!map) return representation(session_, value);
    line += '{';
    for (Value const& key : sorted_keys(*map)) {
      if (line.size() > 1) line += ", ";
      line += one_line(key, depth + 1) + ": " + one_line(*map->find(session_, key), depth + 1);
      session_.check_room(line.size());
    }
    line += '}';
    return line;
  }

  Session& session_;
  std::string output_;
};

}  // namespace
}  // namespace pretty_printing

std::string pretty_text(Session& session, Value const& value) {
  return pretty_printing::Printer(session).print(value);
}

}  // namespace prompty::jinja
