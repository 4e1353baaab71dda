#include "jinja/filters.hpp"

#include <cmath>

#include "jinja/access.hpp"
#include "jinja/functions.hpp"
#include "jinja/number.hpp"
#include "jinja/printing.hpp"
#include "jinja/reasons.hpp"
#include "jinja/text_search.hpp"
#include "jinja/unicode.hpp"

namespace jinja {
namespace {
namespace value_filters {

// Reads a long text once to find its digits, and up to twice to convert them.
std::string_view digits_of(Session& session, Text const& text) {
  session.spend_for_text(text.view.size() * 4);
  return text.view;
}

double demand_float(Session& session, Value const& value) {
  std::optional<double> number = as_float(value);
  if (Text const* const text = std::get_if<Text>(&value)) number = parse_float(digits_of(session, *text));
  demand_defined(value);
  if (!number) throw Failure(reason::not_a_number(type_name(value)));
  return *number;
}

Value absolute(Session&, Value const& input, Arguments const& arguments) {
  BoundArguments const none("abs", arguments, {});
  if (std::optional<std::int64_t> const number = as_integer(input)) return *number < 0 ? subtract(0, *number) : *number;
  if (double const* const number = std::get_if<double>(&input)) return std::abs(*number);
  demand_defined(input);
  throw Failure(reason::not_a_number(type_name(input)));
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

Value round(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("round", arguments, {"precision", "method"});
  std::int64_t const precision = bound.integer(0, 0);
  std::string_view const method = bound.text(1, "common");
  if (method != "common" && method != "ceil" && method != "floor") throw Failure(reason::rounding_method);
  demand_defined(input);
  if (!is_number(input)) throw Failure(reason::not_a_number(type_name(input)));
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
  if (holds<Text>(total)) throw Failure(reason::cannot_sum_texts);
  Cursor cursor(session, input);
  while (std::optional<Value> const value = cursor.next()) {
    total = apply(session, BinaryOperator::add, total, path.of(session, *value));
  }
  return total;
}

Value attr(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("attr", arguments, {"name"}, 1);
  demand_defined(input);
  std::optional<Value> found = member(session, input, bound.text(0, ""));
  return found ? *std::move(found) : missing_member(session);
}

Value fallback(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("default", arguments, {"default_value", "boolean"});
  // P5.2-20: checked before anything demands a value, so that the strict rule allows it.
  bool const applies = is_undefined(input) || (bound.truth(session, 1, false) && !truth(session, input));
  if (!applies) return input;
  return bound.is_given(0) ? *bound[0] : Text{.view = ""};
}

Value to_json(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("tojson", arguments, {"indent"});
  return make_text(session, json_for_html(session, input, bound.has(0) ? bound[0] : nullptr), Markup::yes);
}

Value pretty(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("pprint", arguments, {});
  return make_text(session, pretty_text(session, input));
}

// A prompt must not differ from run to run.
Value refuse_random(Session&, Value const&, Arguments const&) {
  throw Failure(reason::no_random);
}

Value refuse_urlize(Session&, Value const&, Arguments const&) {
  throw Failure(reason::no_urlize);
}

constexpr FunctionTable<13> table{{{{"abs", absolute},
                                    {"attr", attr},
                                    {"d", fallback},
                                    {"default", fallback},
                                    {"filesizeformat", file_size},
                                    {"float", floating},
                                    {"int", integer},
                                    {"pprint", pretty},
                                    {"random", refuse_random},
                                    {"round", round},
                                    {"sum", sum},
                                    {"tojson", to_json},
                                    {"urlize", refuse_urlize}}}};
static_assert(table.is_sorted());

}  // namespace value_filters

namespace predicates {

template <bool (*holds_for)(Value const&)>
bool plain(Session&, Value const& value, Arguments const& arguments) {
  BoundArguments const none("the test", arguments, {});
  return holds_for(value);
}

bool is_defined(Value const& value) {
  return !is_undefined(value);
}
bool is_true(Value const& value) {
  return holds<bool>(value) && std::get<bool>(value);
}
bool is_false(Value const& value) {
  return holds<bool>(value) && !std::get<bool>(value);
}
bool is_mapping(Value const& value) {
  return MapView::of(value).has_value();
}
bool is_escaped(Value const& value) {
  return holds<Text>(value) && std::get<Text>(value).markup == Markup::yes;
}

// What has a length and elements by key; a strict undefined value has neither.
bool is_sequence(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("sequence", arguments, {});
  if (is_undefined(value)) return !is_forbidden(session, value);
  return holds<Text>(value) || ListView::of(value) || MapView::of(value) || holds<Range>(value);
}

bool is_iterable_value(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("iterable", arguments, {});
  demand_defined_when_strict(session, value);
  return is_iterable(value);
}

bool remainder_is(Session& session, Value const& value, Value const& divisor, std::int64_t wanted) {
  return equal(session, apply(session, BinaryOperator::modulo, value, divisor), wanted);
}

bool is_odd(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("odd", arguments, {});
  return remainder_is(session, value, std::int64_t{2}, 1);
}

bool is_even(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("even", arguments, {});
  return remainder_is(session, value, std::int64_t{2}, 0);
}

bool is_divisible(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const bound("divisibleby", arguments, {"num"}, 1);
  return remainder_is(session, value, *bound[0], 0);
}

template <unicode::Property wanted>
bool has_case(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("the test", arguments, {});
  std::string scratch;
  std::string_view const text = view_as_text(session, value, scratch);
  session.spend_for_text(text.size());
  return text_search::is_in_case(text, wanted);
}

template <Relation relation>
bool compares(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const bound("the test", arguments, {"other"}, 1);
  return compare(session, relation, value, *bound[0]);
}

bool is_same(Session&, Value const& value, Arguments const& arguments) {
  BoundArguments const bound("sameas", arguments, {"other"}, 1);
  return identical(value, *bound[0]);
}

bool is_in(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const bound("in", arguments, {"seq"}, 1);
  return contains(session, *bound[0], value);
}

bool names_filter(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("filter", arguments, {});
  static_cast<void>(hash_of(session, value));
  Text const* const name = std::get_if<Text>(&value);
  return name != nullptr && find_filter(name->view) != nullptr;
}

bool names_test(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const none("test", arguments, {});
  static_cast<void>(hash_of(session, value));
  Text const* const name = std::get_if<Text>(&value);
  return name != nullptr && find_predicate(name->view) != nullptr;
}

// P5.2-19: those that are `plain` look at the type alone, and accept undefined values.
constexpr FunctionTable<39, Predicate> table{{{{"!=", compares<Relation::not_equal>},
                                               {"<", compares<Relation::less>},
                                               {"<=", compares<Relation::less_or_equal>},
                                               {"==", compares<Relation::equal>},
                                               {">", compares<Relation::greater>},
                                               {">=", compares<Relation::greater_or_equal>},
                                               {"boolean", plain<holds<bool>>},
                                               {"callable", plain<is_callable>},
                                               {"defined", plain<is_defined>},
                                               {"divisibleby", is_divisible},
                                               {"eq", compares<Relation::equal>},
                                               {"equalto", compares<Relation::equal>},
                                               {"escaped", plain<is_escaped>},
                                               {"even", is_even},
                                               {"false", plain<is_false>},
                                               {"filter", names_filter},
                                               {"float", plain<holds<double>>},
                                               {"ge", compares<Relation::greater_or_equal>},
                                               {"greaterthan", compares<Relation::greater>},
                                               {"gt", compares<Relation::greater>},
                                               {"in", is_in},
                                               {"integer", plain<holds<std::int64_t>>},
                                               {"iterable", is_iterable_value},
                                               {"le", compares<Relation::less_or_equal>},
                                               {"lessthan", compares<Relation::less>},
                                               {"lower", has_case<unicode::Property::lower>},
                                               {"lt", compares<Relation::less>},
                                               {"mapping", plain<is_mapping>},
                                               {"ne", compares<Relation::not_equal>},
                                               {"none", plain<is_none>},
                                               {"number", plain<is_number>},
                                               {"odd", is_odd},
                                               {"sameas", is_same},
                                               {"sequence", is_sequence},
                                               {"string", plain<holds<Text>>},
                                               {"test", names_test},
                                               {"true", plain<is_true>},
                                               {"undefined", plain<is_undefined>},
                                               {"upper", has_case<unicode::Property::upper>}}}};
static_assert(table.is_sorted());

}  // namespace predicates
}  // namespace

// P5.2-23: all that Jinja2 has, in a table for each subject.
Operation find_filter(std::string_view name) {
  if (Operation const found = find_text_filter(name)) return found;
  if (Operation const found = find_list_filter(name)) return found;
  return value_filters::table.find(name);
}

Predicate find_predicate(std::string_view name) {
  return predicates::table.find(name);
}

}  // namespace jinja
