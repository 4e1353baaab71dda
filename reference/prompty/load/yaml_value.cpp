#include "prompty/load/yaml_value.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_set>
#include <variant>

#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/scalar_text.hpp"
#include "prompty/load/yaml_characters.hpp"
#include "prompty/load/yaml_events.hpp"
#include "prompty/load/yaml_grammar.hpp"
#include "prompty/load/yaml_schema.hpp"

namespace prompty::yaml {
namespace {

constexpr std::string_view core_prefix = "tag:yaml.org,2002:";

bool is_core_tag(std::string_view tag, std::string_view type) {
  return tag.starts_with(core_prefix) && tag.substr(core_prefix.size()) == type;
}

bool fits(Json const& value, std::string_view tag) {
  if (value.is_null()) return is_core_tag(tag, "null");
  if (value.is_boolean()) return is_core_tag(tag, "bool");
  if (value.is_number_integer()) return is_core_tag(tag, "int");
  return value.is_number_float() && is_core_tag(tag, "float");
}

std::string tag_problem(std::string_view tag) {
  return fmt::format("the tag {} is unknown or does not fit this value; leave it out", shown(tag));
}

/// Builds the value from events; a library's own tree would type scalars by other rules and nest without bound.
class TreeBuilder {
 public:
  TreeBuilder(Reporter const& reporter, Limits const& limits) : reporter_(reporter), limits_(limits) {
    // What most frontmatter needs, and about one place for each line of a long one.
    frames_.reserve(8);
    parts_.reserve(32);
    outline_.reserve(32 + reporter.text.size() / 16);
  }

  void add(Event const& event) {
    add_part(event);
    // A mapping begins with the question mark of its first key.
    bool const begins_parts = event.kind == Event::Kind::list || event.kind == Event::Kind::mapping;
    if (!begins_parts) end_ = std::max(end_, event.end);
  }

  [[nodiscard]] bool has_lines_left_of_margin(Event const& scalar) const {
    return !frames_.empty() && line_left_of(reporter_.text, scalar, frames_.back().margin).has_value();
  }

  [[nodiscard]] bool has_document() const { return document_seen_; }

  /// The document, null when there was none; to be called once, after the last event.
  [[nodiscard]] Document take_root() {
    return document_seen_ ? Document{.value = std::move(root_), .outline = std::move(outline_)} : Document{};
  }

 private:
  /// What a part of the document costs of the limits.
  struct Cost {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
  };

  /// A list or mapping that is not complete yet.
  struct Frame {
    std::size_t begin = 0;
    std::string anchor = {};
    /// Of the lines of values in it.
    Margin margin = {};
    bool is_mapping = false;
    bool has_braces = false;
    /// The last part is a key whose value is still to come.
    bool has_open_key = false;
    /// Where that key is.
    std::size_t key_offset = 0;
    Cost cost_before = {};
    /// Where its parts begin among those of all open lists and mappings.
    std::size_t first_part = 0;
    /// Where its spots begin.
    std::size_t first_spot = 0;
    /// All keys, once there are many.
    std::unique_ptr<std::unordered_set<std::string>> keys = nullptr;
  };

  /// An element of a list, or a member of a mapping, that is not complete yet: only once all are there is it known how
  /// much room they take.
  struct Part {
    std::string key = {};
    Json value = {};
  };

  struct Anchored {
    Document document;
    Cost cost;
    /// The text of a scalar, for keys.
    std::optional<std::string> key = std::nullopt;
  };

  void add_part(Event const& event) {
    switch (event.kind) {
      case Event::Kind::document:
        return begin_document(event);
      case Event::Kind::list:
        return open(event, "seq");
      case Event::Kind::mapping:
        return open(event, "map");
      case Event::Kind::end:
        return close();
      case Event::Kind::alias:
        return expects_key() ? add_key(event, repeated_key(event)) : repeat(event);
      case Event::Kind::scalar:
        return add_scalar_or_key(event);
    }
  }

  void begin_document(Event const& event) {
    if (std::exchange(document_seen_, true)) {
      reporter_.fail(event.offset, "the properties end before this; only one YAML document is allowed");
    }
    if (!event.is_explicit) refuse_directive(reporter_);
  }

  [[nodiscard]] bool expects_key() const {
    return !frames_.empty() && frames_.back().is_mapping && !frames_.back().has_open_key;
  }

  /// The text of a scalar, which the library misreads in places.
  [[nodiscard]] std::string content_of(Event const& event) const {
    std::string_view const written = reporter_.text.substr(event.offset, event.end - event.offset);
    std::size_t const least = frames_.empty() ? 0 : frames_.back().margin.indentation;
    if (event.is_plain && !event.has_line_ends) return std::string(written);
    if (event.is_quoted) return scalar_text::unquoted(written.substr(1), written.front());
    if (!event.is_plain) return scalar_text::of_block(reporter_.text.substr(event.offset), least);
    return scalar_text::unquoted(written, ' ');
  }

  void add_scalar_or_key(Event const& scalar) {
    if (scalar.is_plain && is_block(reporter_.text, scalar)) {
      // The parser was given a word for it.
      Event block = scalar;
      block.is_plain = false;
      return add_scalar_or_key(block);
    }
    if (is_block(reporter_.text, scalar)) refuse_block_header(reporter_, scalar);
    std::string text = content_of(scalar);
    if (!expects_key()) return add_scalar(scalar, std::move(text));
    check_key(scalar, text);
    add_key(scalar, std::move(text));
  }

  [[nodiscard]] Json resolve(Event const& event, std::string text) const {
    bool const is_text = event.tag ? *event.tag == "!" || is_core_tag(*event.tag, "str") : !event.is_plain;
    // P2.7-20: quotes make it text, whatever it looks like.
    if (is_text || (!event.tag && begins_as_text(text))) return Json(std::move(text));
    std::optional<Json> resolved = resolve_plain_scalar(text);
    if (!resolved) {
      reporter_.fail(event.offset, fmt::format("JSON has no number for {}; quote it if text is meant", shown(text)));
    }
    // The schema has floats without a point, but none to the base of 8 or 16.
    bool const is_decimal = resolved->is_number_integer() && text.find_first_of("ox") == std::string::npos;
    if (event.tag && is_core_tag(*event.tag, "float") && is_decimal) return Json(resolved->get<double>());
    if (event.tag && !fits(*resolved, *event.tag)) reporter_.fail(event.begin, tag_problem(*event.tag));
    return std::move(*resolved);
  }

  void count(std::size_t at, Cost const& more) {
    cost_.nodes += more.nodes;
    cost_.bytes += more.bytes;
    if (cost_.nodes > limits_.nodes) {
      reporter_.fail(at, fmt::format("more than {} values, aliases counted with what they repeat", limits_.nodes));
    }
    if (cost_.bytes > limits_.text_bytes) {
      reporter_.fail(
          at, fmt::format("more than {} bytes of text, aliases counted with what they repeat", limits_.text_bytes));
    }
  }

  [[nodiscard]] bool has_key(Frame& frame, std::string const& key) const {
    constexpr std::ptrdiff_t many = 16;
    auto const first = parts_.begin() + static_cast<std::ptrdiff_t>(frame.first_part);
    if (parts_.end() - first < many) {
      return std::any_of(first, parts_.end(), [&](Part const& member) { return member.key == key; });
    }
    if (frame.keys == nullptr) {
      frame.keys = std::make_unique<std::unordered_set<std::string>>();
      std::for_each(first, parts_.end(), [&](Part const& member) { frame.keys->insert(member.key); });
    }
    return !frame.keys->insert(key).second;
  }

  [[noreturn]] void fail_without_name(Event const& event) const {
    reporter_.fail(event.offset, "a mapping key is empty or null; write a name, or quote it");
  }

  void check_key(Event const& event, std::string const& text) {
    bool const may_be_null = event.is_plain && (!event.tag || is_core_tag(*event.tag, "null"));
    if (may_be_null && is_null_word(text)) fail_without_name(event);
    refuse_unfit_scalar(event);
    if (!frames_.back().has_braces) refuse_unfit_key(reporter_, end_, event, frames_.back().margin);
    if (event.tag) static_cast<void>(resolve(event, text));
    if (event.anchor.empty()) return;
    Document document{.value = resolve(event, text), .outline = {{.offset = event.offset}}};
    remember(event.begin, event.anchor, {std::move(document), {.nodes = 1, .bytes = text.size()}, text});
  }

  [[nodiscard]] std::string repeated_key(Event const& event) const {
    Anchored const& anchored = anchored_by(event);
    if (anchored.document.value.is_null()) fail_without_name(event);
    if (!anchored.key) reporter_.fail(event.offset, "an alias of a list or mapping cannot be a key; write a name");
    return *anchored.key;
  }

  void add_key(Event const& event, std::string key) {
    count(event.offset, {.nodes = 1, .bytes = key.size()});
    Frame& frame = frames_.back();
    if (has_key(frame, key)) {
      reporter_.fail(event.offset, fmt::format("the key {} is already there in this mapping", shown(key)));
    }
    parts_.emplace_back().key = std::move(key);
    frame.has_open_key = true;
    frame.key_offset = event.offset;
  }

  void refuse_unfit_scalar(Event const& event) const {
    Margin const margin = frames_.empty() ? Margin{} : frames_.back().margin;
    if (event.is_plain) refuse_lone_indicator(reporter_, event, margin);
    if (!frames_.empty()) refuse_left_of(reporter_, line_left_of(reporter_.text, event, margin), margin);
  }

  void add_scalar(Event const& event, std::string text) {
    refuse_unfit_scalar(event);
    if (!frames_.empty()) refuse_start_left_of(reporter_, event, frames_.back().margin);
    Cost const cost{.nodes = 1, .bytes = text.size()};
    count(event.offset, cost);
    // What is not there stands where its key is.
    bool const is_behind_key = is_missing(event) && !frames_.empty() && frames_.back().has_open_key;
    add_spot(is_behind_key ? frames_.back().key_offset : event.offset);
    if (event.anchor.empty()) return put(resolve(event, std::move(text)));
    Json value = resolve(event, text);
    remember(event.begin, event.anchor, {{.value = value, .outline = {outline_.back()}}, cost, std::move(text)});
    put(std::move(value));
  }

  [[nodiscard]] Anchored const& anchored_by(Event const& alias) const {
    auto const found = anchors_.find(alias.text);
    if (found != anchors_.end()) return found->second;
    bool const is_open =
        std::any_of(frames_.begin(), frames_.end(), [&](Frame const& frame) { return frame.anchor == alias.text; });
    reporter_.fail(alias.offset, is_open ? "this alias stands inside the value that it repeats"
                                         : "this alias repeats a value that is not there; quote the text if it "
                                           "begins with an asterisk");
  }

  void repeat(Event const& event) {
    Anchored const& anchored = anchored_by(event);
    count(event.offset, anchored.cost);
    Outline const& outline = anchored.document.outline;
    add_spot(outline.front().offset);
    outline_.back().size = outline.size();
    outline_.insert(outline_.end(), outline.begin() + 1, outline.end());
    put(Json(anchored.document.value));
  }

  void open(Event const& event, std::string_view type) {
    if (expects_key()) {
      reporter_.fail(event.offset, "a mapping key must be a single word or a quoted text; quote a text in brackets");
    }
    if (event.tag && *event.tag != "!" && !is_core_tag(*event.tag, type)) {
      reporter_.fail(event.begin, tag_problem(*event.tag));
    }
    if (frames_.size() >= limits_.depth) {
      reporter_.fail(event.offset, fmt::format("values are nested deeper than {} levels", limits_.depth));
    }
    if (!event.is_flow) refuse_tab_before(reporter_, event.offset);
    if (event.is_flow && !frames_.empty()) refuse_start_left_of(reporter_, event, frames_.back().margin);
    // The latest anchor of a name counts, and this one is not complete yet.
    if (!event.anchor.empty()) anchors_.erase(std::string(event.anchor));
    std::size_t const around = frames_.empty() ? 0 : frames_.back().margin.indentation;
    std::size_t const indentation = event.is_flow ? around : column_of(reporter_.text, event.offset) + 1;
    add_spot(event.offset);
    frames_.push_back({.begin = event.begin,
                       .anchor = std::string(event.anchor),
                       .margin = {.indentation = indentation, .is_in_brackets = event.is_flow},
                       .is_mapping = event.kind == Event::Kind::mapping,
                       .has_braces = reporter_.text.substr(event.offset, 1) == "{",
                       .cost_before = cost_,
                       .first_part = parts_.size(),
                       .first_spot = outline_.size() - 1});
    count(event.offset, {.nodes = 1});
  }

  /// The parts of the list or mapping that ends.
  [[nodiscard]] Json built(Frame const& frame) {
    auto const first = parts_.begin() + static_cast<std::ptrdiff_t>(frame.first_part);
    std::size_t const size = parts_.size() - frame.first_part;
    Json value = frame.is_mapping ? Json::object() : Json::array();
    if (frame.is_mapping) {
      // Setting a member by its name would search all the others first.
      Json::object_t::Container& object = value.get_ref<Json::object_t&>();
      object.reserve(size);
      std::for_each(first, parts_.end(),
                    [&](Part& part) { object.emplace_back(std::move(part.key), std::move(part.value)); });
    } else {
      Json::array_t& array = value.get_ref<Json::array_t&>();
      array.reserve(size);
      std::for_each(first, parts_.end(), [&](Part& part) { array.push_back(std::move(part.value)); });
    }
    parts_.erase(first, parts_.end());
    return value;
  }

  void close() {
    Frame const& frame = frames_.back();
    Json value = built(frame);
    outline_[frame.first_spot].size = outline_.size() - frame.first_spot;
    // An anchor of the same name inside came later.
    if (!frame.anchor.empty() && !anchors_.contains(frame.anchor)) {
      Cost const cost{.nodes = cost_.nodes - frame.cost_before.nodes, .bytes = cost_.bytes - frame.cost_before.bytes};
      Outline outline(outline_.begin() + static_cast<std::ptrdiff_t>(frame.first_spot), outline_.end());
      remember(frame.begin, frame.anchor, {{.value = value, .outline = std::move(outline)}, cost});
    }
    frames_.pop_back();
    put(std::move(value));
  }

  void remember(std::size_t at, std::string_view name, Anchored anchored) {
    // Each copy costs memory and time, so it counts like an alias.
    count(at, anchored.cost);
    anchors_.insert_or_assign(std::string(name), std::move(anchored));
  }

  /// For a value that begins there, behind the open key if there is one.
  void add_spot(std::size_t offset) {
    bool const is_member = !frames_.empty() && frames_.back().has_open_key;
    outline_.push_back({.offset = offset, .key_offset = is_member ? frames_.back().key_offset : 0});
  }

  void put(Json&& value) {
    if (frames_.empty()) {
      root_ = std::move(value);
      return;
    }
    Part& part = frames_.back().is_mapping ? parts_.back() : parts_.emplace_back();
    part.value = std::move(value);
    frames_.back().has_open_key = false;
  }

  Reporter const& reporter_;
  Limits const& limits_;
  std::vector<Frame> frames_;
  /// Of all open lists and mappings, the innermost last.
  std::vector<Part> parts_;
  std::map<std::string, Anchored, std::less<>> anchors_;
  Cost cost_;
  /// Of the last scalar, alias, list or mapping.
  std::size_t end_ = 0;
  bool document_seen_ = false;
  Json root_;
  /// Of the document as far as it has been read.
  Outline outline_;
};

/// A place at which the parser stumbles although YAML allows what is there.
struct Substitute {
  std::size_t at;
  /// The one to put there, which means the same; nothing for a null.
  std::optional<char> character;
  /// Why the text cannot be read if it must not be read again.
  std::string_view reason;
};

/// The document in the text as the parser is `given` it, or what has to be changed in that.
std::variant<Document, Substitute> read_document(Reporter const& reporter, GivenText const& given,
                                                 SpecialCharacters const& special, Limits const& limits) {
  UnquotedCharacters characters(special.in_quotes_only);
  Events events(given.changed.empty() ? reporter.text : given.changed, given.nulls);
  TreeBuilder builder(reporter, limits);
  while (Event const* const event = events.next()) {
    // The parser takes the neighbours of a nested block of nothing for its text; behind a word they are neighbours.
    if (event->has_line_ends && is_block(reporter.text, *event) && builder.has_lines_left_of_margin(*event)) {
      return Substitute{.at = event->offset, .character = 'x', .reason = reasons::further_right};
    }
    builder.add(*event);
    if (event->is_quoted) characters.quoted(event->offset, event->end);
  }
  // P2.1-08: what has been built so far is dropped, so that half a block makes no agent.
  if (std::optional<Malformed> const problem = events.problem()) {
    // To the grammar the line is empty; the parser says that it is wrongly indented. A comment is nothing as well.
    if (problem->tab_of_empty_line) {
      return Substitute{.at = *problem->tab_of_empty_line, .character = '#', .reason = reasons::tab_indents};
    }
    std::optional<std::size_t> const dash_end = problem->behind_lone_dash;
    if (dash_end && !std::binary_search(given.nulls.begin(), given.nulls.end(), *dash_end)) {
      return Substitute{.at = *dash_end, .character = std::nullopt, .reason = reasons::value_is_missing};
    }
    reporter.fail(problem->offset, problem->reason);
  }
  if (std::optional<std::size_t> const unquoted = characters.first()) {
    reporter.fail(*unquoted, "this invisible character may stand in quotes alone; remove it or quote the text");
  }
  if (!builder.has_document()) refuse_directive(reporter);
  return builder.take_root();
}

/// A text in which carriage returns alone end lines, with line feeds in their place; empty when there are none. They
/// mean the same to YAML, and the library loses memory over many of them.
std::string with_line_feeds(std::string_view text) {
  std::string changed;
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (text.substr(at + 1, 1) == "\n") continue;
    if (changed.empty()) changed = text;
    changed[at] = '\n';
  }
  return changed;
}

constexpr std::size_t most_read_again = 8'388'608;

struct ReadText {
  Document document;
  GivenText given;
};

void apply(Substitute const& substitute, std::string_view text, GivenText& given) {
  if (!substitute.character) {
    given.nulls.insert(std::ranges::lower_bound(given.nulls, substitute.at), substitute.at);
    return;
  }
  if (given.changed.empty()) given.changed = text;
  given.changed[substitute.at] = *substitute.character;
}

/// The parser knows a byte order mark at the very start alone, and counts it as part of its line.
GivenText without_leading_mark(std::string_view text, SpecialCharacters& special) {
  std::optional<std::size_t> const mark = leading_byte_order_mark(text, special);
  if (!mark) return {};
  special.in_quotes_only.erase(special.in_quotes_only.begin());
  GivenText given{.changed = std::string(text)};
  given.changed.replace(*mark, utf8::byte_order_mark.size(), utf8::byte_order_mark.size(), '\n');
  return given;
}

ReadText read_text(std::string_view written, Source const& source, Limits const& limits) {
  if (written.size() > limits.bytes) {
    Reporter{.text = written, .source = source}.fail(0, fmt::format("more than {} bytes of YAML", limits.bytes));
  }
  std::string const normalized = with_line_feeds(written);
  std::string_view const text = normalized.empty() ? written : normalized;
  Reporter const reporter{.text = text, .source = source};
  SpecialCharacters special = special_characters(text);
  if (special.forbidden) reporter.fail(*special.forbidden, "YAML allows no control characters; remove it");
  refuse_tab_behind_colon(reporter);
  GivenText given = without_leading_mark(text, special);
  for (std::size_t read_again = 0;; read_again += text.size()) {
    std::variant<Document, Substitute> found = read_document(reporter, given, special, limits);
    if (Document* const document = std::get_if<Document>(&found)) {
      return {.document = std::move(*document), .given = std::move(given)};
    }
    Substitute const& substitute = std::get<Substitute>(found);
    if (read_again > most_read_again) reporter.fail(substitute.at, substitute.reason);
    apply(substitute, text, given);
  }
}

}  // namespace

Document parse_document(std::string_view written, Source const& source, Limits const& limits) {
  return read_text(written, source, limits).document;
}

GivenText as_given_to_parser(std::string_view text) {
  return read_text(text, {}, {}).given;
}

Json parse(std::string_view text, Source const& source, Limits const& limits) {
  return std::move(parse_document(text, source, limits).value);
}

Place place_at(std::string_view text, std::size_t offset, Source const& source) {
  std::string_view const before = text.substr(0, std::min(offset, text.size()));
  std::size_t const breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t const column =
      breaks == 0 ? source.column + utf8::length(before) : 1 + utf8::length(before.substr(before.rfind('\n') + 1));
  return {source.file, source.line + breaks, column};
}

}  // namespace prompty::yaml
