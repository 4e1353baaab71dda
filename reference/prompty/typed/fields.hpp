#pragma once

#include <functional>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>

#include "prompty/core/agent.hpp"

namespace prompty {

template <class T>
class Fields;

/// A struct with a function `describe`.
template <class T>
concept Described = std::is_class_v<T> && std::is_default_constructible_v<T> && requires(Fields<T>& fields) {
  describe(fields);
};

// The inside of Fields and cast; not for programs. Values are nlohmann::json, which from_json functions take.
namespace reading {

/// The type of a member: the kind of its Property, and its JSON Schema.
struct Shape {
  std::string kind;
  Json schema;
};

[[nodiscard]] Shape plain_shape(char const* kind);
[[nodiscard]] Shape list_shape(Json items);
[[nodiscard]] Shape map_shape(Json values);

/// `{"type": "object", …}` of these properties, with their schemas in the same order.
[[nodiscard]] Json object_schema(std::vector<Property> const& properties, std::vector<Json> const& schemas);

/// `pointer` and one step more, as a JSON pointer writes it.
[[nodiscard]] std::string below(std::string const& pointer, std::string const& step);
[[nodiscard]] std::string below(std::string const& pointer, std::size_t index);

[[nodiscard]] nlohmann::json plain(Json const& value);
[[nodiscard]] Json ordered(nlohmann::json const& value);

/// Throws ValueError: at `pointer` there is something else than `expected`.
[[noreturn]] void throw_misfit(std::string const& pointer, std::string const& expected, nlohmann::json const& found);

/// Throws ValueError: there is nothing at `pointer`.
[[noreturn]] void throw_missing(std::string const& pointer, std::string const& description);

/// Calls `read` with `value`. What that throws becomes a ValueError that says where in `value`, which is at `pointer`,
/// it stopped: `read` is called again with parts of it replaced, so it must depend on nothing else.
void located(nlohmann::json const& value, std::string const& pointer,
             std::function<void(nlohmann::json const& value)> const& read);

/// `value` as a whole number from `least` to `most`, written as 3 or as 3.0; Number has 64 bits.
template <class Number>
[[nodiscard]] Number integer(nlohmann::json const& value, std::string const& pointer, Number least, Number most);

template <class T>
concept Optional = std::is_same_v<T, std::optional<typename T::value_type>>;

template <class T>
concept List = std::is_same_v<T, std::vector<typename T::value_type>>;

template <class T>
concept MapByText = std::is_same_v<T, std::map<std::string, typename T::mapped_type>>;

template <class T>
constexpr bool has_from_json = requires(nlohmann::json const& value) {
  value.template get<T>();
};

template <class T>
constexpr bool never = false;

/// The schema of a described struct. One that holds itself is shown once inside of itself, and there as any object.
template <class T>
[[nodiscard]] Json schema_of_described() {
  thread_local bool is_inside = false;
  if (is_inside) return plain_shape("object").schema;
  struct Leaving {
    ~Leaving() { is_inside = false; }
  } const leaving;
  is_inside = true;
  return Fields<T>().schema();
}

template <class T>
[[nodiscard]] Shape shape_of() {
  if constexpr (std::is_same_v<T, std::string>) {
    return plain_shape("string");
  } else if constexpr (std::is_same_v<T, bool>) {
    return plain_shape("boolean");
  } else if constexpr (std::is_integral_v<T>) {
    return plain_shape("integer");
  } else if constexpr (std::is_floating_point_v<T>) {
    return plain_shape("float");
  } else if constexpr (std::is_same_v<T, Json>) {
    return plain_shape("object");
  } else if constexpr (Optional<T>) {
    return shape_of<typename T::value_type>();
  } else if constexpr (List<T>) {
    return list_shape(shape_of<typename T::value_type>().schema);
  } else if constexpr (MapByText<T>) {
    return map_shape(shape_of<typename T::mapped_type>().schema);
  } else if constexpr (Described<T>) {
    return {.kind = "object", .schema = schema_of_described<T>()};
  } else {
    static_assert(never<T>,
                  "A described member must be std::string, bool, a number, std::vector, std::map<std::string, …>, "
                  "prompty::Json, a struct with a function describe(prompty::Fields<T>&), or std::optional of these");
  }
}

/// `value`, which is at `pointer`, as a T. Throws ValueError with the pointer of what does not fit.
template <class T>
[[nodiscard]] T read(nlohmann::json const& value, std::string const& pointer) {
  if constexpr (std::is_same_v<T, nlohmann::json>) {
    return value;
  } else if constexpr (std::is_same_v<T, Json>) {
    if (!value.is_object()) throw_misfit(pointer, "an object", value);
    return ordered(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) throw_misfit(pointer, "a string", value);
    return value.template get_ref<std::string const&>();
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_boolean()) throw_misfit(pointer, "true or false", value);
    return value.template get<bool>();
  } else if constexpr (std::is_integral_v<T>) {
    using Number = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    using Limits = std::numeric_limits<T>;
    return static_cast<T>(integer<Number>(value, pointer, Limits::min(), Limits::max()));
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!value.is_number()) throw_misfit(pointer, "a number", value);
    return value.template get<T>();
  } else if constexpr (Optional<T>) {
    if (value.is_null()) return std::nullopt;
    return read<typename T::value_type>(value, pointer);
  } else if constexpr (List<T>) {
    if (!value.is_array()) throw_misfit(pointer, "a list", value);
    T items;
    for (nlohmann::json const& item : value) {
      items.push_back(read<typename T::value_type>(item, below(pointer, items.size())));
    }
    return items;
  } else if constexpr (MapByText<T>) {
    if (!value.is_object()) throw_misfit(pointer, "an object", value);
    T entries;
    for (auto const& [name, entry] : value.items()) {
      entries.emplace(name, read<typename T::mapped_type>(entry, below(pointer, name)));
    }
    return entries;
  } else if constexpr (Described<T>) {
    return Fields<T>().read(value, pointer);
  } else if constexpr (has_from_json<T>) {
    std::optional<T> result;
    located(value, pointer, [&](nlohmann::json const& part) { result.emplace(part.template get<T>()); });
    return *std::move(result);
  } else {
    static_assert(
        never<T>,
        "JSON cannot be read as this type: give it a function describe(prompty::Fields<T>&), or "
        "from_json(nlohmann::json const&, T&), for example by NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(T, members), "
        "and a default constructor");
  }
}

}  // namespace reading

/// The members of a described struct, in order, for the schema of a tool's parameters and for reading JSON as one. A
/// struct is described by a function `describe` beside it or among its friends, found by its argument:
///
///     struct Place {
///       std::string city;
///       int days = 1;
///       friend void describe(prompty::Fields<Place>& place) {
///         place.field("city", &Place::city, "The city to look up").optional("days", &Place::days);
///       }
///     };
///
/// Members are texts (UTF-8), bool, numbers, lists (std::vector), maps by text (std::map), prompty::Json for any
/// object, described structs (the struct itself too, in lists and maps), and std::optional of these.
template <class T>
class Fields {
 public:
  /// Those that `describe` gives.
  Fields() { describe(*this); }

  /// A member that has to be there; where its type is a std::optional it may be missing or null, and is then empty.
  template <class Member>
  Fields& field(std::string name, Member T::*member, std::string description = "") {
    return add(std::move(name), member, std::move(description), !reading::Optional<Member>);
  }

  /// A member that may be missing or null, and then has the value that a new T gives it.
  template <class Member>
  Fields& optional(std::string name, Member T::*member, std::string description = "") {
    return add(std::move(name), member, std::move(description), false);
  }

  /// The members as properties, in the order in which they were described.
  [[nodiscard]] std::vector<Property> const& properties() const { return properties_; }

  /// The JSON Schema of type object.
  [[nodiscard]] Json schema() const { return reading::object_schema(properties_, schemas_); }

  /// `value`, which is at `pointer` of a document, as a T; members that are not described are passed over. Throws
  /// ValueError with the JSON pointer of what is missing or of another type.
  [[nodiscard]] T read(nlohmann::json const& value, std::string const& pointer = "") const {
    if (!value.is_object()) reading::throw_misfit(pointer, "an object", value);
    T result{};
    for (std::size_t place = 0; place < readers_.size(); ++place) {
      Property const& property = properties_[place];
      bool const is_required = property.required.value_or(false);
      nlohmann::json::const_iterator const found = value.find(property.name);
      if (found == value.end() && is_required) {
        reading::throw_missing(reading::below(pointer, property.name), property.description.value_or(""));
      }
      bool const is_given = found != value.end() && (is_required || !found->is_null());
      if (is_given) readers_[place](*found, reading::below(pointer, property.name), result);
    }
    return result;
  }

 private:
  using Reader = std::function<void(nlohmann::json const& value, std::string const& pointer, T& result)>;

  template <class Member>
  Fields& add(std::string name, Member T::*member, std::string description, bool required) {
    reading::Shape shape = reading::shape_of<Member>();
    Property property{.name = std::move(name), .kind = std::move(shape.kind), .required = required};
    if (!description.empty()) {
      shape.schema["description"] = description;
      property.description = std::move(description);
    }
    properties_.push_back(std::move(property));
    schemas_.push_back(std::move(shape.schema));
    readers_.push_back([member](nlohmann::json const& value, std::string const& pointer, T& result) {
      result.*member = reading::read<Member>(value, pointer);
    });
    return *this;
  }

  std::vector<Property> properties_;
  std::vector<Json> schemas_;
  std::vector<Reader> readers_;
};

}  // namespace prompty
