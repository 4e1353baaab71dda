#include "jinja/functions.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {
namespace value_filters {

// Reads a long text once to find its digits, and up to twice to convert them.
std::string_view digits_of(Session& session, Text const& text) {
  session.spend_for_text(text.view.size() * 4);
  return text.view;
}

std::optional<double> read_float(Session& session, Value const& value) {
  Text const* const text = std::get_if<Text>(&value);
  return text != nullptr ? parse_float(digits_of(session, *text)) : as_float(value);
}

double demand_float(Session& session, Value const& value) {
  demand_defined(value);
  std::optional<double> const number = read_float(session, value);
  if (!number) throw Failure(reason::not_a_number(type_name(value)));
  return *number;
}

Value absolute(Session&, Value const& input, BoundArguments const&) {
  if (std::optional<std::int64_t> const number = as_integer(input)) return *number < 0 ? subtract(0, *number) : *number;
  if (double const* const number = std::get_if<double>(&input)) return std::abs(*number);
  demand_defined(input);
  throw Failure(reason::not_a_number(type_name(input)));
}

Value integer(Session& session, Value const& input, BoundArguments const& bound) {
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

Value floating(Session& session, Value const& input, BoundArguments const& bound) {
  demand_defined(input);
  if (std::optional<double> const number = read_float(session, input)) return *number;
  return bound.is_given(0) ? *bound[0] : 0.0;
}

// Python takes the product with a power of ten and divides the integer by it again.
Value rounded_one_way(Session& session, Value const& input, std::int64_t precision, bool up) {
  double const unit = std::pow(10.0, static_cast<double>(precision));
  std::optional<std::int64_t> const whole = as_integer(input);
  if (whole && precision == 0) return static_cast<double>(*whole);
  double const scaled = demand_float(session, input) * unit;
  double const result = up ? std::ceil(scaled) : std::floor(scaled);
  if (!std::isfinite(result)) throw Failure(reason::not_finite(float_text(result)));
  // The integer in between has no negative zero.
  return (result + 0.0) / unit;
}

Value round(Session& session, Value const& input, BoundArguments const& bound) {
  std::int64_t const precision = bound.integer(0, 0);
  std::string_view const method = bound.text(1, "common");
  if (method != "common" && method != "ceil" && method != "floor") throw Failure(reason::rounding_method);
  demand_defined(input);
  if (!is_number(input)) throw Failure(reason::not_a_number(type_name(input)));
  if (method != "common") return rounded_one_way(session, input, precision, method == "ceil");
  if (std::optional<std::int64_t> const number = as_integer(input)) return rounded(*number, precision);
  return rounded(std::get<double>(input), precision);
}

Value file_size(Session& session, Value const& input, BoundArguments const& bound) {
  bool const binary = bound.truth(session, 0, false);
  double const bytes = demand_float(session, input);
  double const base = binary ? 1024 : 1000;
  if (bytes == 1) return Text{.view = "1 Byte"};
  if (bytes < base) return make_text(session, std::to_string(truncated(bytes)) + " Bytes");
  constexpr std::string_view letters = "kMGTPEZY";
  std::size_t at = 0;
  double unit = base * base;
  for (; !(bytes < unit) && at + 1 < letters.size(); ++at) unit *= base;
  std::string const prefix =
      binary ? (at == 0 ? "Ki" : std::string(1, letters[at]) + "i") : std::string(1, letters[at]);
  double const scaled = base * bytes / unit;
  std::string const number = std::isfinite(scaled) ? fmt::format("{:.1f}", scaled) : float_text(scaled);
  return make_text(session, fmt::format("{} {}B", number, prefix));
}

Value sum(Session& session, Value const& input, BoundArguments const& bound) {
  AttributePath const path(bound[0], CaseRule::sensitive);
  Value total = bound.is_given(1) ? *bound[1] : std::int64_t{0};
  if (holds<Text>(total)) throw Failure("sum adds numbers; use join for texts");
  Cursor cursor(session, input);
  while (std::optional<Value> const value = cursor.next()) {
    total = apply(session, BinaryOperator::add, total, path.of(session, *value));
  }
  return total;
}

Value attr(Session& session, Value const& input, BoundArguments const& bound) {
  demand_defined(input);
  return member(session, input, bound.text(0, "")).value_or(missing_member(session));
}

Value fallback(Session& session, Value const& input, BoundArguments const& bound) {
  // P5.2-20, P5.2-26: checked before anything demands a value, so that the strict rule allows it.
  bool const applies = is_undefined(input) || (bound.truth(session, 1, false) && !truth(session, input));
  if (!applies) return input;
  return bound.is_given(0) ? *bound[0] : Text{.view = ""};
}

Value to_json(Session& session, Value const& input, BoundArguments const& bound) {
  return make_text(session, json_for_html(session, input, bound.has(0) ? bound[0] : nullptr), Markup::yes);
}

Value pretty(Session& session, Value const& input, BoundArguments const&) {
  return make_text(session, pretty_text(session, input));
}

constexpr auto table = std::to_array<Operation>({{"abs", "", 0, absolute},
                                                 {"attr", "name", 1, attr},
                                                 {"d", "default_value boolean", 0, fallback},
                                                 {"default", "default_value boolean", 0, fallback},
                                                 {"filesizeformat", "binary", 0, file_size},
                                                 {"float", "default", 0, floating},
                                                 {"int", "default base", 0, integer},
                                                 {"pprint", "", 0, pretty},
                                                 {"random", "*", 0, refuse<reason::no_random>},
                                                 {"round", "precision method", 0, round},
                                                 {"sum", "attribute start", 0, sum},
                                                 {"tojson", "indent", 0, to_json},
                                                 {"urlize", "*", 0, refuse<reason::no_urlize>}});
static_assert(is_sorted(table));

}  // namespace value_filters

namespace predicates {

template <bool (*holds_for)(Value const&)>
Value plain(Session&, Value const& value, BoundArguments const&) {
  return holds_for(value);
}

bool is_defined(Value const& value) {
  return !is_undefined(value);
}
template <bool wanted>
bool is_boolean(Value const& value) {
  return holds<bool>(value) && std::get<bool>(value) == wanted;
}
bool is_callable(Value const& value) {
  return holds<Shared<BoundMethod>>(value) || holds<Shared<Macro>>(value) || holds<Operation const*>(value) ||
         holds<Shared<Joiner>>(value) || holds<Shared<Loop>>(value) || is_undefined(value);
}
bool is_mapping(Value const& value) {
  return MapView::of(value).has_value();
}
bool is_escaped(Value const& value) {
  return holds<Text>(value) && std::get<Text>(value).markup == Markup::yes;
}

// What has a length and elements by key; a strict undefined value has neither.
Value is_sequence(Session& session, Value const& value, BoundArguments const&) {
  if (is_undefined(value)) return !is_forbidden(session, value);
  return holds<Text>(value) || ListView::of(value) || MapView::of(value) || holds<Range>(value);
}

Value is_iterable_value(Session& session, Value const& value, BoundArguments const&) {
  demand_defined_when_strict(session, value);
  return is_iterable(value);
}

bool remainder_is(Session& session, Value const& value, Value const& divisor, std::int64_t wanted) {
  return equal(session, apply(session, BinaryOperator::modulo, value, divisor), wanted);
}

template <std::int64_t wanted>
Value remainder_of_two_is(Session& session, Value const& value, BoundArguments const&) {
  return remainder_is(session, value, std::int64_t{2}, wanted);
}

Value is_divisible(Session& session, Value const& value, BoundArguments const& bound) {
  return remainder_is(session, value, *bound[0], 0);
}

template <unicode::Property wanted>
Value has_case(Session& session, Value const& value, BoundArguments const&) {
  std::string scratch;
  std::string_view const text = view_as_text(session, value, scratch);
  session.spend_for_text(text.size());
  return text_search::is_in_case(text, wanted);
}

template <Relation relation>
Value compares(Session& session, Value const& value, BoundArguments const& bound) {
  return compare(session, relation, value, *bound[0]);
}

Value is_same(Session&, Value const& value, BoundArguments const& bound) {
  return identical(value, *bound[0]);
}

template <Operation const* (*find)(std::string_view name)>
Value names(Session& session, Value const& value, BoundArguments const&) {
  static_cast<void>(hash_of(session, value));
  Text const* const name = std::get_if<Text>(&value);
  return name != nullptr && find(name->view) != nullptr;
}

// P5.2-19: those that are `plain` look at the type alone, and accept undefined values.
constexpr auto table = std::to_array<Operation>({{"!=", "other", 1, compares<Relation::not_equal>},
                                                 {"<", "other", 1, compares<Relation::less>},
                                                 {"<=", "other", 1, compares<Relation::less_or_equal>},
                                                 {"==", "other", 1, compares<Relation::equal>},
                                                 {">", "other", 1, compares<Relation::greater>},
                                                 {">=", "other", 1, compares<Relation::greater_or_equal>},
                                                 {"boolean", "", 0, plain<holds<bool>>},
                                                 {"callable", "", 0, plain<is_callable>},
                                                 {"defined", "", 0, plain<is_defined>},
                                                 {"divisibleby", "num", 1, is_divisible},
                                                 {"eq", "other", 1, compares<Relation::equal>},
                                                 {"equalto", "other", 1, compares<Relation::equal>},
                                                 {"escaped", "", 0, plain<is_escaped>},
                                                 {"even", "", 0, remainder_of_two_is<0>},
                                                 {"false", "", 0, plain<is_boolean<false>>},
                                                 {"filter", "", 0, names<find_filter>},
                                                 {"float", "", 0, plain<holds<double>>},
                                                 {"ge", "other", 1, compares<Relation::greater_or_equal>},
                                                 {"greaterthan", "other", 1, compares<Relation::greater>},
                                                 {"gt", "other", 1, compares<Relation::greater>},
                                                 {"in", "seq", 1, compares<Relation::in>},
                                                 {"integer", "", 0, plain<holds<std::int64_t>>},
                                                 {"iterable", "", 0, is_iterable_value},
                                                 {"le", "other", 1, compares<Relation::less_or_equal>},
                                                 {"lessthan", "other", 1, compares<Relation::less>},
                                                 {"lower", "", 0, has_case<unicode::Property::lower>},
                                                 {"lt", "other", 1, compares<Relation::less>},
                                                 {"mapping", "", 0, plain<is_mapping>},
                                                 {"ne", "other", 1, compares<Relation::not_equal>},
                                                 {"none", "", 0, plain<is_none>},
                                                 {"number", "", 0, plain<is_number>},
                                                 {"odd", "", 0, remainder_of_two_is<1>},
                                                 {"sameas", "other", 1, is_same},
                                                 {"sequence", "", 0, is_sequence},
                                                 {"string", "", 0, plain<holds<Text>>},
                                                 {"test", "", 0, names<find_test>},
                                                 {"true", "", 0, plain<is_boolean<true>>},
                                                 {"undefined", "", 0, plain<is_undefined>},
                                                 {"upper", "", 0, has_case<unicode::Property::upper>}});
static_assert(is_sorted(table));

}  // namespace predicates
}  // namespace

// P5.2-23: all that Jinja2 has, in a table for each subject.
Operation const* find_filter(std::string_view name) {
  if (Operation const* const found = find_text_filter(name)) return found;
  if (Operation const* const found = find_list_filter(name)) return found;
  return find_in(value_filters::table, name);
}

Operation const* find_test(std::string_view name) {
  return find_in(predicates::table, name);
}

}  // namespace jinja
