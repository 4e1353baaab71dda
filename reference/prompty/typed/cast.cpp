#include "prompty/typed/cast.hpp"

#include <cmath>
#include <exception>

#include "prompty/core/errors.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::reading {
namespace {

using Document = nlohmann::json;
using Read = std::function<void(Document const& value)>;

constexpr errors::Wording<ValueError, std::string_view> text_is_not_json{
    "The outcome is text that is not JSON ({}): read it with text(), or declare outputs so that the model answers with "
    "JSON"};

// No type can be read from a discarded value or bytes. The JSON library names the one that was met.
constexpr std::string_view discarded_name = "discarded";

// Reading is repeated this often to find a place in a large object; after that the place is that of the object.
constexpr int most_attempts = 400;

/// Why `read` stops; nothing when it does not.
std::optional<std::string> failure_of(Read const& read, Document const& value) {
  try {
    read(value);
    return std::nullopt;
  } catch (std::exception const& error) {
    return error.what();
  }
}

/// Finds where in a document a reader stops, although its error does not say: at the last value that it takes, in
/// whatever order. A value is taken if the reader stops at an unreadable one in its place, and of two the one that it
/// then complains of is taken first.
class StoppingPlace {
 public:
  StoppingPlace(Read const& read, Document const& value) : read_(read), value_(value) {}

  [[nodiscard]] Document::json_pointer find() {
    Document::json_pointer place;
    while (std::optional<Document::json_pointer> const inside = last_taken_in(place)) place = *inside;
    return place;
  }

  /// Whether the place is the very one and not a list or object around it.
  [[nodiscard]] bool is_exact() const { return !is_given_up_; }

 private:
  [[nodiscard]] std::optional<Document::json_pointer> last_taken_in(Document::json_pointer const& place) {
    Document const& parent = value_[place];
    if (parent.empty()) return std::nullopt;
    if (parent.is_array()) return last_element_taken(place, parent.size());
    return parent.is_object() ? last_member_taken(place, parent) : std::nullopt;
  }

  /// Elements are taken from the first on, as every reader of lists does that the JSON library has.
  std::optional<Document::json_pointer> last_element_taken(Document::json_pointer const& place, std::size_t size) {
    if (!is_taken(place / std::size_t{0})) {
      is_given_up_ = is_taken(place / (size - 1));
      return std::nullopt;
    }
    std::size_t last = 0;
    for (std::size_t end = size; end - last > 1;) {
      std::size_t const middle = last + (end - last) / 2;
      (is_taken(place / middle) ? last : end) = middle;
    }
    return place / last;
  }

  std::optional<Document::json_pointer> last_member_taken(Document::json_pointer const& place, Document const& parent) {
    std::optional<Document::json_pointer> last;
    for (auto const& [name, member] : parent.items()) {
      Document::json_pointer const candidate = place / name;
      if (is_taken(candidate) && (!last || !is_taken(candidate, &*last))) last = candidate;
      is_given_up_ = attempts_ > most_attempts;
      if (is_given_up_) return std::nullopt;
    }
    return last;
  }

  /// Whether the value at `place` is taken, and before the one at `other` if that is given.
  bool is_taken(Document::json_pointer const& place, Document::json_pointer const* other = nullptr) {
    ++attempts_;
    Document changed = value_;
    changed[place] = Document(Document::value_t::discarded);
    if (other != nullptr) changed[*other] = Document::binary({});
    std::optional<std::string> const failure = failure_of(read_, changed);
    return failure && failure->find(discarded_name) != std::string::npos;
  }

  Read const& read_;
  Document const& value_;
  int attempts_ = 0;
  bool is_given_up_ = false;
};

std::string_view place_of(std::string_view pointer) {
  return pointer.empty() ? "The JSON" : pointer;
}

ValueError value_refused(std::string const& pointer, std::string_view reason) {
  return errors::about_property(pointer, fmt::format("{} does not fit: {}", place_of(pointer), reason));
}

std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view behind) {
  std::size_t const start = text.find(before);
  if (start == std::string_view::npos) return std::nullopt;
  std::size_t const end = text.find(behind, start + before.size());
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(start + before.size(), end - start - before.size()));
}

/// The object that lacks `key`, which the reader asked for: that of the last value it took, or one around it.
Document::json_pointer object_without(std::string const& key, Document::json_pointer place, Document const& value) {
  while (!place.empty() && (!value[place].is_object() || value[place].contains(key))) place.pop_back();
  return place;
}

[[noreturn]] void throw_at(std::string const& pointer, Document const& value, Document::json_pointer const& place,
                           std::string const& failure) {
  if (std::optional<std::string> const key = between(failure, "out_of_range.403] key '", "' not found")) {
    throw_missing(below(pointer + object_without(*key, place, value).to_string(), *key), "");
  }
  std::string const found = pointer + place.to_string();
  if (std::optional<std::string> const expected = between(failure, "must be ", ", but is")) {
    throw_misfit(found,
                 *expected == "array"     ? "a list"
                 : *expected == "boolean" ? "true or false"
                                          : "of type " + *expected,
                 value[place]);
  }
  throw value_refused(found, failure);
}

/// The whole number that `value` is, which is written as 3.0.
std::optional<std::int64_t> written_with_point(Document const& value) {
  if (!value.is_number_float()) return std::nullopt;
  double const number = value.get<double>();
  constexpr double exact = 9007199254740992.0;
  bool const is_whole = std::trunc(number) == number && std::abs(number) <= exact;
  return is_whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

}  // namespace

Shape plain_shape(char const* kind) {
  return {.kind = kind, .schema = Json{{"type", std::string_view(kind) == "float" ? "number" : kind}}};
}

Shape list_shape(Json items) {
  return {.kind = "array", .schema = Json{{"type", "array"}, {"items", std::move(items)}}};
}

Shape map_shape(Json values) {
  return {.kind = "object", .schema = Json{{"type", "object"}, {"additionalProperties", std::move(values)}}};
}

Json object_schema(std::vector<Property> const& properties, std::vector<Json> const& schemas) {
  Json known = Json::object();
  Json required = Json::array();
  for (std::size_t place = 0; place < properties.size(); ++place) {
    known[properties[place].name] = schemas[place];
    if (properties[place].required.value_or(false)) required.push_back(properties[place].name);
  }
  Json schema{{"type", "object"}, {"properties", std::move(known)}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

std::string below(std::string const& pointer, std::string const& step) {
  return pointer + (Document::json_pointer() / step).to_string();
}

std::string below(std::string const& pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

nlohmann::json plain(Json const& value) {
  return value;
}

Json ordered(nlohmann::json const& value) {
  return value;
}

void throw_misfit(std::string const& pointer, std::string const& expected, nlohmann::json const& found) {
  throw errors::about_property(
      pointer, fmt::format("{} must be {}, not {}", place_of(pointer), expected, describe_json(ordered(found))));
}

void throw_missing(std::string const& pointer, std::string const& description) {
  throw errors::about_property(pointer, fmt::format("{} is missing", pointer),
                               description.empty() ? "" : fmt::format("it is: {}", description));
}

void located(nlohmann::json const& value, std::string const& pointer, Read const& read) {
  std::optional<std::string> const failure = failure_of(read, value);
  if (!failure) return;
  StoppingPlace search(read, value);
  Document::json_pointer const place = search.find();
  if (!search.is_exact()) throw value_refused(pointer + place.to_string(), *failure);
  throw_at(pointer, value, place, *failure);
}

template <class Number>
Number integer(nlohmann::json const& value, std::string const& pointer, Number least, Number most) {
  auto const checked = [&](auto number) {
    // A number beyond the type would be another number in it.
    bool const fits = std::cmp_less_equal(least, number) && std::cmp_less_equal(number, most);
    if (!fits) throw_misfit(pointer, fmt::format("an integer from {} to {}", least, most), value);
    return static_cast<Number>(number);
  };
  if (std::optional<std::int64_t> const whole = written_with_point(value)) return checked(*whole);
  if (value.is_number_unsigned()) return checked(value.get<std::uint64_t>());
  if (value.is_number_integer()) return checked(value.get<std::int64_t>());
  throw_misfit(pointer, fmt::format("an integer from {} to {}", least, most), value);
}

template std::int64_t integer(nlohmann::json const&, std::string const&, std::int64_t, std::int64_t);
template std::uint64_t integer(nlohmann::json const&, std::string const&, std::uint64_t, std::uint64_t);

nlohmann::json json_of(Outcome const& outcome) {
  if (Text const* const text = std::get_if<Text>(&outcome)) {
    std::variant<Json, json_text::Failure> const read = json_text::parse_or_failure(text->value);
    json_text::Failure const* const failure = std::get_if<json_text::Failure>(&read);
    if (failure != nullptr) throw text_is_not_json(failure->reason);
    return Document::parse(text->value);
  }
  // P8.8-04: the parsed value is another reading of this text, with an order and a type for numbers of its own.
  StructuredValue const* const value = std::get_if<StructuredValue>(&outcome);
  if (value != nullptr && !value->raw.empty()) return Document::parse(value->raw);
  // Throws what says how to read an outcome that is no JSON.
  return plain(structured(outcome));
}

}  // namespace prompty::reading
