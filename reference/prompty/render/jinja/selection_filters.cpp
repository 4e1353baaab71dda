#include <algorithm>
#include <functional>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/attribute_path.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/predicates.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace selection_filters {
namespace {

using Convert = std::function<Value(Value const&)>;
using Accept = std::function<bool(Value const&)>;

Arguments without_first(Arguments const& arguments, std::size_t count) {
  Arguments rest = arguments;
  rest.positional.erase(rest.positional.begin(), rest.positional.begin() + static_cast<std::ptrdiff_t>(count));
  return rest;
}

// What is false gives nothing, whatever it is.
Value lazily(Session& session, Value const& input, std::function<std::optional<Value>(Cursor&)> step) {
  return make_iterator(
      session, "generator",
      [&session, input, step = std::move(step), cursor = std::optional<Cursor>()]() mutable -> std::optional<Value> {
        if (!cursor && !truth(session, input)) return std::nullopt;
        if (!cursor) cursor.emplace(session, input);
        return step(*cursor);
      });
}

Convert attribute_of(Session& session, Arguments const& arguments) {
  BoundArguments const bound("map", arguments, {"attribute", "default"});
  return [&session, path = AttributePath(bound[0], CaseRule::sensitive, bound[1])](Value const& value) {
    return path.of(session, value);
  };
}

Convert filter_of(Session& session, Arguments const& arguments) {
  if (arguments.positional.empty()) throw Failure(errors::reason::argument_missing("map", "filter"));
  std::string scratch;
  std::string_view const name = view_as_text(session, arguments.positional.front(), scratch);
  // A name that no filter has is wrong only when there is an element to filter.
  return [&session, filter = find_filter(name), name = std::string(name),
          rest = without_first(arguments, 1)](Value const& value) {
    if (filter == nullptr) throw Failure(errors::reason::unknown_filter(name));
    return filter(session, value, rest);
  };
}

Value map(Session& session, Value const& input, Arguments const& arguments) {
  auto const is_attribute = [](auto const& given) { return given.first == "attribute"; };
  bool const by_attribute =
      arguments.positional.empty() && std::any_of(arguments.named.begin(), arguments.named.end(), is_attribute);
  return lazily(
      session, input,
      [&session, arguments, by_attribute, convert = Convert()](Cursor& cursor) mutable -> std::optional<Value> {
        if (!convert) convert = by_attribute ? attribute_of(session, arguments) : filter_of(session, arguments);
        std::optional<Value> const value = cursor.next();
        return value ? std::optional<Value>(convert(*value)) : std::nullopt;
      });
}

enum class Subject { value, attribute };
enum class Wanted { accepted, refused };

Accept acceptance(Session& session, Arguments const& arguments, Subject subject) {
  std::size_t const taken = subject == Subject::attribute ? 1 : 0;
  if (arguments.positional.size() < taken) throw Failure(errors::reason::argument_missing("selectattr", "attribute"));
  Value const* const attribute = taken == 1 ? &arguments.positional.front() : nullptr;
  AttributePath const path(attribute, CaseRule::sensitive);
  if (arguments.positional.size() == taken) {
    return [&session, path](Value const& value) { return truth(session, path.of(session, value)); };
  }
  std::string scratch;
  std::string_view const name = view_as_text(session, arguments.positional[taken], scratch);
  return [&session, path, test = find_predicate(name), name = std::string(name),
          rest = without_first(arguments, taken + 1)](Value const& value) {
    if (test == nullptr) throw Failure(errors::reason::unknown_test(name));
    return test(session, path.of(session, value), rest);
  };
}

template <Subject subject, Wanted wanted>
Value select(Session& session, Value const& input, Arguments const& arguments) {
  return lazily(session, input,
                [&session, arguments, accept = Accept()](Cursor& cursor) mutable -> std::optional<Value> {
                  if (!accept) accept = acceptance(session, arguments, subject);
                  while (std::optional<Value> value = cursor.next()) {
                    if (accept(*value) == (wanted == Wanted::accepted)) return value;
                  }
                  return std::nullopt;
                });
}

constexpr MethodTable<5> table{{{{"map", map},
                                 {"reject", select<Subject::value, Wanted::refused>},
                                 {"rejectattr", select<Subject::attribute, Wanted::refused>},
                                 {"select", select<Subject::value, Wanted::accepted>},
                                 {"selectattr", select<Subject::attribute, Wanted::accepted>}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace selection_filters

Operation find_selection_filter(std::string_view name) {
  return selection_filters::table.find(name);
}

}  // namespace prompty::jinja
