#include "prompty/load/yaml_events.hpp"

#include <fmt/core.h>
#include <libfyaml.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace prompty::yaml {
namespace {

/// Messages that are kept, where the library's own would be printed.
fy_diag* kept_messages() {
  fy_diag_cfg configuration{};
  fy_diag_cfg_default(&configuration);
  configuration.fp = nullptr;
  fy_diag* const messages = fy_diag_create(&configuration);
  if (messages == nullptr) throw std::bad_alloc();
  fy_diag_set_collect_errors(messages, true);
  return messages;
}

fy_parser* new_parser(fy_diag* messages) {
  fy_parse_cfg configuration{};
  // Depth is bounded by what reads the events, which nest in no stack.
  configuration.flags = static_cast<fy_parse_cfg_flags>(FYPCF_QUIET | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE |
                                                        FYPCF_DISABLE_DEPTH_LIMIT);
  configuration.diag = messages;
  fy_parser* const parser = fy_parser_create(&configuration);
  if (parser == nullptr) throw std::bad_alloc();
  return parser;
}

std::string_view text_of(fy_token* token) {
  std::size_t length = 0;
  char const* const text = token == nullptr ? nullptr : fy_token_get_text(token, &length);
  return text == nullptr ? std::string_view() : std::string_view(text, length);
}

std::optional<std::size_t> start_of(fy_token* token) {
  fy_mark const* const mark = token == nullptr ? nullptr : fy_token_start_mark(token);
  return mark == nullptr ? std::nullopt : std::optional(mark->input_pos);
}

std::size_t end_of(fy_token* token) {
  fy_mark const* const mark = token == nullptr ? nullptr : fy_token_end_mark(token);
  return mark == nullptr ? 0 : mark->input_pos;
}

/// Whether the dash at `at` begins a list's entry of which its line has no value.
bool is_lone_dash(std::string_view text, std::size_t at) {
  constexpr std::string_view blanks_and_breaks = " \t\r\n";
  bool const is_apart = at == 0 || blanks_and_breaks.find(text[at - 1]) != std::string_view::npos;
  std::size_t const next = std::min(text.find_first_not_of(" \t", at + 1), text.size());
  bool const is_comment = next > at + 1 && text.substr(next, 1) == "#";
  return is_apart && (is_comment || text.find_first_of("\r\n", next) == next || next == text.size());
}

/// Behind the last such dash between `from`, where nothing but indicators and comments follow, and `to`.
std::optional<std::size_t> behind_lone_dash(std::string_view text, std::size_t from, std::size_t to) {
  std::optional<std::size_t> found;
  for (std::size_t at = from; at < std::min(to, text.size()); ++at) {
    if (text[at] == '#') at = std::min(text.find('\n', at), text.size() - 1);
    if (text[at] == '-' && is_lone_dash(text, at)) found = at + 1;
  }
  return found;
}

struct Tokens {
  Event::Kind kind;
  fy_token* content = nullptr;
  fy_token* anchor = nullptr;
  fy_token* tag = nullptr;
};

/// What an event is made of; nothing for those that say no more than that the text begins or a document ends.
std::optional<Tokens> tokens_of(fy_event const& event) {
  switch (event.type) {
    case FYET_DOCUMENT_START:
      return Tokens{Event::Kind::document, event.document_start.document_start};
    case FYET_SEQUENCE_START:
      return Tokens{Event::Kind::list, event.sequence_start.sequence_start, event.sequence_start.anchor,
                    event.sequence_start.tag};
    case FYET_MAPPING_START:
      return Tokens{Event::Kind::mapping, event.mapping_start.mapping_start, event.mapping_start.anchor,
                    event.mapping_start.tag};
    case FYET_SEQUENCE_END:
      return Tokens{Event::Kind::end, event.sequence_end.sequence_end};
    case FYET_MAPPING_END:
      return Tokens{Event::Kind::end, event.mapping_end.mapping_end};
    case FYET_SCALAR:
      return Tokens{Event::Kind::scalar, event.scalar.value, event.scalar.anchor, event.scalar.tag};
    case FYET_ALIAS:
      return Tokens{Event::Kind::alias, event.alias.anchor};
    case FYET_NONE:
    case FYET_STREAM_START:
    case FYET_STREAM_END:
    case FYET_DOCUMENT_END:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

struct Events::Parser {
  /// What is put behind a dash for a null: a text that no line below it continues.
  static constexpr std::string_view null = " \"\"";

  struct Release {
    void operator()(fy_parser* released) const { fy_parser_destroy(released); }
    // Not fy_diag_unref, which keeps what was collected.
    void operator()(fy_diag* released) const { fy_diag_destroy(released); }
  };

  /// What the library reads, and where `last` and `document` are.
  std::string_view text;
  /// That text, when there are nulls to add to the one whose places the events tell.
  std::string with_nulls;
  std::vector<std::size_t> nulls;
  std::unique_ptr<fy_diag, Release> messages{kept_messages()};
  std::unique_ptr<fy_parser, Release> parser{new_parser(messages.get())};
  fy_event* event = nullptr;
  /// What is told of the event. It stays in its place, since copying what was just written stalls the processor.
  Event current;
  /// Where the last token ended: a value that is not there stands behind it.
  std::size_t last = 0;
  /// Where the document begins.
  std::size_t document = std::string_view::npos;
  bool is_complete = false;

  /// One that is left of an earlier text of this thread: to make it takes as long as to read 20 lines.
  static std::unique_ptr<Parser>& spare() {
    thread_local std::unique_ptr<Parser> parser;
    return parser;
  }

  static std::unique_ptr<Parser> unused() { return spare() ? std::move(spare()) : std::make_unique<Parser>(); }

  void begin(std::string_view read, std::vector<std::size_t> const& added_nulls) {
    nulls = added_nulls;
    with_nulls.clear();
    std::size_t copied = 0;
    for (std::size_t const at : nulls) {
      with_nulls.append(read.substr(copied, at - copied)).append(null);
      copied = at;
    }
    if (!nulls.empty()) with_nulls.append(read.substr(copied));
    text = nulls.empty() ? read : with_nulls;
    last = 0;
    document = std::string_view::npos;
    is_complete = false;
    // Without the first of the two, the end of the text before would tell how the blocks and directives of this one are
    // read.
    bool const is_ready =
        fy_parser_reset(parser.get()) == 0 && fy_parser_set_string(parser.get(), text.data(), text.size()) == 0;
    if (!is_ready) throw std::bad_alloc();
  }

  /// Whether it read its text to the end and had nothing to say about it: messages are kept.
  [[nodiscard]] bool can_read_another() const {
    void* position = nullptr;
    return is_complete && fy_diag_errors_iterate(messages.get(), &position) == nullptr;
  }

  /// The place in the text without added nulls; that of one is behind its dash.
  [[nodiscard]] std::size_t written(std::size_t at) const {
    std::size_t added = 0;
    for (std::size_t const place : nulls) {
      if (place + added >= at) break;
      added += std::min(null.size(), at - place - added);
    }
    return at - added;
  }

  /// As Events::problem, but of the text that the library reads.
  [[nodiscard]] std::optional<Malformed> problem() const;

  void let_go() {
    if (event != nullptr) fy_parser_event_free(parser.get(), std::exchange(event, nullptr));
  }

  /// The bar or angle that announces the block of text whose first line begins at `below`.
  [[nodiscard]] std::size_t indicator_above(std::size_t below, Tokens const& tokens) const {
    std::size_t const line = below < 2 ? 0 : text.rfind('\n', below - 2) + 1;
    std::size_t const from = std::max({line, last, end_of(tokens.anchor), end_of(tokens.tag)});
    std::size_t const found = text.find_first_of("|>", from);
    return found < below ? found : below;
  }

  void describe_scalar(Tokens const& tokens) {
    fy_scalar_style const style = fy_token_scalar_style(tokens.content);
    current.is_plain = style == FYSS_PLAIN;
    current.is_quoted = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
    // Such tokens begin behind their first character, blocks on the line below it.
    if (current.is_quoted) --current.offset;
    if (!current.is_plain && !current.is_quoted) current.offset = indicator_above(current.offset, tokens);
    std::size_t const line_end = text.substr(0, current.end).find('\n', current.offset);
    current.has_line_ends = line_end != std::string_view::npos;
  }

  void describe_as_written() {
    for (std::size_t* const place : {&current.offset, &current.begin, &current.end}) *place = written(*place);
    bool const is_null = current.is_quoted && current.offset == current.end;
    current.is_quoted = current.is_quoted && !is_null;
    current.is_plain = current.is_plain || is_null;
  }

  void describe(Tokens const& tokens) {
    current = Event{};
    current.kind = tokens.kind;
    current.offset = start_of(tokens.content).value_or(std::max({last, end_of(tokens.anchor), end_of(tokens.tag)}));
    current.end = std::max(current.offset, end_of(tokens.content));
    if (current.kind == Event::Kind::scalar) describe_scalar(tokens);
    if (current.kind == Event::Kind::alias) {
      --current.offset;
      current.text = text_of(tokens.content);
    }
    current.begin = current.offset;
    if (tokens.tag != nullptr) current.begin = start_of(tokens.tag).value_or(current.begin);
    // Such a token begins behind its ampersand.
    if (tokens.anchor != nullptr) current.begin = std::min(current.begin, start_of(tokens.anchor).value_or(1) - 1);
    last = std::max(last, current.end);
    current.anchor = text_of(tokens.anchor);
    if (tokens.tag != nullptr) current.tag = text_of(tokens.tag);
    if (current.kind == Event::Kind::document) {
      current.is_explicit = tokens.content != nullptr;
      document = std::min(document, current.offset);
    }
    bool const is_collection = current.kind == Event::Kind::list || current.kind == Event::Kind::mapping;
    current.is_flow = is_collection && fy_event_get_node_style(event) == FYNS_FLOW;
    if (!nulls.empty()) describe_as_written();
  }
};

bool is_block(std::string_view text, Event const& event) {
  bool const has_text = event.kind == Event::Kind::scalar && event.offset < event.end;
  return has_text && (text[event.offset] == '|' || text[event.offset] == '>');
}

Events::Events(std::string_view text, std::vector<std::size_t> const& nulls) : parser_(Parser::unused()) {
  parser_->begin(text, nulls);
}

Events::~Events() {
  parser_->let_go();
  if (parser_->can_read_another()) Parser::spare() = std::move(parser_);
}

Event const* Events::next() {
  while (true) {
    parser_->let_go();
    parser_->event = fy_parser_parse(parser_->parser.get());
    if (parser_->event == nullptr) return nullptr;
    if (parser_->event->type == FYET_STREAM_END) parser_->is_complete = true;
    if (parser_->is_complete) return nullptr;
    if (std::optional<Tokens> const tokens = tokens_of(*parser_->event)) {
      parser_->describe(*tokens);
      return &parser_->current;
    }
  }
}

std::optional<Malformed> Events::problem() const {
  std::optional<Malformed> found = parser_->problem();
  if (!found) return std::nullopt;
  found->offset = parser_->written(found->offset);
  for (std::optional<std::size_t>* const place : {&found->tab_of_empty_line, &found->behind_lone_dash}) {
    if (*place) *place = parser_->written(**place);
  }
  return found;
}

std::optional<Malformed> Events::Parser::problem() const {
  void* position = nullptr;
  while (fy_diag_error const* const message = fy_diag_errors_iterate(messages.get(), &position)) {
    std::size_t const offset = start_of(message->fyt).value_or(last);
    if (message->type == FYET_ERROR) {
      Malformed found = explained(text, offset, message->msg);
      bool const is_missing = std::string_view(message->msg).find("expected node content") != std::string_view::npos;
      if (is_missing) found.behind_lone_dash = behind_lone_dash(text, last, offset);
      return found;
    }
    // The library warns of directives that it does not know and reads on, wherever they stand.
    bool const is_directive = std::string_view(message->msg).find("directive") != std::string_view::npos;
    if (is_directive && offset > document) return explained(text, offset, "before directive");
  }
  if (is_complete) return std::nullopt;
  // There is no message about an indentation of nothing.
  std::size_t const next = std::min(text.find_first_not_of(": ", last), text.size());
  bool const is_block = next < text.size() && (text[next] == '|' || text[next] == '>');
  return explained(text, next, is_block ? "no linebreak" : "this cannot be read");
}

namespace {

// A look at the line that the parser stumbled over.

std::size_t line_start(std::string_view text, std::size_t at) {
  std::size_t const before = text.substr(0, at).rfind('\n');
  return before == std::string_view::npos ? 0 : before + 1;
}

std::string_view line_at(std::string_view text, std::size_t at) {
  std::size_t const start = line_start(text, at);
  return text.substr(start, text.find_first_of("\r\n", start) - start);
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// The colon in `line`, counted from its start, that ends a key.
std::optional<std::size_t> colon_of_key(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    if (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t') return at;
  }
  return std::nullopt;
}

/// The tab that indents the line at `at`, or the first one below it that has a key.
std::optional<std::size_t> tab_that_indents(std::string_view text, std::size_t at) {
  for (std::size_t start = line_start(text, at); start < text.size();) {
    std::string_view const line = line_at(text, start);
    std::size_t const tab = line.substr(0, indentation(line)).find('\t');
    if (tab != std::string_view::npos) return start + tab;
    if (start > at && colon_of_key(line)) return std::nullopt;
    start = std::min(text.find('\n', start), text.size()) + 1;
  }
  return std::nullopt;
}

Malformed word_without_colon(std::size_t offset, std::string_view word) {
  return {offset, fmt::format("the word {} is neither a value nor, without a colon, a key", shown(word))};
}

constexpr std::string_view stray_colon =
    "a colon with a blank behind it cannot stand here; quote a text that holds one, and keep a key on one line, "
    "indented as its neighbours are";

Malformed behind_value(std::size_t offset) {
  return {offset, "this does not belong to the value before it on its line; quote the whole"};
}

bool begins_line(std::string_view text, std::size_t offset) {
  std::size_t const start = line_start(text, offset);
  return text.substr(start, offset - start).find_first_not_of(" \t-") == std::string_view::npos;
}

/// What looked like a key at `offset` until its line ended without a colon.
Malformed no_key(std::string_view text, std::size_t offset) {
  if (std::optional<std::size_t> const tab = tab_that_indents(text, offset)) {
    return {*tab, std::string(reasons::tab_indents)};
  }
  std::size_t const start = line_start(text, offset);
  std::string_view const line = line_at(text, offset);
  if (!begins_line(text, offset)) {
    // The value goes on below, up to a colon that makes all of it a key.
    std::size_t const end = text.find('\n', offset);
    std::size_t const below = end == std::string_view::npos ? text.size() : end + 1;
    std::optional<std::size_t> const colon = colon_of_key(text.substr(below));
    return colon ? Malformed{below + *colon, std::string(stray_colon)} : behind_value(offset);
  }
  std::size_t const colon = line.find(':', offset - start);
  if (colon != std::string_view::npos && !colon_of_key(line)) {
    return {start + colon, "a colon that ends a key needs a blank behind it"};
  }
  return word_without_colon(offset, line.substr(offset - start));
}

/// What stands behind a complete value, on its line or instead of the next key.
Malformed no_next_key(std::string_view text, std::size_t offset) {
  return begins_line(text, offset) ? no_key(text, offset) : behind_value(offset);
}

/// A tab before a value, a key or a dash, or on a line that has none of them.
Malformed stray_tab(std::string_view text, std::size_t offset) {
  Malformed found{offset, std::string(reasons::tab_indents)};
  std::size_t const start = line_start(text, offset);
  std::size_t const tab = line_at(text, offset).find('\t');
  bool const is_behind = tab != std::string_view::npos && start + tab < offset;
  std::size_t const first = text.find_first_not_of(" \t\r", start);
  bool const is_at_end = tab != std::string_view::npos && first == std::string_view::npos;
  bool const is_empty = first == std::string_view::npos || text[first] == '\n' || text[first] == '#';
  if (is_behind || is_at_end) found.offset = start + tab;
  // Within quotes and blocks of text, where tabs are not blanks, the parser points at the tab itself.
  if ((is_behind && is_empty) || is_at_end) found.tab_of_empty_line = found.offset;
  return found;
}

Malformed stray_percent_sign(std::string_view text, std::size_t offset) {
  return {line_start(text, offset), std::string(reasons::percent_sign_begins_line)};
}

Malformed open_quote(std::string_view text, std::size_t offset) {
  bool const is_behind = offset > 0 && (text[offset - 1] == '"' || text[offset - 1] == '\'');
  return {is_behind ? offset - 1 : offset, "a quote opens here that nothing closes"};
}

Malformed no_entry(std::string_view text, std::size_t offset) {
  if (offset < text.size() && text[offset] == ',') return {offset, "an entry is missing before this comma; remove it"};
  return {offset, std::string(reasons::value_is_missing)};
}

/// Something that begins no value, be it the end of a last line of blanks.
Malformed no_value(std::string_view text, std::size_t offset) {
  Malformed found{offset, std::string(reasons::begins_no_value)};
  std::string_view const line = line_at(text, offset);
  std::size_t const tab = line.find('\t');
  bool const is_empty = indentation(line) == line.size();
  if (is_empty && tab != std::string_view::npos) found.tab_of_empty_line = line_start(text, offset) + tab;
  return found;
}

Malformed unindented_anchor(std::string_view text, std::size_t offset) {
  bool const is_behind = offset > 0 && text[offset - 1] == '&';
  return {is_behind ? offset - 1 : offset, std::string(reasons::further_right)};
}

struct Wording {
  /// What the parser's message holds.
  std::string_view message;
  std::string_view words = {};
  /// In place of the words, where the text tells more.
  Malformed (*look)(std::string_view text, std::size_t offset) = nullptr;
};

constexpr std::array wordings = {
    Wording{.message = "multiline plain key", .look = no_key},
    Wording{.message = "could not find expected ':'", .look = no_key},
    Wording{.message = "value after mapping", .look = no_next_key},
    Wording{.message = "without closing quote", .look = open_quote},
    Wording{.message = "expected node content", .look = no_entry},
    Wording{.message = "tab", .look = stray_tab},
    Wording{.message = "nested block mapping", .words = stray_colon},
    Wording{.message = "mapping in plain multiline", .words = stray_colon},
    Wording{.message = "used as key", .words = reasons::key_over_lines},
    Wording{.message = "invalid mapping key",
            .words = "a question mark with a blank behind it cannot stand here; quote a text that begins so"},
    Wording{.message = "block sequence on the same line",
            .words = "a dash for a list cannot stand here; begin a line with it, or quote the text"},
    Wording{.message = "block sequence entries not allowed",
            .words = "a dash for a list cannot stand here; begin a line with it, or quote the text"},
    Wording{.message = "flow mapping without", .words = "a '{' is not closed before this, or a comma is missing"},
    Wording{.message = "comma in flow mapping", .words = "a '{' is not closed before this, or a comma is missing"},
    Wording{.message = "flow sequence without", .words = "a '[' is not closed before this, or a comma is missing"},
    Wording{.message = "comma in flow sequence", .words = "a '[' is not closed before this, or a comma is missing"},
    Wording{.message = "mismatched flow", .words = "this bracket closes another kind than the one that is open"},
    Wording{.message = "extra closing", .words = "this bracket closes nothing; remove it, or quote the text"},
    Wording{.message = "comma in the beginning", .words = "the list has an empty entry; remove the comma"},
    Wording{.message = "extra comma", .words = "the list has an empty entry; remove the comma"},
    Wording{.message = "expected key",
            .words = "this does not go on with the mapping before it; check its indentation and its colon"},
    Wording{.message = "unexpected alias", .words = "an alias has no anchor or tag of its own; remove it"},
    Wording{.message = "marker in", .words = "three dashes or dots cannot begin a line of a quoted text; indent them"},
    Wording{.message = "indentation in mapping",
            .words = "this does not go on with the mapping before it; check its indentation and its colon"},
    Wording{.message = "end of block sequence",
            .words = "this does not go on with the list before it; check its indentation and its dash"},
    Wording{.message = "indendation in sequence",
            .words = "this does not go on with the list before it; check its indentation and its dash"},
    Wording{.message = "invalid escape",
            .words = "no such escape; write two backslashes for one, or use single quotes"},
    Wording{.message = "invalid hex escape",
            .words = "an escape in this text needs more hexadecimal digits; \\x takes 2 of them, \\u 4 and \\U 8"},
    Wording{.message = "UTF8 escape", .words = "an escape in this text names no character"},
    Wording{.message = "trailing content",
            .words = "nothing may follow the closing quote; quote the whole, with a quote in it written twice between "
                     "single quotes and behind a backslash between double quotes"},
    Wording{.message = "comment", .words = reasons::blank_before_comment},
    Wording{.message = "cannot start with", .look = no_value},
    Wording{.message = "no linebreak",
            .words = "behind '|' and '>' only a digit, a plus or a minus may stand; begin the text on the next line"},
    Wording{.message = "missing document start",
            .words = "the value ends before this; quote a text that holds brackets or begins with an asterisk"},
    Wording{.message = "before directive", .look = stray_percent_sign},
    Wording{.message = "two anchors", .words = "a value can have one anchor; remove this"},
    Wording{.message = "expected '-' indicator",
            .words = "this does not go on with the list before it; check its indentation and its dash"},
    Wording{.message = "tag terminator",
            .words = "this cannot stand in a tag; end the tag with a blank, or quote a text that begins with '!'"},
    Wording{.message = "tag prefix", .words = "this tag begins with what no %TAG declares; leave it out"},
    Wording{.message = "quoted scalar", .words = "indent every line of a quoted text further than its key or dash"},
    Wording{.message = "anchor indent", .look = unindented_anchor},
    Wording{.message = "tag indent", .words = reasons::further_right},
    Wording{.message = "wrongly indented",
            .words = "indent this further than the key or dash that it belongs to, a closing bracket too"},
    Wording{.message = "version directive",
            .words = "behind '%YAML' stands one version, such as 1.2, and nothing else; remove this"},
    Wording{.message = "UTF8", .words = "this is no character"},
};

}  // namespace

std::string shown(std::string_view word) {
  constexpr std::size_t longest = 100;
  return word.size() <= longest ? fmt::format("'{}'", word) : fmt::format("of {} bytes", word.size());
}

Malformed explained(std::string_view text, std::size_t offset, std::string_view message) {
  offset = std::min(offset, text.size());
  for (Wording const& wording : wordings) {
    if (message.find(wording.message) == std::string_view::npos) continue;
    return wording.look != nullptr ? wording.look(text, offset) : Malformed{offset, std::string(wording.words)};
  }
  return {offset, std::string(message)};
}

}  // namespace prompty::yaml
