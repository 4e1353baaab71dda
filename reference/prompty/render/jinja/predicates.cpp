#include "prompty/render/jinja/predicates.hpp"

#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/operators.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace predicates {
namespace {

template <bool (*holds_for)(Value const&)>
bool plain(Session&, Value const& value, Arguments const& arguments) {
  BoundArguments const none("the test", arguments, {});
  return holds_for(value);
}

bool is_defined(Value const& value) {
  return !is_undefined(value);
}
bool is_boolean(Value const& value) {
  return holds<bool>(value);
}
bool is_true(Value const& value) {
  return holds<bool>(value) && std::get<bool>(value);
}
bool is_false(Value const& value) {
  return holds<bool>(value) && !std::get<bool>(value);
}
bool is_integer(Value const& value) {
  return holds<std::int64_t>(value);
}
bool is_float(Value const& value) {
  return holds<double>(value);
}
bool is_any_number(Value const& value) {
  return is_number(value);
}
bool is_nothing(Value const& value) {
  return is_none(value);
}
bool lacks_value(Value const& value) {
  return is_undefined(value);
}
bool is_text(Value const& value) {
  return holds<Text>(value);
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
  bool found = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    if (!unicode::has(unicode::Property::cased, code_point)) continue;
    if (!unicode::has(wanted, code_point)) return false;
    found = true;
  }
  return found;
}

template <Comparison comparison>
bool compares(Session& session, Value const& value, Arguments const& arguments) {
  BoundArguments const bound("the test", arguments, {"other"}, 1);
  return compare(session, comparison, value, *bound[0]);
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

// P5.2-19: those that are `plain` look at the type alone, so that what is undefined may be asked too.
constexpr MethodTable<39, Predicate> table{{{{"!=", compares<Comparison::not_equal>},
                                             {"<", compares<Comparison::less>},
                                             {"<=", compares<Comparison::less_or_equal>},
                                             {"==", compares<Comparison::equal>},
                                             {">", compares<Comparison::greater>},
                                             {">=", compares<Comparison::greater_or_equal>},
                                             {"boolean", plain<is_boolean>},
                                             {"callable", plain<is_callable>},
                                             {"defined", plain<is_defined>},
                                             {"divisibleby", is_divisible},
                                             {"eq", compares<Comparison::equal>},
                                             {"equalto", compares<Comparison::equal>},
                                             {"escaped", plain<is_escaped>},
                                             {"even", is_even},
                                             {"false", plain<is_false>},
                                             {"filter", names_filter},
                                             {"float", plain<is_float>},
                                             {"ge", compares<Comparison::greater_or_equal>},
                                             {"greaterthan", compares<Comparison::greater>},
                                             {"gt", compares<Comparison::greater>},
                                             {"in", is_in},
                                             {"integer", plain<is_integer>},
                                             {"iterable", is_iterable_value},
                                             {"le", compares<Comparison::less_or_equal>},
                                             {"lessthan", compares<Comparison::less>},
                                             {"lower", has_case<unicode::Property::lower>},
                                             {"lt", compares<Comparison::less>},
                                             {"mapping", plain<is_mapping>},
                                             {"ne", compares<Comparison::not_equal>},
                                             {"none", plain<is_nothing>},
                                             {"number", plain<is_any_number>},
                                             {"odd", is_odd},
                                             {"sameas", is_same},
                                             {"sequence", is_sequence},
                                             {"string", plain<is_text>},
                                             {"test", names_test},
                                             {"true", plain<is_true>},
                                             {"undefined", plain<lacks_value>},
                                             {"upper", has_case<unicode::Property::upper>}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace predicates

Predicate find_predicate(std::string_view name) {
  return predicates::table.find(name);
}

}  // namespace prompty::jinja
