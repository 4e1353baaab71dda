#include "prompty/load/yaml_layout.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/load/yaml_events.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty::yaml::layout {
namespace {

using Shape = Written::Shape;

constexpr std::string_view blanks = " \t";

std::size_t start_of_line(std::string_view text, std::size_t at) {
  std::size_t const line_break = text.substr(0, at).rfind('\n');
  return line_break == std::string_view::npos ? 0 : line_break + 1;
}

/// Behind the line break that ends the line at `at`, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at) {
  std::size_t const line_break = text.find('\n', at);
  return line_break == std::string_view::npos ? text.size() : line_break + 1;
}

/// The line's first character that is no blank, counted from the start of the text; its line break or the end.
std::size_t first_character(std::string_view text, std::size_t line) {
  return std::min(text.find_first_not_of(" \t\r", line), text.size());
}

bool is_blank_line(std::string_view text, std::size_t line) {
  std::size_t const first = first_character(text, line);
  return first == text.size() || text[first] == '\n';
}

bool is_comment_line(std::string_view text, std::size_t line) {
  std::size_t const first = first_character(text, line);
  return first < text.size() && text[first] == '#';
}

/// What `cut` has no form for.
struct Uncut {};

/// One event, without the views into the parser.
struct Part {
  Event::Kind kind;
  std::size_t offset;
  std::size_t begin;
  std::size_t end;
  bool is_flow;
  bool is_block_text;
};

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  GivenText const given = as_given_to_parser(text);
  Events events(given.changed.empty() ? text : given.changed, given.nulls);
  while (Event const* const event = events.next()) {
    if (event->kind == Event::Kind::document) continue;
    // The parser counts no closing quote.
    std::size_t const end = event->is_quoted ? event->end + 1 : event->end;
    parts.push_back({.kind = event->kind,
                     .offset = event->offset,
                     .begin = event->begin,
                     .end = end,
                     .is_flow = event->is_flow,
                     .is_block_text = is_block(text, *event)});
  }
  return parts;
}

/// Goes through the text and its events side by side; `at_` is behind what has been cut.
class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text), parts_(parts_of(text)) {}

  Written document() {
    if (parts_.empty() || parts_.front().kind != Event::Kind::mapping) throw Uncut{};
    Written root = parts_.front().is_flow ? flow_document() : block(Shape::mapping, std::nullopt);
    root.closing += text_.substr(at_);
    return root;
  }

 private:
  Part const& next() {
    if (next_ >= parts_.size()) throw Uncut{};
    return parts_[next_];
  }

  std::string take_to(std::size_t end) {
    if (end < at_ || end > text_.size()) throw Uncut{};
    std::string taken(text_.substr(at_, end - at_));
    at_ = end;
    return taken;
  }

  Written flow_document() {
    std::string const before = take_to(parts_.front().offset);
    Written root = flow(Shape::mapping);
    root.opening = before + root.opening;
    return root;
  }

  Written block(Shape shape, std::optional<std::size_t> around) {
    Written collection{.shape = shape, .offset = next().offset, .entries = {}};
    ++next_;
    std::optional<std::size_t> column;
    while (next().kind != Event::Kind::end) {
      Entry entry = shape == Shape::mapping ? block_member(column) : block_element(column);
      column = entry.column;
      collection.entries.push_back(std::move(entry));
    }
    ++next_;
    if (column && (!around || *column > *around)) collection.closing = comments_from(*column);
    return collection;
  }

  /// Comments that stand below a collection as far right as its entries.
  std::string comments_from(std::size_t column) {
    std::size_t end = at_;
    for (std::size_t line = at_; line < text_.size(); line = next_line(text_, line)) {
      if (is_blank_line(text_, line)) continue;
      if (!is_comment_line(text_, line) || first_character(text_, line) - line < column) break;
      end = next_line(text_, line);
    }
    return take_to(end);
  }

  Entry block_member(std::optional<std::size_t> const& column) {
    Part const key = next();
    if (key.kind == Event::Kind::alias || key.kind != Event::Kind::scalar || key.is_block_text) throw Uncut{};
    ++next_;
    std::size_t const line = std::max(start_of_line(text_, key.begin), at_);
    Entry entry = begin_entry(key.begin, line, column);
    entry.key = take_to(key.end);
    std::size_t const colon = first_character(text_, at_);
    if (colon == text_.size() || text_[colon] != ':') throw Uncut{};
    add_value(entry, colon + 1);
    return entry;
  }

  Entry block_element(std::optional<std::size_t> const& column) {
    std::size_t line = at_;
    while (line < text_.size() && (is_blank_line(text_, line) || is_comment_line(text_, line)))
      line = next_line(text_, line);
    std::size_t const dash = first_character(text_, line);
    if (dash == text_.size() || text_[dash] != '-') throw Uncut{};
    Entry entry = begin_entry(dash, line, column);
    add_value(entry, dash + 1);
    return entry;
  }

  /// The lines above the entry and its indentation.
  Entry begin_entry(std::size_t offset, std::size_t line, std::optional<std::size_t> const& column) {
    Entry entry{.offset = offset, .column = offset - start_of_line(text_, offset)};
    if (column && entry.column != *column) throw Uncut{};
    if (text_.substr(line, offset - line).find_first_not_of(' ') != std::string_view::npos) throw Uncut{};
    entry.before = take_to(line);
    at_ = offset;
    return entry;
  }

  /// The value behind the colon or dash that ends before `from`, and the rest of its line.
  void add_value(Entry& entry, std::size_t from) {
    Part const part = next();
    bool const is_collection = part.kind == Event::Kind::list || part.kind == Event::Kind::mapping;
    if (is_collection && !part.is_flow) return add_block(entry, part, from);
    bool const is_missing = part.kind == Event::Kind::scalar && part.begin == part.end;
    entry.between = take_to(is_missing ? from : std::max(from, part.offset));
    if (is_missing) {
      entry.value = {.offset = at_, .entries = {}};
      ++next_;
    } else {
      entry.value = part.is_block_text ? block_text(part, entry.column) : inline_value();
    }
    entry.after = take_to(next_line(text_, at_));
  }

  void add_block(Entry& entry, Part const& part, std::size_t from) {
    std::size_t const first = part.kind == Event::Kind::mapping ? key_of_first() : first_dash(from);
    bool const is_compact = text_.substr(from, first - from).find('\n') == std::string_view::npos;
    entry.between = take_to(is_compact ? first : next_line(text_, from));
    entry.value = block(part.kind == Event::Kind::mapping ? Shape::mapping : Shape::list, entry.column);
    entry.value.is_compact = is_compact;
  }

  std::size_t key_of_first() {
    if (next_ + 1 >= parts_.size()) throw Uncut{};
    return parts_[next_ + 1].begin;
  }

  std::size_t first_dash(std::size_t from) {
    std::size_t const same_line = text_.find_first_not_of(blanks, from);
    if (same_line != std::string_view::npos && text_[same_line] == '-') return same_line;
    std::size_t line = next_line(text_, from);
    while (line < text_.size() && (is_blank_line(text_, line) || is_comment_line(text_, line)))
      line = next_line(text_, line);
    return first_character(text_, line);
  }

  /// A text of lines below its indicator: all that are indented further than `column`, and the empty ones between.
  Written block_text(Part const& part, std::size_t column) {
    Written value{.offset = part.offset, .entries = {}};
    std::size_t end = next_line(text_, part.offset);
    for (std::size_t line = end; line < text_.size(); line = next_line(text_, line)) {
      if (is_blank_line(text_, line)) continue;
      if (first_character(text_, line) - line <= column) break;
      end = next_line(text_, line);
    }
    // Its last line break is that of the entry.
    if (end > part.offset && text_[end - 1] == '\n') --end;
    if (end > part.offset && text_[end - 1] == '\r') --end;
    value.text = take_to(end);
    ++next_;
    return value;
  }

  Written inline_value() {
    Part const part = next();
    if (part.kind == Event::Kind::list) return flow(Shape::list);
    if (part.kind == Event::Kind::mapping) return flow(Shape::mapping);
    Written value{
        .shape = part.kind == Event::Kind::alias ? Shape::alias : Shape::scalar, .offset = part.offset, .entries = {}};
    value.text = take_to(part.end);
    ++next_;
    return value;
  }

  Written flow(Shape shape) {
    Part const part = next();
    char const bracket = shape == Shape::mapping ? '{' : '[';
    if (!part.is_flow || part.offset != at_ || text_.substr(at_, 1) != std::string_view(&bracket, 1)) throw Uncut{};
    ++next_;
    Written collection{
        .shape = shape, .is_flow = true, .offset = part.offset, .opening = take_to(at_ + 1), .entries = {}};
    while (next().kind != Event::Kind::end) collection.entries.push_back(flow_entry(shape));
    collection.closing = take_to(next().end);
    ++next_;
    return collection;
  }

  Entry flow_entry(Shape shape) {
    Part const first = next();
    Entry entry{.offset = first.begin, .before = take_to(first.begin)};
    if (entry.before.find('?') != std::string::npos) throw Uncut{};
    if (shape == Shape::mapping) {
      if (first.kind != Event::Kind::scalar) throw Uncut{};
      entry.key = take_to(first.end);
      ++next_;
    }
    Part const value = next();
    bool const is_missing = value.kind == Event::Kind::scalar && value.begin == value.end;
    std::size_t const colon = first_character(text_, at_);
    bool const has_colon = shape == Shape::mapping && colon < text_.size() && text_[colon] == ':';
    if (has_colon || !is_missing) entry.between = take_to(is_missing ? colon + 1 : std::max(value.offset, at_));
    if (is_missing) {
      entry.value = {.offset = at_, .entries = {}};
      ++next_;
    } else {
      entry.value = inline_value();
    }
    entry.after = comma();
    return entry;
  }

  /// Up to the comma; nothing before the closing bracket.
  std::string comma() {
    std::size_t end = at_;
    while (end < text_.size() && std::string_view(" \t\r\n#").find(text_[end]) != std::string_view::npos) {
      end = text_[end] == '#' ? next_line(text_, end) : end + 1;
    }
    return end < text_.size() && text_[end] == ',' ? take_to(end + 1) : "";
  }

  std::string_view text_;
  std::vector<Part> parts_;
  std::size_t next_ = 0;
  std::size_t at_ = 0;
};

void join(Written const& written, std::string& out);

void join(Entry const& entry, Written const& around, bool is_first, std::string& out) {
  out += entry.before;
  bool const has_indentation = !around.is_flow && !(is_first && around.is_compact);
  if (has_indentation) out.append(entry.column, ' ');
  out += entry.key;
  if (around.shape == Shape::list && !around.is_flow) out += entry.between.starts_with('-') ? "" : "-";
  out += entry.between;
  join(entry.value, out);
  out += entry.after;
}

void join(Written const& written, std::string& out) {
  out += written.text;
  out += written.opening;
  bool is_first = true;
  for (Entry const& entry : written.entries) join(entry, written, std::exchange(is_first, false), out);
  out += written.closing;
}

/// `text` with `delta` more blanks, or fewer, before each line from its first line break on.
std::string with_lines_indented(std::string const& text, std::ptrdiff_t delta) {
  std::string changed;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = next_line(text, at);
    changed.append(text, at, end - at);
    at = end;
    // A line that the text does not end is no empty one: something follows on it.
    bool const is_empty = is_blank_line(text, end) && text.find('\n', end) != std::string::npos;
    if (text[end - 1] != '\n' || end == text.size() || is_empty) continue;
    if (delta > 0) changed.append(static_cast<std::size_t>(delta), ' ');
    for (std::ptrdiff_t left = delta; left < 0 && text[at] == ' '; ++left) ++at;
  }
  return changed;
}

/// The same of a text that begins a line.
std::string with_all_lines_indented(std::string const& text, std::ptrdiff_t delta) {
  return with_lines_indented("\n" + text, delta).substr(1);
}

void shift(Entry& entry, std::ptrdiff_t delta);

void shift(Written& written, std::ptrdiff_t delta) {
  written.text = with_lines_indented(written.text, delta);
  written.opening = with_lines_indented(written.opening, delta);
  for (Entry& entry : written.entries) shift(entry, delta);
  bool const begins_line = !written.is_flow;
  written.closing =
      begins_line ? with_all_lines_indented(written.closing, delta) : with_lines_indented(written.closing, delta);
}

void shift(Entry& entry, std::ptrdiff_t delta) {
  // In brackets an entry need not begin a line.
  bool const is_in_brackets = !entry.before.empty() && !entry.before.ends_with('\n');
  entry.before =
      is_in_brackets ? with_lines_indented(entry.before, delta) : with_all_lines_indented(entry.before, delta);
  entry.between = with_lines_indented(entry.between, delta);
  shift(entry.value, delta);
  std::ptrdiff_t const column = static_cast<std::ptrdiff_t>(entry.column) + delta;
  entry.column = static_cast<std::size_t>(std::max<std::ptrdiff_t>(column, 0));
}

bool is_written_in_lines(Written const& value) {
  bool const is_collection = value.shape == Shape::list || value.shape == Shape::mapping;
  return (is_collection && !value.is_flow) || value.text.starts_with('|') || value.text.starts_with('>');
}

bool has_lines(Entry const& entry) {
  return is_written_in_lines(entry.value);
}

/// The comments in the blanks around an entry in brackets, as lines of their own.
std::string comment_lines(std::string_view blanks_and_comments, std::size_t column) {
  std::string lines;
  for (std::size_t at = blanks_and_comments.find('#'); at != std::string_view::npos;
       at = blanks_and_comments.find('#', at)) {
    std::size_t const end = std::min(blanks_and_comments.find_first_of("\r\n", at), blanks_and_comments.size());
    lines += std::string(column, ' ') + std::string(blanks_and_comments.substr(at, end - at)) + "\n";
    at = end;
  }
  return lines;
}

/// Makes an entry that stood in brackets one that stands on a line of its own.
void put_on_line(Entry& entry, bool is_member, std::size_t column) {
  std::string const comments = comment_lines(entry.before, column) + comment_lines(entry.after, column);
  entry.before = comments;
  entry.after = "\n";
  entry.column = column;
  std::string const sign = is_member ? ":" : "-";
  bool const has_sign = entry.between.starts_with(sign);
  std::string const rest = has_sign ? entry.between.substr(1) : entry.between;
  bool const is_blank = rest.find_first_not_of(" \t\r\n") == std::string::npos;
  entry.between = entry.value.text.empty() && entry.value.opening.empty() ? sign : sign + (is_blank ? " " : rest);
}

bool stood_on_line(Entry const& entry) {
  return entry.after.ends_with('\n') || has_lines(entry);
}

/// The blanks before an entry in brackets, without comments.
std::string blanks_before(Entry const& entry) {
  return entry.before.find('#') == std::string::npos ? entry.before : " ";
}

/// Makes an entry one of those in the brackets, laid out as its neighbours are.
void put_in_brackets(Written& collection, std::size_t index, Entry& entry) {
  std::vector<Entry> const& others = collection.entries;
  bool const is_first = index == 0;
  std::size_t const model = is_first || others.size() == 1 ? 0 : 1;
  // A comment in other brackets ends its line there, and may do so here.
  bool const has_comment = !stood_on_line(entry) && (entry.before + entry.after).find('#') != std::string::npos;
  if (!has_comment) entry.before = others.empty() ? "" : blanks_before(others[model]);
  if (!is_first && entry.before.empty()) entry.before = " ";
  if (entry.after.ends_with(',')) entry.after.pop_back();
  if (!has_comment) entry.after = "";
  entry.between = collection.shape == Shape::mapping ? ": " : "";
}

void add_line_end(Written& collection) {
  if (collection.is_flow || collection.entries.empty()) return;
  Entry& last = collection.entries.back();
  if (has_lines(last) && last.value.shape != Shape::scalar) return add_line_end(last.value);
  if (!last.after.ends_with('\n')) last.after += "\n";
}

}  // namespace

std::optional<Written> cut(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (text.substr(at + 1, 1) != "\n") return std::nullopt;
  }
  try {
    Written written = Cutter(text).document();
    return joined(written) == text ? std::optional(std::move(written)) : std::nullopt;
  } catch (Uncut const&) {
    return std::nullopt;
  }
}

std::string joined(Written const& written) {
  std::string text;
  join(written, text);
  return text;
}

Json value_of(Written const& written) {
  // The first of its lines begins behind a dash.
  std::string const indentation(written.is_compact ? written.entries.front().column : 0, ' ');
  try {
    return yaml::parse(indentation + joined(written), {});
  } catch (Error const&) {
    return nullptr;
  }
}

std::string name_of(Entry const& entry) {
  if (entry.key.empty()) return "";
  bool const is_quoted = entry.key.find_first_of("\"'") != std::string::npos;
  if (!is_quoted) return entry.key.substr(entry.key.find_last_of(blanks) + 1);
  Json const name = value_of(scalar(entry.key));
  return name.is_string() ? name.get<std::string>() : entry.key;
}

Entry const* find(Written const& mapping, std::string_view name) {
  if (mapping.shape != Shape::mapping) return nullptr;
  for (Entry const& entry : mapping.entries) {
    if (name_of(entry) == name) return &entry;
  }
  return nullptr;
}

Entry* find(Written& mapping, std::string_view name) {
  return const_cast<Entry*>(find(static_cast<Written const&>(mapping), name));
}

Written scalar(std::string text) {
  return {.text = std::move(text), .entries = {}};
}

Written mapping(bool is_flow) {
  Written made{.shape = Shape::mapping, .is_flow = is_flow, .entries = {}};
  if (is_flow) {
    made.opening = "{";
    made.closing = "}";
  }
  return made;
}

Entry member(std::string_view key, Written value, std::size_t column) {
  bool const is_block = value.shape == Shape::mapping && !value.is_flow;
  return {.column = column,
          .key = std::string(key),
          .between = is_block ? ":\n" : ": ",
          .value = std::move(value),
          .after = is_block ? "" : "\n"};
}

bool fits_in_brackets(Entry const& entry) {
  // What stood in brackets fits in others.
  if (!stood_on_line(entry)) return true;
  std::string const& text = entry.value.text;
  bool const is_quoted = text.starts_with('"') || text.starts_with('\'');
  // Signs of brackets are text where none are around it.
  bool const has_signs = !is_quoted && text.find_first_of(",[]{}") != std::string::npos;
  bool const has_comment = (entry.before + entry.after).find('#') != std::string::npos;
  return !has_lines(entry) && !has_signs && !has_comment;
}

std::string comments_of(Entry const& entry) {
  std::string const behind = comment_lines(entry.between, entry.column) + comment_lines(entry.after, entry.column);
  Written const& value = entry.value;
  return entry.before + behind + (value.is_flow ? comment_lines(value.closing, entry.column) : value.closing);
}

std::string all_comments_of(Entry const& entry, std::size_t column) {
  std::string lines = comment_lines(entry.before, column) + comment_lines(entry.between, column);
  for (Entry const& inner : entry.value.entries) lines += all_comments_of(inner, column);
  return lines + comment_lines(entry.value.closing, column) + comment_lines(entry.after, column);
}

Entry take_at(Written& collection, std::size_t index) {
  std::vector<Entry>& entries = collection.entries;
  Entry taken = std::move(entries[index]);
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(index));
  if (collection.is_flow && !entries.empty()) {
    if (index == 0) entries.front().before = taken.before;
    if (index == entries.size() && taken.after.empty()) {
      std::string& after = entries.back().after;
      if (after.ends_with(',')) after.pop_back();
    }
  }
  bool const was_compact_first = collection.is_compact && index == 0 && !entries.empty();
  if (was_compact_first) entries.front().before = "";
  return taken;
}

std::optional<Entry> take(Written& mapping, std::string_view name) {
  Entry const* const found = find(mapping, name);
  if (found == nullptr) return std::nullopt;
  return take_at(mapping, static_cast<std::size_t>(found - mapping.entries.data()));
}

void indent(Entry& entry, std::size_t column) {
  shift(entry, static_cast<std::ptrdiff_t>(column) - static_cast<std::ptrdiff_t>(entry.column));
}

void insert(Written& collection, std::size_t index, Entry entry, std::size_t column) {
  bool const is_member = collection.shape == Shape::mapping;
  std::vector<Entry>& entries = collection.entries;
  if (!collection.is_flow) {
    if (!stood_on_line(entry)) put_on_line(entry, is_member, column);
    indent(entry, column);
    if (index == entries.size()) add_line_end(collection);
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(index), std::move(entry));
    return;
  }
  put_in_brackets(collection, index, entry);
  if (index > 0 && !entries[index - 1].after.ends_with(',')) entries[index - 1].after += ",";
  if (index < entries.size()) {
    entry.after += ",";
    if (index == 0 && entries.front().before.empty()) entries.front().before = " ";
  }
  entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(index), std::move(entry));
}

void append(Written& collection, Entry entry, std::size_t column) {
  insert(collection, collection.entries.size(), std::move(entry), column);
}

void take_brackets(Entry& owner, std::size_t column) {
  Written& collection = owner.value;
  if (!collection.is_flow) return;
  bool const is_member = collection.shape == Shape::mapping;
  for (Entry& entry : collection.entries) put_on_line(entry, is_member, column);
  collection.is_flow = false;
  collection.opening = "";
  collection.closing = comment_lines(collection.closing, column);
  std::string rest = std::exchange(owner.after, "");
  std::size_t const comment = rest.find('#');
  owner.between = comment == std::string::npos ? ":\n" : ": " + rest.substr(comment);
}

}  // namespace prompty::yaml::layout
