#include "prompty/core/json_text.hpp"

#include <algorithm>
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
  Extent const extent = extent_of(text);
  if (extent.depth > deepest_nesting)
    return Failure{.reason = "values are nested deeper than " + std::to_string(deepest_nesting) + " levels"};
  if (extent.values > most_values)
    return Failure{.reason = "it has more than " + std::to_string(most_values) + " values"};
  return std::nullopt;
}

/// The reason in a message of the JSON library, without the place and the text around it.
std::string reason_in(std::string_view message) {
  std::size_t const start = message.find(" - ");
  if (start != std::string_view::npos) message.remove_prefix(start + 3);
  return std::string(message.substr(0, message.find("; last read")));
}

/// Builds the value from the library's events; its own builder takes quadratic time for the keys of an object.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, string_t const&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open({.object = ObjectBuilder()}); }
  bool start_array(std::size_t) override { return open({.list = Json::array()}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    frames_.back().key = std::move(name);
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
  /// A list or object that is not complete yet; `key` is the name of the member whose value comes next.
  struct Frame {
    Json list = nullptr;
    std::optional<ObjectBuilder> object = std::nullopt;
    std::string key = {};
  };

  bool open(Frame frame) {
    frames_.push_back(std::move(frame));
    return true;
  }

  bool close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return add(frame.object ? frame.object->take() : std::move(frame.list));
  }

  bool add(Json value) {
    if (frames_.empty()) {
      root_ = std::move(value);
    } else if (Frame& frame = frames_.back(); frame.object) {
      // As with most readers, the last of several members of one name counts.
      frame.object->set(std::move(frame.key), std::move(value));
    } else {
      frame.list.push_back(std::move(value));
    }
    return true;
  }

  std::vector<Frame> frames_;
  Json root_;
  Failure failure_;
};

using Members = Json::object_t::Container;
using Positions = std::unordered_map<std::string, std::size_t>;

// Most objects have a few members, which are compared sooner than an index is made of them.
constexpr std::size_t most_without_index = 16;

/// Makes an index of the members that are not in it yet, where there are many.
void index_when_many(Members const& members, Positions& positions) {
  if (members.size() <= most_without_index) return;
  for (std::size_t place = positions.size(); place < members.size(); ++place)
    positions.emplace(members[place].first, place);
}

/// The number of members when none has the name.
std::size_t position_of(std::string const& name, Members const& members, Positions const& positions) {
  if (members.size() <= most_without_index) {
    auto const is_named = [&name](auto const& member) { return member.first == name; };
    return static_cast<std::size_t>(std::find_if(members.begin(), members.end(), is_named) - members.begin());
  }
  auto const position = positions.find(name);
  return position == positions.end() ? members.size() : position->second;
}

}  // namespace

Extent extent_of(std::string_view text) {
  Extent extent;
  std::size_t depth = 0;
  bool inside_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (c == '"') inside_string = !inside_string;
    if (inside_string && c == '\\') ++at;
    if (inside_string) continue;
    bool const opens = c == '[' || c == '{';
    if (opens && ++depth > extent.depth) extent.depth = depth;
    if (opens || c == ',') ++extent.values;
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return extent;
}

ObjectBuilder::ObjectBuilder(Json object) : object_(object.is_null() ? Json::object() : std::move(object)) {
  index_when_many(object_.get_ref<Json::object_t&>(), positions_);
}

Json* ObjectBuilder::find(std::string const& name) {
  Members& members = object_.get_ref<Json::object_t&>();
  std::size_t const position = position_of(name, members, positions_);
  return position == members.size() ? nullptr : &members[position].second;
}

void ObjectBuilder::set(std::string name, Json value) {
  Members& members = object_.get_ref<Json::object_t&>();
  std::size_t const position = position_of(name, members, positions_);
  if (position < members.size()) {
    members[position].second = std::move(value);
    return;
  }
  members.emplace_back(std::move(name), std::move(value));
  index_when_many(members, positions_);
}

std::variant<Json, Failure> parse_or_failure(std::string_view text) {
  if (std::optional<Failure> const failure = too_much_of(text)) return *failure;
  Builder builder;
  if (!Json::sax_parse(text, &builder)) return builder.failure();
  // The library takes NUL for the end of its text, and JSON has none.
  if (std::size_t const at = text.find('\0'); at != std::string_view::npos)
    return Failure{.reason = "a NUL byte, which JSON does not have", .offset = at};
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
