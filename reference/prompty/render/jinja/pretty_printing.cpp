#include "prompty/render/jinja/pretty_printing.hpp"

#include <algorithm>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/sorting.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace pretty_printing {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t deepest_nesting = 100;

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
    if (fits || (!list && !map)) {
      output_ += line;
    } else if (list) {
      append_list(*list, indent, allowance, depth);
    } else {
      append_map(*map, indent, allowance, depth);
    }
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

  // Where keys have no order among them, Python sorts by type and address; here they stay as they are.
  Values sorted_keys(MapView const& map) {
    Values keys;
    for (std::size_t at = 0; at < map.size(); ++at) keys.push_back(map.key_at(at));
    bool const all_texts = std::all_of(keys.begin(), keys.end(), holds<Text>);
    bool const no_texts = std::none_of(keys.begin(), keys.end(), holds<Text>);
    Values const unsorted = keys;
    if (all_texts || no_texts) sort_by_keys(session_, keys, unsorted, Direction::ascending);
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
