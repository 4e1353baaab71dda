#include "prompty/typed/json_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "prompty/core/errors.hpp"

namespace prompty {
namespace {

// 2^63: the first whole number that a 64-bit integer cannot hold.
constexpr double integer_bound = 9223372036854775808.0;

std::optional<std::int64_t> whole_number(Json const& value) {
  if (value.is_number_unsigned()) {
    std::uint64_t const number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  double const number = value.get<double>();
  // Written so that a NaN is refused too.
  if (!(number >= -integer_bound && number < integer_bound) || std::trunc(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

Json const& no_members() {
  static Json const empty = Json::object();
  return empty;
}

}  // namespace

Json const& member_of(Json const& object, std::string_view name) {
  static Json const absent = nullptr;
  if (!object.is_object()) return absent;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? absent : *found;
}

std::string text_in(Json const& object, std::string_view name) {
  Json const& value = member_of(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Json const& list_in(Json const& object, std::string_view name) {
  static Json const none = Json::array();
  Json const& value = member_of(object, name);
  return value.is_array() ? value : none;
}

void refuse(Reading const& reading, std::string_view property_path, std::string_view expected, Json const& found) {
  bool const is_referenced = reading.value_of_reference && reading.value_of_reference(found);
  std::string const shown = is_referenced ? "the text that its reference gives" : describe_json(found);
  throw_or_report(reading.listener, errors::about_property(property_path, fmt::format("{} must be {}, not {}",
                                                                                      property_path, expected, shown)));
}

ObjectReader::ObjectReader(Json const& object, std::string path, Reading reading)
    : object_(object.is_object() ? object : no_members()), path_(std::move(path)), reading_(std::move(reading)) {
  if (!object.is_object()) refuse(reading_, path_.empty() ? "The agent" : path_, "a mapping", object);
}

Json const* ObjectReader::find(std::string_view name) const {
  if (reading_.unread) read_.push_back(name);
  Json::const_iterator const member = object_.find(name);
  // P4.2-01, P2.6-01, P2.6-07: only null counts as not written; zero, false and what is empty do not.
  return member == object_.end() || member->is_null() ? nullptr : &*member;
}

std::optional<Json> ObjectReader::any(std::string_view name) const {
  Json const* const value = find(name);
  return value == nullptr ? std::nullopt : std::optional<Json>(*value);
}

std::optional<std::string> ObjectReader::text(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  refuse(reading_, path_of(name), "a string", *value);
  return std::nullopt;
}

std::optional<double> ObjectReader::number(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (Json const number = typed_if_referenced(*value); number.is_number()) return number.get<double>();
  refuse(reading_, path_of(name), "a number", *value);
  return std::nullopt;
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::optional<std::int64_t> const number = whole_number(typed_if_referenced(*value));
  if (!number) refuse(reading_, path_of(name), "a whole number of 64 bits", *value);
  return number;
}

std::optional<bool> ObjectReader::boolean(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (Json const truth = typed_if_referenced(*value); truth.is_boolean()) return truth.get<bool>();
  refuse(reading_, path_of(name), "true or false", *value);
  return std::nullopt;
}

std::optional<std::vector<std::string>> ObjectReader::texts(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  if (!value->is_array()) {
    refuse(reading_, path_of(name), "a list", *value);
    return texts;
  }
  std::size_t index = 0;
  for (Json const& element : *value) {
    if (element.is_string()) {
      texts.push_back(element.get<std::string>());
    } else {
      refuse(reading_, element_path(path_of(name), index), "a string", element);
    }
    ++index;
  }
  return texts;
}

std::vector<Json> ObjectReader::list(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return {};
  if (value->is_array()) return std::vector<Json>(value->begin(), value->end());
  refuse(reading_, path_of(name), "a list", *value);
  return {};
}

Json const* ObjectReader::find_mapping(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr || value->is_object()) return value;
  refuse(reading_, path_of(name), "a mapping", *value);
  return nullptr;
}

Json ObjectReader::mapping(std::string_view name) const {
  Json const* const value = find_mapping(name);
  return value == nullptr ? Json::object() : *value;
}

std::string ObjectReader::required_text(std::string_view name, std::string_view what_it_is) const {
  bool const is_reported_already = &object_ == &no_members();
  if (find(name) == nullptr && !is_reported_already) {
    throw_or_report(reading_.listener, errors::property_missing(path_of(name), what_it_is));
  }
  return text(name).value_or("");
}

std::string ObjectReader::filled_text(std::string_view name, std::string_view what_it_is) const {
  std::string found = required_text(name, what_it_is);
  Json const* const member = find(name);
  bool const is_empty = member != nullptr && member->is_string() && found.empty();
  if (is_empty) throw_or_report(reading_.listener, errors::property_missing(path_of(name), what_it_is));
  return found;
}

void ObjectReader::report_unread() const {
  if (!reading_.unread) return;
  for (auto const& [name, value] : object_.items()) {
    if (std::find(read_.begin(), read_.end(), name) != read_.end()) continue;
    reading_.unread({.property_path = path_of(name), .name = name, .known = read_});
  }
}

std::string ObjectReader::path_of(std::string_view name) const {
  std::string path = path_;
  if (!path.empty()) path += '.';
  return path.append(name);
}

Json ObjectReader::typed_if_referenced(Json const& value) const {
  std::optional<Json> const read = reading_.value_of_reference ? reading_.value_of_reference(value) : std::nullopt;
  return read.value_or(value);
}

std::string element_path(std::string_view list_path, std::size_t index) {
  return std::string(list_path).append("[").append(std::to_string(index)).append("]");
}

}  // namespace prompty
