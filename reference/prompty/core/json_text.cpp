#include "prompty/core/json_text.hpp"

#include <utility>
#include <vector>

namespace prompty {

Json empty_object() {
  return Json::object();
}

Json empty_array() {
  return Json::array();
}

namespace json_text {
namespace {

constexpr std::size_t deepest_nesting = 500;
// More than 2,048 vectors of 3,072 numbers, the largest answer of a provider.
constexpr std::size_t most_values = 10'000'000;
// The library numbers its errors.
constexpr int number_out_of_range = 406;

// Dumping and copying recurse, so that the nesting of untrusted text has to be limited; and a value takes many times
// the memory of its text. Where that ends, the library's destructors end the program.
std::optional<Failure> too_much_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t values = 1;
  bool inside_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (inside_string) {
      if (c == '\\') ++at;
      if (c == '"') inside_string = false;
      continue;
    }
    if (c == '"') inside_string = true;
    if (c == ',' || c == '[' || c == '{') ++values;
    if ((c == '[' || c == '{') && ++depth > deepest_nesting)
      return Failure{.reason = "values are nested deeper than " + std::to_string(deepest_nesting) + " levels"};
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  if (values <= most_values) return std::nullopt;
  return Failure{.reason = "it has more than " + std::to_string(most_values) + " values"};
}

/// The reason in a message of the JSON library, without the place and the text around it.
std::string reason_in(std::string_view message) {
  std::size_t const start = message.find(" - ");
  if (start != std::string_view::npos) message.remove_prefix(start + 3);
  return std::string(message.substr(0, message.find("; last read")));
}

/// Builds the value from the library's events. The library's own builder searches for each key among all members before
/// it, which takes quadratic time.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, string_t const&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Frame& frame = frames_.back();
    Json::object_t::Container& members = frame.value.get_ref<Json::object_t&>();
    std::size_t const next = members.size();
    // As with most readers, the last of several members of one name counts.
    frame.current = frame.members.try_emplace(name, next).first->second;
    if (frame.current == next) members.emplace_back(std::move(name), nullptr);
    return true;
  }

  bool parse_error(std::size_t position, std::string const&, Json::exception const& error) override {
    bool const is_range = error.id == number_out_of_range;
    failure_ = {.reason = is_range ? "a number is too large" : reason_in(error.what()),
                .offset = position == 0 ? 0 : position - 1};
    return false;
  }

  [[nodiscard]] Json take_value() { return std::move(root_); }
  [[nodiscard]] Failure const& failure() const { return failure_; }

 private:
  /// A list or object that is not complete yet. `members` has the index of each name, `current` that of the last.
  struct Frame {
    Json value;
    std::size_t current = 0;
    std::unordered_map<std::string, std::size_t> members = {};
  };

  bool open(Json empty) {
    frames_.push_back({.value = std::move(empty)});
    return true;
  }

  bool close() {
    Json value = std::move(frames_.back().value);
    frames_.pop_back();
    return add(std::move(value));
  }

  bool add(Json value) {
    if (frames_.empty()) {
      root_ = std::move(value);
      return true;
    }
    Frame& frame = frames_.back();
    if (frame.value.is_array()) {
      frame.value.push_back(std::move(value));
    } else {
      Json::object_t::Container& members = frame.value.get_ref<Json::object_t&>();
      members[frame.current].second = std::move(value);
    }
    return true;
  }

  std::vector<Frame> frames_;
  Json root_;
  Failure failure_;
};

}  // namespace

ObjectBuilder::ObjectBuilder(Json object) : object_(object.is_null() ? Json::object() : std::move(object)) {
  std::size_t position = 0;
  for (auto const& [name, value] : object_.get_ref<Json::object_t const&>()) positions_.emplace(name, position++);
}

Json* ObjectBuilder::find(std::string const& name) {
  auto const position = positions_.find(name);
  if (position == positions_.end()) return nullptr;
  Json::object_t::Container& members = object_.get_ref<Json::object_t&>();
  return &members[position->second].second;
}

void ObjectBuilder::set(std::string name, Json value) {
  if (Json* const known = find(name)) {
    *known = std::move(value);
    return;
  }
  Json::object_t::Container& members = object_.get_ref<Json::object_t&>();
  positions_.emplace(name, members.size());
  members.emplace_back(std::move(name), std::move(value));
}

std::variant<Json, Failure> parse_or_failure(std::string_view text) {
  if (std::optional<Failure> const failure = too_much_of(text)) return *failure;
  Builder builder;
  if (!Json::sax_parse(text, &builder)) return builder.failure();
  return builder.take_value();
}

std::optional<Json> parse(std::string_view text) {
  std::variant<Json, Failure> parsed = parse_or_failure(text);
  if (Json* const value = std::get_if<Json>(&parsed)) return std::move(*value);
  return std::nullopt;
}

std::string dump(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_indented(Json const& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace json_text
}  // namespace prompty
