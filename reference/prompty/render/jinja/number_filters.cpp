#include <cmath>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/attribute_path.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/operators.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace number_filters {
namespace {

/// A long text costs what reading it takes: once to tell what its digits are, and up to twice to convert them.
std::string_view digits_of(Session& session, Text const& text) {
  session.spend_for_text(text.view.size() * 4);
  return text.view;
}

double demand_float(Session& session, Value const& value) {
  std::optional<double> number = as_float(value);
  if (Text const* const text = std::get_if<Text>(&value)) number = parse_float(digits_of(session, *text));
  demand_defined(value);
  if (!number) throw Failure(errors::reason::not_a_number(type_name(value)));
  return *number;
}

Value absolute(Session&, Value const& input, Arguments const& arguments) {
  BoundArguments const none("abs", arguments, {});
  if (std::optional<std::int64_t> const number = as_integer(input)) return *number < 0 ? subtract(0, *number) : *number;
  if (double const* const number = std::get_if<double>(&input)) return std::abs(*number);
  demand_defined(input);
  throw Failure(errors::reason::not_a_number(type_name(input)));
}

Value integer(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("int", arguments, {"default", "base"});
  Value fallback = bound.is_given(0) ? *bound[0] : std::int64_t{0};
  demand_defined(input);
  if (std::optional<std::int64_t> const number = as_integer(input)) return *number;
  std::optional<double> number = as_float(input);
  if (Text const* const text = std::get_if<Text>(&input)) {
    std::string_view const digits = digits_of(session, *text);
    std::int64_t const base = bound.integer(1, 10);
    if (base == 0 || (base >= 2 && base <= 36)) {
      if (std::optional<std::int64_t> const whole = parse_integer(digits, static_cast<int>(base))) return *whole;
    }
    number = parse_float(digits);
  }
  if (!number || std::isnan(*number)) return fallback;
  return truncated(*number);
}

Value floating(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("float", arguments, {"default"});
  demand_defined(input);
  std::optional<double> number = as_float(input);
  if (Text const* const text = std::get_if<Text>(&input)) number = parse_float(digits_of(session, *text));
  if (number) return *number;
  return bound.is_given(0) ? *bound[0] : 0.0;
}

// Python takes the product with a power of ten and divides the whole number by it again.
Value rounded_one_way(Session& session, Value const& input, std::int64_t precision, bool up) {
  double const unit = std::pow(10.0, static_cast<double>(precision));
  std::optional<std::int64_t> const whole = as_integer(input);
  if (whole && precision == 0) return static_cast<double>(*whole);
  double const scaled = demand_float(session, input) * unit;
  double const result = up ? std::ceil(scaled) : std::floor(scaled);
  if (!std::isfinite(result)) throw Failure(errors::reason::not_finite(float_text(result)));
  // The whole number in between has no negative zero.
  return (result + 0.0) / unit;
}

Value round(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("round", arguments, {"precision", "method"});
  std::int64_t const precision = bound.integer(0, 0);
  std::string_view const method = bound.text(1, "common");
  if (method != "common" && method != "ceil" && method != "floor") throw Failure(errors::reason::rounding_method());
  demand_defined(input);
  if (!is_number(input)) throw Failure(errors::reason::not_a_number(type_name(input)));
  if (method != "common") return rounded_one_way(session, input, precision, method == "ceil");
  if (std::optional<std::int64_t> const number = as_integer(input)) return rounded(*number, precision);
  return rounded(std::get<double>(input), precision);
}

Value file_size(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("filesizeformat", arguments, {"binary"});
  bool const binary = bound.truth(session, 0, false);
  double const bytes = demand_float(session, input);
  double const base = binary ? 1024 : 1000;
  if (bytes == 1) return Text{.view = "1 Byte"};
  if (bytes < base) return make_text(session, std::to_string(truncated(bytes)) + " Bytes");
  constexpr std::string_view letters = "kMGTPEZY";
  double unit = base;
  for (std::size_t at = 0;; ++at) {
    unit *= base;
    if (!(bytes < unit) && at + 1 < letters.size()) continue;
    std::string const prefix =
        binary ? (at == 0 ? "Ki" : std::string(1, letters[at]) + "i") : std::string(1, letters[at]);
    return make_text(session, fixed_text(base * bytes / unit, 1) + " " + prefix + "B");
  }
}

Value sum(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("sum", arguments, {"attribute", "start"});
  AttributePath const path(bound[0], CaseRule::sensitive);
  Value total = bound.is_given(1) ? *bound[1] : std::int64_t{0};
  if (holds<Text>(total)) throw Failure(errors::reason::cannot_sum_texts());
  Cursor cursor(session, input);
  while (std::optional<Value> const value = cursor.next()) {
    total = apply(session, BinaryOperator::add, total, path.of(session, *value));
  }
  return total;
}

constexpr MethodTable<6> table{{{{"abs", absolute},
                                 {"filesizeformat", file_size},
                                 {"float", floating},
                                 {"int", integer},
                                 {"round", round},
                                 {"sum", sum}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace number_filters

Operation find_number_filter(std::string_view name) {
  return number_filters::table.find(name);
}

}  // namespace prompty::jinja
