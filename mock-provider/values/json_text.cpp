#include "mock-provider/values/json_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mock_provider::json_text {
namespace {

Problem problem_at(std::string_view text, std::size_t offset, std::string message) {
  std::string_view const before = text.substr(0, std::min(offset, text.size()));
  std::size_t const last_break = before.rfind('\n');
  std::size_t const line_start = last_break == std::string_view::npos ? 0 : last_break + 1;
  return {.message = std::move(message),
          .line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          .column = before.size() - line_start + 1};
}

/// Offset of the first bracket that nests too deeply. Looks at brackets only, so that it needs no recursion itself.
std::optional<std::size_t> too_deep_at(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const character = text[at];
    if (in_string) {
      if (character == '\\') ++at;
      if (character == '"') in_string = false;
      continue;
    }
    if (character == '"') in_string = true;
    if (character == '[' || character == '{') ++depth;
    if ((character == ']' || character == '}') && depth > 0) --depth;
    if (depth > depth_limit) return at;
  }
  return std::nullopt;
}

std::string without_library_prefix(std::string const& text) {
  std::size_t const column = text.find("column ");
  std::size_t const colon = column == std::string::npos ? column : text.find(": ", column);
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

std::string_view cut_at_character(std::string_view text, std::size_t limit) {
  std::size_t end = std::min(limit, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

/// How many bytes the UTF-8 sequence at the start of `text` has; 0 when it is not valid UTF-8.
std::size_t sequence_length(std::string_view text) {
  auto const byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  auto const continues = [&](std::size_t index) { return index < text.size() && (byte(index) & 0xC0U) == 0x80U; };
  unsigned const lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(1) || !continues(2)) return 0;
    bool const overlong = lead == 0xE0 && byte(1) < 0xA0;
    bool const surrogate = lead == 0xED && byte(1) > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    bool const overlong = lead == 0xF0 && byte(1) < 0x90;
    bool const beyond_unicode = lead == 0xF4 && byte(1) > 0x8F;
    return overlong || beyond_unicode ? 0 : 4;
  }
  return 0;
}

/// The offset of the first byte that begins no UTF-8 sequence; the size of the text when all do.
std::size_t first_other_than_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t const length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

constexpr char plain = '\0';        // stands in a JSON string as it is
constexpr char beyond_ascii = '+';  // if it begins a UTF-8 sequence, the same
constexpr char by_number = 'u';     // has no short escape

/// What a byte is in a JSON string: one of the above, or the letter of its short escape.
constexpr std::array<char, 256> kinds_of_bytes() {
  std::array<char, 256> kinds{};
  for (std::size_t byte = 0; byte < kinds.size(); ++byte)
    kinds[byte] = byte < 0x20 ? by_number : (byte < 0x80 ? plain : beyond_ascii);
  kinds['"'] = '"';
  kinds['\\'] = '\\';
  kinds['\b'] = 'b';
  kinds['\f'] = 'f';
  kinds['\n'] = 'n';
  kinds['\r'] = 'r';
  kinds['\t'] = 't';
  return kinds;
}

/// Whether eight bytes are ASCII that stands in a JSON string as it is, as most of a text does.
bool are_plain(char const* bytes) {
  constexpr std::uint64_t each = 0x0101010101010101;
  constexpr std::uint64_t highest_bits = 0x80 * each;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  // A byte below the bound borrows, so that its highest bit is set. Other bytes are taken for such only beside one.
  auto const has_below = [](std::uint64_t value, std::uint64_t bound) { return (value - bound * each) & ~value; };
  std::uint64_t const is_odd =
      word | has_below(word, 0x20) | has_below(word ^ ('"' * each), 1) | has_below(word ^ ('\\' * each), 1);
  return (is_odd & highest_bits) == 0;
}

/// Appends what stands in a JSON string for a byte that cannot; U+FFFD for one that is no UTF-8.
void append_escaped(std::string& json, unsigned char byte, char kind) {
  if (kind == beyond_ascii) {
    json += "\xEF\xBF\xBD";
  } else if (kind == by_number) {
    fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned>(byte));
  } else {
    json += '\\';
    json += kind;
  }
}

/// Builds a value from what the library reads. The library's own builder looks for each name among all members before
/// it, which takes quadratic time for a wide object.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  /// With `reader`, which is kept where the text is read, a second member of one name is a mistake.
  explicit Builder(char const* const* reader = nullptr, char const* begin = nullptr) : reader_(reader), begin_(begin) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, string_t const&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_array(std::size_t) override { return begin(Json::array()); }
  bool start_object(std::size_t) override { return begin(Json::object()); }
  bool end_array() override { return end(); }
  bool end_object() override { return end(); }

  bool key(string_t& name) override {
    Unfinished& object = unfinished_.back();
    Members& members = members_of(object);
    object.place = place_of(object, name);
    if (object.place == members.size()) {
      members.emplace_back(std::move(name), nullptr);
      return true;
    }
    return reader_ == nullptr || refuse_second(name);
  }

  bool parse_error(std::size_t position, std::string const&, Json::exception const& error) override {
    constexpr int number_out_of_range = 406;
    constexpr std::size_t longest_mistake = 300;
    mistake_at_ = position == 0 ? 0 : position - 1;
    mistake_ = error.id == number_out_of_range ? "a number is too large"
                                               : shortened(without_library_prefix(error.what()), longest_mistake);
    return false;
  }

  [[nodiscard]] Json take() { return std::move(whole_); }
  [[nodiscard]] std::size_t mistake_at() const { return mistake_at_; }
  [[nodiscard]] std::string const& mistake() const { return mistake_; }

 private:
  using Members = Json::object_t::Container;

  /// An array or an object that goes on.
  struct Unfinished {
    Json value;
    std::size_t place = 0;                                ///< of the member whose value comes next
    std::unordered_map<std::string, std::size_t> places;  ///< of all members, once they are many
  };

  bool refuse_second(std::string const& name) {
    constexpr std::size_t quotes = 2;
    std::size_t const end = static_cast<std::size_t>(*reader_ - begin_);
    mistake_at_ = end - std::min(end, name.size() + quotes);
    mistake_ = fmt::format("the member {} stands here twice: keep one", Json(shortened(name, 100)).dump());
    return false;
  }

  static Members& members_of(Unfinished& object) { return object.value.get_ref<Json::object_t&>(); }

  /// Where the member of that name stands; behind all others when it is new.
  static std::size_t place_of(Unfinished& object, std::string const& name) {
    constexpr std::size_t few = 16;
    Members const& members = members_of(object);
    if (members.size() < few) {
      auto const found =
          std::find_if(members.begin(), members.end(), [&](auto const& one) { return one.first == name; });
      return static_cast<std::size_t>(found - members.begin());
    }
    if (object.places.empty()) {
      for (std::size_t place = 0; place < members.size(); ++place) object.places.emplace(members[place].first, place);
    }
    return object.places.try_emplace(name, members.size()).first->second;
  }

  bool begin(Json empty) {
    unfinished_.push_back({.value = std::move(empty), .places = {}});
    return true;
  }

  bool end() {
    Json value = std::move(unfinished_.back().value);
    unfinished_.pop_back();
    return put(std::move(value));
  }

  bool put(Json value) {
    if (unfinished_.empty()) {
      whole_ = std::move(value);
    } else if (Unfinished& last = unfinished_.back(); last.value.is_array()) {
      last.value.get_ref<Json::array_t&>().push_back(std::move(value));
    } else {
      members_of(last)[last.place].second = std::move(value);
    }
    return true;
  }

  char const* const* reader_;
  char const* begin_;
  std::vector<Unfinished> unfinished_;  ///< from the outermost to the innermost
  Json whole_;
  std::size_t mistake_at_ = 0;
  std::string mistake_;
};

/// An iterator over a text that publishes its position.
class Reader {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = char const*;
  using reference = char const&;

  Reader(char const* at, char const** place) : at_(at), place_(place) {}

  reference operator*() const { return *at_; }
  Reader& operator++() {
    *place_ = ++at_;
    return *this;
  }
  bool operator==(Reader const& other) const { return at_ == other.at_; }

 private:
  char const* at_;
  char const** place_;
};

/// The parser takes NUL for the end of its text, and JSON has none.
std::optional<Problem> nul_in(std::string_view text) {
  std::size_t const at = text.find('\0');
  if (at == std::string_view::npos) return std::nullopt;
  return problem_at(text, at, "a NUL byte, which JSON does not have");
}

/// What was built of a text that the parser takes.
std::variant<Json, Problem> whole(std::string_view text, Builder& builder) {
  if (std::optional<Problem> problem = nul_in(text)) return *std::move(problem);
  return builder.take();
}

}  // namespace

std::variant<Json, Problem> parse_strictly(std::string_view text) {
  if (std::optional<std::size_t> const at = too_deep_at(text)) {
    return problem_at(text, *at, fmt::format("nested more than {} levels deep", depth_limit));
  }
  char const* place = text.data();
  Builder builder(&place, text.data());
  Reader const begin(text.data(), &place);
  Reader const end(text.data() + text.size(), &place);
  if (Json::sax_parse(begin, end, &builder)) return whole(text, builder);
  return problem_at(text, builder.mistake_at(), builder.mistake());
}

std::variant<Json, Problem> parse(std::string_view text) {
  if (std::optional<std::size_t> const at = too_deep_at(text)) {
    return problem_at(text, *at, fmt::format("nested more than {} levels deep", depth_limit));
  }
  Builder builder;
  if (Json::sax_parse(text, &builder)) return whole(text, builder);
  return problem_at(text, builder.mistake_at(), builder.mistake());
}

Json value_or_null(std::string_view text) {
  std::variant<Json, Problem> parsed = parse(text);
  Json* const value = std::get_if<Json>(&parsed);
  return value == nullptr ? Json() : std::move(*value);
}

std::string dump(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_string(std::string& json, std::string_view text) {
  static constexpr std::array<char, 256> kinds = kinds_of_bytes();
  json += '"';
  std::size_t written = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && are_plain(text.data() + at)) {
      at += 8;
      continue;
    }
    unsigned char const byte = static_cast<unsigned char>(text[at]);
    char const kind = kinds[byte];
    std::size_t const length = kind == beyond_ascii ? sequence_length(text.substr(at)) : (kind == plain ? 1 : 0);
    at += length;
    if (length > 0) continue;
    json.append(text.substr(written, at - written));
    append_escaped(json, byte, kind);
    written = ++at;
  }
  json.append(text.substr(written)).push_back('"');
}

bool is_json(std::string_view text) {
  return !too_deep_at(text) && Json::accept(text) && !nul_in(text);
}

std::string indented(Json const& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string excerpt(Json const& value, std::size_t limit) {
  return shortened(dump(value), limit);
}

std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  return std::string(cut_at_character(text, limit)) + "…";
}

bool is_utf8(std::string_view text) {
  return first_other_than_utf8(text) == text.size();
}

std::optional<Problem> problem_of_utf8(std::string_view text) {
  std::size_t const at = first_other_than_utf8(text);
  if (at == text.size()) return std::nullopt;
  return problem_at(text, at, "no UTF-8: save the text in this encoding");
}

std::string child(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (char const character : key) {
    if (character == '~') {
      result += "~0";
    } else if (character == '/') {
      result += "~1";
    } else {
      result += character;
    }
  }
  return result;
}

std::string child(std::string_view pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

}  // namespace mock_provider::json_text

namespace mock_provider {

Json const* member(Json const& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  Json::const_iterator const found = object.find(std::string(name));
  return found == object.end() ? nullptr : &*found;
}

bool is_set(Json const& object, std::string_view name) {
  Json const* const value = member(object, name);
  return value != nullptr && !value->is_null();
}

Json value_or(Json const& object, std::string_view name, Json otherwise) {
  return is_set(object, name) ? *member(object, name) : std::move(otherwise);
}

std::string text_in(Json const& object, std::string_view name) {
  Json const* const value = member(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

}  // namespace mock_provider
