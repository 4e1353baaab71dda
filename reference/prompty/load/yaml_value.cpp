#include "prompty/load/yaml_value.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <sstream>
#include <system_error>
#include <unordered_set>

#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"

namespace prompty {
namespace yaml {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string_view without_sign(std::string_view text) {
  return text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
}

bool is_digits_of(std::string_view text, std::string_view alphabet) {
  return !text.empty() && text.find_first_not_of(alphabet) == std::string_view::npos;
}

std::optional<Json> integer(std::string_view digits, int base, bool negative) {
  std::uint64_t magnitude = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (read.ec != std::errc{}) return std::nullopt;
  if (!negative) return Json(magnitude);
  constexpr std::uint64_t most_negative = std::uint64_t{1} << 63U;
  if (magnitude > most_negative) return std::nullopt;
  return Json(static_cast<std::int64_t>(0 - magnitude));
}

/// The decimal number that all of `text` is, otherwise the text.
std::optional<Json> number_or_text(std::string_view text) {
  std::string_view const number = text.substr(text.starts_with('+') ? 1 : 0);
  bool const has_letters_in_front = !is_digits_of(without_sign(text).substr(0, 1), ".0123456789");
  double value = 0;
  std::from_chars_result const read = std::from_chars(number.data(), number.data() + number.size(), value);
  bool const is_cut_short = read.ptr != number.data() + number.size();
  if (has_letters_in_front || is_cut_short || read.ec == std::errc::invalid_argument) return Json(text);
  if (read.ec != std::errc{}) return std::nullopt;
  return Json(value);
}

}  // namespace

std::optional<Json> resolve_plain_scalar(std::string_view text) {
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) return Json(nullptr);
  if (is_one_of(text, {"true", "True", "TRUE"})) return Json(true);
  if (is_one_of(text, {"false", "False", "FALSE"})) return Json(false);
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) return std::nullopt;
  if (is_one_of(without_sign(text), {".inf", ".Inf", ".INF"})) return std::nullopt;

  std::string_view const prefix = text.substr(0, 2);
  if (prefix == "0o" && is_digits_of(text.substr(2), "01234567")) return integer(text.substr(2), 8, false);
  if (prefix == "0x" && is_digits_of(text.substr(2), "0123456789abcdefABCDEF"))
    return integer(text.substr(2), 16, false);

  std::string_view const digits = without_sign(text);
  if (is_digits_of(digits, "0123456789")) return integer(digits, 10, text.front() == '-');
  // P2.7-22: a point or an exponent makes it a float, so 3.0 does not become 3.
  return number_or_text(text);
}

namespace {

// What yaml-cpp takes for YAML although it is not. Its marks of a node are at the anchor or tag.

constexpr std::string_view blanks = " \t\r\n";

bool is_blank_or_end(std::string_view text, std::size_t at) {
  return at >= text.size() || blanks.find(text[at]) != std::string_view::npos;
}

std::size_t skip_properties(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    char const c = text[at];
    if (c == '!' || c == '&') {
      at = std::min(text.size(), text.find_first_of(blanks, at));
    } else if (c == '#') {
      at = std::min(text.size(), text.find('\n', at));
    } else if (is_blank_or_end(text, at)) {
      ++at;
    } else {
      return at;
    }
  }
  return at;
}

bool is_quote(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'');
}

/// The offset after the closing quote of the text that opens at `at`, or npos.
std::size_t after_quoted(std::string_view text, std::size_t at) {
  char const quote = text[at];
  for (++at; at < text.size(); ++at) {
    bool const is_escape = quote == '"' && text[at] == '\\';
    bool const is_doubled = quote == '\'' && text[at] == quote && text.substr(at + 1, 1) == "'";
    if (is_escape || is_doubled) {
      ++at;
    } else if (text[at] == quote) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

bool follows_question_mark(std::string_view text, std::size_t at) {
  std::size_t const before = text.substr(0, at).find_last_not_of(blanks);
  return before != std::string_view::npos && text[before] == '?';
}

/// Whether the node at `at` is a quoted text without its closing quote.
bool is_unclosed_quote(std::string_view text, std::size_t at) {
  std::size_t const start = skip_properties(text, at);
  return is_quote(text, start) && after_quoted(text, start) == std::string_view::npos;
}

/// Whether the key of a block mapping at `at` has no colon after it on its line, nor a question mark before it.
bool lacks_colon(std::string_view text, std::size_t at) {
  if (follows_question_mark(text, at)) return false;
  std::size_t const start = skip_properties(text, at);
  std::size_t place = is_quote(text, start) ? after_quoted(text, start) : start;
  for (; place < text.size() && text[place] != '\n'; ++place) {
    if (text[place] == ':' && is_blank_or_end(text, place + 1)) return false;
    if (text[place] == '#' && is_blank_or_end(text, place - 1)) return true;
  }
  return true;
}

bool is_comma(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == ',';
}

struct Wording {
  /// The message of yaml-cpp, or the part of it before what varies.
  std::string_view message;
  std::string_view words;
};

std::array<Wording, 16> const wordings = {{
    {YAML::ErrorMsg::MAP_VALUE,
     "a colon with a blank behind it cannot stand here; quote a text that holds one, and keep a key on one line and "
     "below 1024 characters"},
    {YAML::ErrorMsg::MAP_KEY, "a question mark with a blank behind it cannot stand here; quote a text that begins so"},
    {YAML::ErrorMsg::BLOCK_ENTRY, "a dash for a list cannot stand here; begin a line with it, or quote the text"},
    {YAML::ErrorMsg::END_OF_MAP_FLOW, "a '{' is not closed before this, or a comma is missing"},
    {YAML::ErrorMsg::END_OF_SEQ_FLOW, "a '[' is not closed before this, or a comma is missing"},
    {YAML::ErrorMsg::END_OF_MAP, "this does not go on with the mapping before it; check its indentation and its colon"},
    {YAML::ErrorMsg::END_OF_SEQ, "this does not go on with the list before it; check its indentation and its dash"},
    {YAML::ErrorMsg::FLOW_END, "this bracket closes nothing; remove it, or quote the text"},
    {YAML::ErrorMsg::INVALID_ESCAPE, "no such escape; write two backslashes for one, or use single quotes"},
    {YAML::ErrorMsg::INVALID_HEX, "this escape needs more hexadecimal digits; \\x takes 2 of them, \\u 4 and \\U 8"},
    {YAML::ErrorMsg::INVALID_UNICODE, "this escape names no character"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, "this character cannot begin a value; quote the text"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, "a tab cannot indent; use spaces"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR,
     "this alias repeats a value that is not there; quote the text if it begins with an asterisk"},
    {YAML::ErrorMsg::ALIAS_NOT_FOUND, "an asterisk needs the name of a value to repeat; quote a text that begins so"},
    {YAML::ErrorMsg::CHAR_IN_BLOCK,
     "behind '|' and '>' only a digit, a plus or a minus may stand; begin the text on the next line"},
}};

}  // namespace

std::string clearer(std::string const& message) {
  for (Wording const& wording : wordings) {
    if (message.starts_with(wording.message)) return std::string(wording.words);
  }
  return message;
}

namespace {

// The tags that yaml-cpp gives to scalars and collections without one of their own.
constexpr std::string_view plain_tag = "?";
constexpr std::string_view quoted_tag = "!";
constexpr std::string_view core_prefix = "tag:yaml.org,2002:";
constexpr std::size_t longest_shown = 100;

bool is_core_tag(std::string_view tag, std::string_view type) {
  return tag.substr(0, core_prefix.size()) == core_prefix && tag.substr(core_prefix.size()) == type;
}

bool fits(Json const& value, std::string_view tag) {
  if (value.is_null()) return is_core_tag(tag, "null");
  if (value.is_boolean()) return is_core_tag(tag, "bool");
  if (value.is_number_integer()) return is_core_tag(tag, "int");
  return value.is_number_float() && is_core_tag(tag, "float");
}

std::size_t offset_of(YAML::Mark const& mark) {
  return mark.is_null() ? 0 : static_cast<std::size_t>(mark.pos);
}

std::string shown(std::string_view word) {
  return word.size() <= longest_shown ? fmt::format("'{}'", word) : fmt::format("of {} bytes", word.size());
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

  [[noreturn]] void fail(YAML::Mark const& mark, std::string_view reason) const {
    if (mark.is_null()) throw errors::invalid_yaml(source.subject, {source.file, 0, 0}, reason);
    fail(static_cast<std::size_t>(mark.pos), reason);
  }
};

/// Builds the value from yaml-cpp's events; its own node tree would type scalars by other rules and nest without bound.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(Reporter const& reporter, Limits const& limits) : reporter_(reporter), limits_(limits) {}

  /// The document, null when there was none; to be called once, after parsing.
  [[nodiscard]] Document take_root() { return std::move(root_); }

  void OnDocumentStart(YAML::Mark const& mark) override {
    if (std::exchange(document_seen_, true)) {
      reporter_.fail(mark, "the properties end before this; only one YAML document is allowed");
    }
  }

  void OnDocumentEnd() override {}

  void OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) override {
    if (expects_key()) reporter_.fail(mark, "a mapping key is empty or null; write a name, or quote it");
    refuse_stray_null(mark);
    add(mark, anchor, Json(nullptr), 0);
  }

  void OnScalar(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                std::string const& value) override {
    if (is_unclosed_quote(reporter_.text, offset_of(mark))) {
      reporter_.fail(mark, "a quote opens here that nothing closes");
    }
    if (expects_key()) return add_key(mark, value);
    add(mark, anchor, resolve(mark, tag, value), value.size());
  }

  void OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) override {
    if (expects_key()) reporter_.fail(mark, "an alias cannot be a mapping key; write the name");
    std::map<YAML::anchor_t, Anchored>::const_iterator const found = anchors_.find(anchor);
    if (found == anchors_.end()) reporter_.fail(mark, "this alias stands inside the value that it repeats");
    count(mark, found->second.cost);
    put(found->second.document);
  }

  void OnSequenceStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Json::array(), mark, tag, anchor, style);
  }

  void OnMapStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Json::object(), mark, tag, anchor, style);
  }

  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  /// What a part of the document costs of the limits.
  struct Cost {
    std::size_t nodes = 0;
    std::size_t bytes = 0;
  };

  /// A list or mapping that is not complete yet.
  struct Frame {
    Document built;
    YAML::anchor_t anchor = 0;
    YAML::Mark mark;
    YAML::EmitterStyle::value style = YAML::EmitterStyle::Default;
    Cost cost_before = {};
    std::optional<std::string> key = std::nullopt;
    YAML::Mark key_mark = {};
    std::unordered_set<std::string> keys = {};
  };

  struct Anchored {
    Document document;
    Cost cost;
  };

  [[nodiscard]] bool expects_key() const {
    return !frames_.empty() && frames_.back().built.value.is_object() && !frames_.back().key;
  }

  [[nodiscard]] Json resolve(YAML::Mark const& mark, std::string const& tag, std::string const& value) const {
    // P2.7-20: quotes make it text, whatever it looks like.
    if (tag == quoted_tag || is_core_tag(tag, "str")) return Json(value);
    std::optional<Json> resolved = resolve_plain_scalar(value);
    if (!resolved) {
      reporter_.fail(mark, fmt::format("JSON has no number for {}; quote it if text is meant", shown(value)));
    }
    if (tag != plain_tag && !fits(*resolved, tag)) reporter_.fail(mark, tag_problem(tag));
    return std::move(*resolved);
  }

  void refuse_stray_null(YAML::Mark const& mark) const {
    if (frames_.empty()) return;
    Frame const& frame = frames_.back();
    bool const is_flow = frame.style == YAML::EmitterStyle::Flow;
    if (frame.built.value.is_array() && is_flow && is_comma(reporter_.text, offset_of(mark))) {
      reporter_.fail(mark, "the list has an empty entry; remove the comma");
    }
    if (frame.built.value.is_object() && !is_flow && lacks_colon(reporter_.text, offset_of(frame.key_mark))) {
      reporter_.fail(frame.key_mark,
                     fmt::format("the word {} is neither a value nor, without a colon, a key", shown(*frame.key)));
    }
  }

  void count(YAML::Mark const& mark, Cost const& more) {
    cost_.nodes += more.nodes;
    cost_.bytes += more.bytes;
    if (cost_.nodes > limits_.nodes) {
      reporter_.fail(mark, fmt::format("more than {} values, aliases counted with what they repeat", limits_.nodes));
    }
    if (cost_.bytes > limits_.text_bytes) {
      reporter_.fail(
          mark, fmt::format("more than {} bytes of text, aliases counted with what they repeat", limits_.text_bytes));
    }
  }

  void add_key(YAML::Mark const& mark, std::string const& key) {
    count(mark, {.nodes = 1, .bytes = key.size()});
    Frame& frame = frames_.back();
    if (!frame.keys.insert(key).second) {
      reporter_.fail(mark, fmt::format("the key {} is already there in this mapping", shown(key)));
    }
    frame.key = key;
    frame.key_mark = mark;
  }

  void add(YAML::Mark const& mark, YAML::anchor_t anchor, Json value, std::size_t bytes) {
    Cost const cost{.nodes = 1, .bytes = bytes};
    count(mark, cost);
    Document document{.value = std::move(value), .outline = {.offset = offset_of(mark)}};
    remember(mark, anchor, document, cost);
    put(std::move(document));
  }

  void open(Json empty, YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    if (expects_key()) reporter_.fail(mark, "a mapping key must be a single word or a quoted text");
    if (tag != plain_tag && tag != quoted_tag && !is_core_tag(tag, empty.is_array() ? "seq" : "map")) {
      reporter_.fail(mark, tag_problem(tag));
    }
    if (frames_.size() >= limits_.depth) {
      reporter_.fail(mark, fmt::format("values are nested deeper than {} levels", limits_.depth));
    }
    frames_.push_back({.built = {.value = std::move(empty), .outline = {.offset = offset_of(mark)}},
                       .anchor = anchor,
                       .mark = mark,
                       .style = style,
                       .cost_before = cost_});
    count(mark, {.nodes = 1});
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    Cost const cost{.nodes = cost_.nodes - frame.cost_before.nodes, .bytes = cost_.bytes - frame.cost_before.bytes};
    remember(frame.mark, frame.anchor, frame.built, cost);
    put(std::move(frame.built));
  }

  void remember(YAML::Mark const& mark, YAML::anchor_t anchor, Document const& document, Cost const& cost) {
    if (anchor == 0) return;
    // Each copy costs memory and time, so it counts like an alias.
    count(mark, cost);
    anchors_.insert_or_assign(anchor, Anchored{.document = document, .cost = cost});
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
    parts.back().key_offset = offset_of(parent.key_mark);
    // yaml-cpp marks what is not there by the next thing that is.
    if (document.value.is_null()) parts.back().offset = parts.back().key_offset;
    // Setting it by name would search all the others first.
    Json::object_t::Container& members = list_or_mapping.get_ref<Json::object_t&>();
    members.emplace_back(std::move(*parent.key), std::move(document.value));
    parent.key.reset();
  }

  Reporter const& reporter_;
  Limits const& limits_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  Cost cost_;
  bool document_seen_ = false;
  Document root_;
};

bool is_forbidden_control(char c) {
  unsigned char const byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

// yaml-cpp keeps all it has read of nested flow values, each of which could still become a key.
constexpr std::size_t max_open_brackets = 100'000;

std::optional<std::size_t> first_bracket_too_many(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if ((c == '[' || c == '{') && ++open > max_open_brackets) return at;
    if ((c == ']' || c == '}') && open > 0) --open;
  }
  return std::nullopt;
}

}  // namespace

Document parse_document(std::string_view text, Source const& source, Limits const& limits) {
  Reporter const reporter{.text = text, .source = source};
  if (text.size() > limits.bytes) reporter.fail(0, fmt::format("more than {} bytes of YAML", limits.bytes));
  // yaml-cpp takes some control characters for the end of the text and would drop what follows.
  std::string_view::const_iterator const control = std::find_if(text.begin(), text.end(), is_forbidden_control);
  if (control != text.end()) {
    reporter.fail(static_cast<std::size_t>(control - text.begin()), "YAML allows no control characters; remove it");
  }

  if (std::optional<std::size_t> const bracket = first_bracket_too_many(text)) {
    reporter.fail(*bracket, fmt::format("more than {} brackets are open here", max_open_brackets));
  }

  std::istringstream stream{std::string(text)};
  TreeBuilder builder(reporter, limits);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (YAML::Exception const& problem) {
    // P2.1-08: what has been built so far is dropped, so that half a block makes no agent.
    reporter.fail(problem.mark, clearer(problem.msg));
  }
  return builder.take_root();
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

}  // namespace yaml

namespace outline {
namespace {

struct Step {
  Json const* part;
  std::size_t index;
  std::string_view rest;
};

bool begins_with_key(std::string_view path, std::string_view key) {
  if (path.substr(0, key.size()) != key) return false;
  return path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[';
}

std::optional<Step> step_into_mapping(Json const& mapping, std::string_view path) {
  std::optional<Step> longest;
  std::size_t length = 0;
  std::size_t index = 0;
  for (auto const& [key, value] : mapping.items()) {
    // A key may itself hold dots.
    if (begins_with_key(path, key) && (!longest || key.size() > length)) {
      length = key.size();
      longest = Step{.part = &value, .index = index, .rest = path.substr(length)};
    }
    ++index;
  }
  return longest;
}

std::optional<Step> step_into_list(Json const& list, std::string_view path) {
  std::size_t index = 0;
  if (path.substr(0, 1) != "[") return std::nullopt;
  std::from_chars_result const read = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  std::string_view const rest = path.substr(static_cast<std::size_t>(read.ptr - path.data()));
  if (read.ec != std::errc{} || rest.substr(0, 1) != "]" || index >= list.size()) return std::nullopt;
  return Step{.part = &list[index], .index = index, .rest = rest.substr(1)};
}

}  // namespace

Outline const& nearest(Json const& value, Outline const& whole, std::string_view path) {
  if (path.substr(0, 1) == ".") path.remove_prefix(1);
  if (path.empty()) return whole;
  std::optional<Step> step;
  if (value.is_array()) step = step_into_list(value, path);
  if (value.is_object()) step = step_into_mapping(value, path);
  if (!step || step->index >= whole.parts.size()) return whole;
  return nearest(*step->part, whole.parts[step->index], step->rest);
}

Outline all_at(Outline const& here, Json const& value) {
  Outline outline{.offset = here.offset, .key_offset = here.key_offset};
  if (!value.is_structured()) return outline;
  outline.parts.reserve(value.size());
  for (Json const& part : value) outline.parts.push_back(all_at(here, part));
  return outline;
}

}  // namespace outline
}  // namespace prompty
