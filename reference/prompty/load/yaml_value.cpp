#include "prompty/load/yaml_value.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <variant>

#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/scalar_text.hpp"
#include "prompty/load/yaml_events.hpp"
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

/// Throws errors about a YAML text at their place in the file.
struct Reporter {
  std::string_view text;
  Source const& source;

  [[noreturn]] void fail(std::size_t at, std::string_view reason) const {
    throw errors::invalid_yaml(source.subject, place_at(text, at, source), reason);
  }
};

// What YAML's grammar forbids and the parser lets pass.

constexpr std::string_view blanks = " \t";

bool is_missing(Event const& event) {
  return event.is_plain && event.begin == event.end;
}

std::size_t column_of(std::string_view text, std::size_t at) {
  std::size_t const line_break = text.substr(0, at).find_last_of("\r\n");
  return line_break == std::string_view::npos ? at : at - line_break - 1;
}

/// A list or mapping without brackets, at `at`, stands as far right as its indentation says, which no tab can tell.
void refuse_tab_before(Reporter const& reporter, std::size_t at) {
  std::size_t const behind = reporter.text.substr(0, at).find_last_not_of(blanks);
  std::size_t const from = behind == std::string_view::npos ? 0 : behind + 1;
  std::size_t const tab = reporter.text.substr(from, at - from).find('\t');
  if (tab != std::string_view::npos) reporter.fail(from + tab, reasons::tab_indents);
}

/// How far lines are indented at least.
struct Margin {
  std::size_t indentation = 0;
  bool is_in_brackets = false;
};

/// The line that begins behind `line_break` in `text` keeps to the margin, unless it is empty.
void refuse_line_left_of(Reporter const& reporter, std::string_view text, std::size_t line_break, Margin margin) {
  std::size_t const first = std::min(text.find_first_not_of(' ', line_break + 1), text.size());
  bool const is_empty = text.find_first_not_of(" \t\r", line_break + 1) == text.find('\n', line_break + 1);
  if (is_empty || first - line_break > margin.indentation) return;
  if (text[first] == '\t') reporter.fail(first, reasons::tab_indents);
  reporter.fail(first, margin.is_in_brackets
                           ? "indent this further than the key that it belongs to, or close the bracket before it"
                           : "indent this further than the key or dash that it belongs to");
}

/// The lines of a scalar below its first stand further right than the key or dash that it belongs to.
void refuse_lines_left_of(Reporter const& reporter, Event const& scalar, Margin margin) {
  std::string_view const text = reporter.text.substr(0, scalar.end);
  for (std::size_t at = text.find('\n', scalar.offset); at < text.size(); at = text.find('\n', at + 1)) {
    refuse_line_left_of(reporter, text, at, margin);
  }
}

/// So does the first line of a value that begins on one of its own.
void refuse_start_left_of(Reporter const& reporter, Event const& value, Margin margin) {
  std::string_view const text = reporter.text.substr(0, value.end);
  std::size_t const before = text.substr(0, value.begin).find_last_not_of(blanks);
  bool const begins_line = before != std::string_view::npos && text[before] == '\n';
  if (begins_line && !is_missing(value)) refuse_line_left_of(reporter, text, before, margin);
}

/// A question mark begins a text only with something behind it that cannot end one.
void refuse_lone_question_mark(Reporter const& reporter, Event const& scalar) {
  bool const is_alone = scalar.text == "?" || scalar.text.starts_with("? ");
  if (scalar.is_plain && is_alone) reporter.fail(scalar.offset, reasons::begins_no_value);
}

/// A key that no question mark announces has to be found in one line of limited length.
void refuse_unfit_key(Reporter const& reporter, Event const& key) {
  constexpr std::size_t longest = 1024;
  std::string_view const written = reporter.text.substr(key.begin, key.end - key.begin);
  bool const is_on_one_line = written.find('\n') == std::string_view::npos;
  if (is_on_one_line && (written.size() <= longest || utf8::length(written) <= longest)) return;
  std::size_t const before = reporter.text.substr(0, key.begin).find_last_not_of(" \t\r\n");
  if (before != std::string_view::npos && reporter.text[before] == '?') return;
  if (!is_on_one_line) reporter.fail(key.begin, reasons::key_over_lines);
  reporter.fail(key.begin, fmt::format("a key is longer than {} characters", longest));
}

/// A directive belongs to a document that three dashes below it begin: without them there is none at the start.
void refuse_directive(Reporter const& reporter) {
  std::string_view const text = reporter.text;
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1) {
    if (text[at] == '%') reporter.fail(at, reasons::percent_sign_begins_line);
    std::size_t const first = text.find_first_not_of(" \t\r", at);
    if (first != std::string_view::npos && text[first] != '#' && text[first] != '\n') return;
  }
}

bool is_blank_or_break(std::string_view text, std::size_t at) {
  return at >= text.size() || std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos;
}

/// Whether a question mark stands alone, as one that announces a key does.
bool has_lone_question_mark(std::string_view text) {
  for (std::size_t at = text.find('?'); at != std::string_view::npos; at = text.find('?', at + 1)) {
    if ((at == 0 || is_blank_or_break(text, at - 1)) && is_blank_or_break(text, at + 1)) return true;
  }
  return false;
}

/// libfyaml 0.7.12 frees the key twice where, with such a key, a tab stands between a colon and the indicator of
/// another value. YAML allows none there but before a block of text.
void refuse_tab_behind_colon(Reporter const& reporter) {
  std::string_view const text = reporter.text;
  if (text.find('\t') == std::string_view::npos || !has_lone_question_mark(text)) return;
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    std::size_t const next = text.find_first_not_of(blanks, at + 1);
    if (next == std::string_view::npos) return;
    std::size_t const tab = text.substr(0, next).find('\t', at);
    if (tab != std::string_view::npos && std::string_view("?:|>-").find(text[next]) != std::string_view::npos) {
      reporter.fail(tab, "with keys behind question marks, a tab cannot follow a colon; use blanks");
    }
  }
}

/// Builds the value from events; a library's own tree would type scalars by other rules and nest without bound.
class TreeBuilder {
 public:
  TreeBuilder(Reporter const& reporter, Limits const& limits) : reporter_(reporter), limits_(limits) {}

  void add(Event const& event) {
    switch (event.kind) {
      case Event::Kind::document:
        return begin_document(event);
      case Event::Kind::list:
        return open(Json::array(), event, "seq");
      case Event::Kind::mapping:
        return open(Json::object(), event, "map");
      case Event::Kind::end:
        return close();
      case Event::Kind::alias:
        return expects_key() ? add_key(event, repeated_key(event)) : repeat(event);
      case Event::Kind::scalar:
        return add_scalar_or_key(event);
    }
  }

  [[nodiscard]] bool has_document() const { return document_seen_; }

  /// The document, null when there was none; to be called once, after the last event.
  [[nodiscard]] Document take_root() { return std::move(root_); }

 private:
  /// What a part of the document costs of the limits.
  struct Cost {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
  };

  /// A list or mapping that is not complete yet.
  struct Frame {
    Document built;
    std::string anchor = {};
    std::size_t begin = 0;
    /// Of the lines of values in it.
    Margin margin = {};
    bool has_braces = false;
    Cost cost_before = {};
    std::optional<std::string> key = std::nullopt;
    std::size_t key_offset = 0;
    /// Those of a mapping, which JSON's own object would copy whenever it grows.
    std::vector<std::pair<std::string, Json>> members = {};
    /// All keys, once there are many.
    std::unordered_set<std::string> keys = {};
  };

  struct Anchored {
    Document document;
    Cost cost;
    /// The text of a scalar, for keys.
    std::optional<std::string> key = std::nullopt;
  };

  void begin_document(Event const& event) {
    if (std::exchange(document_seen_, true)) {
      reporter_.fail(event.offset, "the properties end before this; only one YAML document is allowed");
    }
    if (!event.is_explicit) refuse_directive(reporter_);
  }

  [[nodiscard]] bool expects_key() const {
    return !frames_.empty() && frames_.back().built.value.is_object() && !frames_.back().key;
  }

  /// The text of a scalar, in `own` where it is not as it is written: the library misreads some.
  [[nodiscard]] std::string_view content_of(Event const& event, std::string& own) const {
    std::string_view const written = reporter_.text.substr(event.offset, event.end - event.offset);
    std::size_t const least = frames_.empty() ? 0 : frames_.back().margin.indentation;
    if (event.is_quoted) return own = scalar_text::unquoted(written.substr(1), written.front());
    if (!event.is_plain) return own = scalar_text::of_block(reporter_.text.substr(event.offset), least);
    if (written.find('\n') == std::string_view::npos) return written;
    return own = scalar_text::unquoted(written, ' ');
  }

  void add_scalar_or_key(Event scalar) {
    std::string own;
    scalar.text = content_of(scalar, own);
    if (!expects_key()) return add_scalar(scalar);
    add_key(scalar, written_key(scalar));
  }

  [[nodiscard]] Json resolve(Event const& event) const {
    bool const is_text = event.tag ? *event.tag == "!" || is_core_tag(*event.tag, "str") : !event.is_plain;
    // P2.7-20: quotes make it text, whatever it looks like.
    if (is_text) return Json(event.text);
    std::optional<Json> resolved = resolve_plain_scalar(event.text);
    if (!resolved) {
      reporter_.fail(event.offset,
                     fmt::format("JSON has no number for {}; quote it if text is meant", shown(event.text)));
    }
    bool const is_whole_float = event.tag && is_core_tag(*event.tag, "float") && resolved->is_number_integer();
    if (is_whole_float) return Json(resolved->get<double>());
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

  [[nodiscard]] static bool has_key(Frame& frame, std::string const& key) {
    constexpr std::size_t many = 16;
    if (frame.members.size() < many) {
      return std::any_of(frame.members.begin(), frame.members.end(),
                         [&](auto const& member) { return member.first == key; });
    }
    if (frame.keys.empty()) {
      for (auto const& member : frame.members) frame.keys.insert(member.first);
    }
    return !frame.keys.insert(key).second;
  }

  [[noreturn]] void fail_without_name(Event const& event) const {
    reporter_.fail(event.offset, "a mapping key is empty or null; write a name, or quote it");
  }

  [[nodiscard]] std::string written_key(Event const& event) {
    bool const may_be_null = event.is_plain && (!event.tag || is_core_tag(*event.tag, "null"));
    if (may_be_null && is_null_word(event.text)) fail_without_name(event);
    refuse_unfit_scalar(event);
    if (!frames_.back().has_braces) refuse_unfit_key(reporter_, event);
    if (event.tag) static_cast<void>(resolve(event));
    if (!event.anchor.empty()) {
      Cost const cost{.nodes = 1, .bytes = event.text.size()};
      Document document{.value = resolve(event), .outline = {.offset = event.offset}};
      remember(event.begin, event.anchor, {std::move(document), cost, std::string(event.text)});
    }
    return std::string(event.text);
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
    frame.key = std::move(key);
    frame.key_offset = event.offset;
  }

  void refuse_unfit_scalar(Event const& event) const {
    refuse_lone_question_mark(reporter_, event);
    if (!frames_.empty()) refuse_lines_left_of(reporter_, event, frames_.back().margin);
  }

  void add_scalar(Event const& event) {
    refuse_unfit_scalar(event);
    if (!frames_.empty()) refuse_start_left_of(reporter_, event, frames_.back().margin);
    Cost const cost{.nodes = 1, .bytes = event.text.size()};
    count(event.offset, cost);
    Document document{.value = resolve(event), .outline = {.offset = event.offset}};
    // What is not there stands where its key is.
    if (is_missing(event) && !frames_.empty() && frames_.back().key)
      document.outline.offset = frames_.back().key_offset;
    if (!event.anchor.empty()) remember(event.begin, event.anchor, {document, cost, std::string(event.text)});
    put(std::move(document));
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
    put(anchored.document);
  }

  void open(Json empty, Event const& event, std::string_view type) {
    if (expects_key()) {
      reporter_.fail(event.offset, "a mapping key must be a single word or a quoted text; quote a text in brackets");
    }
    if (event.tag && *event.tag != "!" && !is_core_tag(*event.tag, type)) {
      reporter_.fail(event.begin, tag_problem(*event.tag));
    }
    if (frames_.size() >= limits_.depth) {
      reporter_.fail(event.offset, fmt::format("values are nested deeper than {} levels", limits_.depth));
    }
    if (!event.is_flow) refuse_tab_before(reporter_, event.begin);
    if (event.is_flow && !frames_.empty()) refuse_start_left_of(reporter_, event, frames_.back().margin);
    // The latest anchor of a name counts, and this one is not complete yet.
    if (!event.anchor.empty()) anchors_.erase(std::string(event.anchor));
    std::size_t const around = frames_.empty() ? 0 : frames_.back().margin.indentation;
    std::size_t const indentation = event.is_flow ? around : column_of(reporter_.text, event.offset) + 1;
    frames_.push_back({.built = {.value = std::move(empty), .outline = {.offset = event.offset}},
                       .anchor = std::string(event.anchor),
                       .begin = event.begin,
                       .margin = {.indentation = indentation, .is_in_brackets = event.is_flow},
                       .has_braces = reporter_.text.substr(event.offset, 1) == "{",
                       .cost_before = cost_});
    count(event.offset, {.nodes = 1});
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.built.value.is_object()) {
      // Setting a member by its name would search all the others first.
      Json::object_t::Container& object = frame.built.value.get_ref<Json::object_t&>();
      object.reserve(frame.members.size());
      for (auto& [key, value] : frame.members) object.emplace_back(std::move(key), std::move(value));
    }
    Cost const cost{.nodes = cost_.nodes - frame.cost_before.nodes, .bytes = cost_.bytes - frame.cost_before.bytes};
    // An anchor of the same name inside came later.
    if (!frame.anchor.empty() && !anchors_.contains(frame.anchor)) {
      remember(frame.begin, frame.anchor, {frame.built, cost});
    }
    put(std::move(frame.built));
  }

  void remember(std::size_t at, std::string_view name, Anchored anchored) {
    // Each copy costs memory and time, so it counts like an alias.
    count(at, anchored.cost);
    anchors_.insert_or_assign(std::string(name), std::move(anchored));
  }

  void put(Document document) {
    if (frames_.empty()) {
      root_ = std::move(document);
      return;
    }
    Frame& parent = frames_.back();
    Json& list_or_mapping = parent.built.value;
    std::vector<Outline>& parts = parent.built.outline.parts;
    parts.push_back(std::move(document.outline));
    if (list_or_mapping.is_array()) {
      list_or_mapping.push_back(std::move(document.value));
      return;
    }
    parts.back().key_offset = parent.key_offset;
    parent.members.emplace_back(std::move(*parent.key), std::move(document.value));
    parent.key.reset();
  }

  Reporter const& reporter_;
  Limits const& limits_;
  std::vector<Frame> frames_;
  std::map<std::string, Anchored, std::less<>> anchors_;
  Cost cost_;
  bool document_seen_ = false;
  Document root_;
};

bool is_forbidden_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

/// Whether the character at `at` may stand between quotes alone: a control character beyond ASCII's first, a byte
/// order mark behind the start, or no character at all.
bool needs_quotes(std::string_view text, std::size_t at) {
  std::string_view const rest = text.substr(at);
  switch (text[at]) {
    case '\x7F':
      return true;
    case '\xC2':
      return rest.size() > 1 && static_cast<unsigned char>(rest[1]) < 0xA0 && rest[1] != '\x85';
    case '\xEF':
      return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF") ||
             (at > 0 && rest.starts_with("\xEF\xBB\xBF"));
    default:
      return false;
  }
}

/// Where the characters are that need quotes, in order. Throws for those that not even quotes allow.
std::vector<std::size_t> special_characters(Reporter const& reporter) {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < reporter.text.size(); ++at) {
    char const c = reporter.text[at];
    if (c >= ' ' && c < '\x7F') continue;
    if (is_forbidden_control(c)) reporter.fail(at, "YAML allows no control characters; remove it");
    if (needs_quotes(reporter.text, at)) found.push_back(at);
  }
  return found;
}

/// The special characters of a text of which none may be left outside of quotes; texts in quotes come in their order.
class SpecialCharacters {
 public:
  explicit SpecialCharacters(std::vector<std::size_t> const& places) : places_(places) {}

  void quoted(Event const& text) {
    skip_to(text.offset);
    next_ = static_cast<std::size_t>(std::lower_bound(places_.begin(), places_.end(), text.end) - places_.begin());
  }

  /// The first one outside, after the last text in quotes.
  [[nodiscard]] std::optional<std::size_t> first_unquoted() {
    skip_to(std::string_view::npos);
    return unquoted_;
  }

 private:
  void skip_to(std::size_t at) {
    if (!unquoted_ && next_ < places_.size() && places_[next_] < at) unquoted_ = places_[next_];
  }

  std::vector<std::size_t> const& places_;
  std::size_t next_ = 0;
  std::optional<std::size_t> unquoted_;
};

/// The document in `read`, which is the text as the parser has to be given it, byte for byte at the same places; or the
/// tab over which the parser stumbles although YAML allows it.
std::variant<Document, std::size_t> read_document(Reporter const& reporter, std::string_view read,
                                                  std::vector<std::size_t> const& special, Limits const& limits) {
  SpecialCharacters characters(special);
  Events events(read);
  TreeBuilder builder(reporter, limits);
  while (std::optional<Event> const event = events.next()) {
    builder.add(*event);
    if (event->is_quoted) characters.quoted(*event);
  }
  // P2.1-08: what has been built so far is dropped, so that half a block makes no agent.
  if (std::optional<Malformed> const problem = events.problem()) {
    if (problem->tab_of_empty_line) return *problem->tab_of_empty_line;
    reporter.fail(problem->offset, problem->reason);
  }
  if (std::optional<std::size_t> const unquoted = characters.first_unquoted()) {
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

}  // namespace

Document parse_document(std::string_view written, Source const& source, Limits const& limits) {
  if (written.size() > limits.bytes) {
    Reporter{.text = written, .source = source}.fail(0, fmt::format("more than {} bytes of YAML", limits.bytes));
  }
  std::string const normalized = with_line_feeds(written);
  std::string_view const text = normalized.empty() ? written : normalized;
  Reporter const reporter{.text = text, .source = source};
  std::vector<std::size_t> const special = special_characters(reporter);
  refuse_tab_behind_colon(reporter);
  std::string without_tabs;
  for (std::size_t read_again = 0;; read_again += text.size()) {
    std::variant<Document, std::size_t> found =
        read_document(reporter, without_tabs.empty() ? text : without_tabs, special, limits);
    if (Document* const document = std::get_if<Document>(&found)) return std::move(*document);
    std::size_t const tab = std::get<std::size_t>(found);
    if (read_again > most_read_again) reporter.fail(tab, reasons::tab_indents);
    // To the grammar the line is empty; the parser says that it is wrongly indented. A comment is nothing as well.
    if (without_tabs.empty()) without_tabs = text;
    without_tabs[tab] = '#';
  }
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
