#include "prompty/render/jinja/filters.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/json_printing.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/pretty_printing.hpp"

namespace prompty::jinja {
namespace filters {
namespace {

Value attr(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("attr", arguments, {"name"}, 1);
  demand_defined(input);
  std::optional<Value> found = member(session, input, bound.text(0, ""));
  return found ? *std::move(found) : missing_member(session);
}

Value fallback(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("default", arguments, {"default_value", "boolean"});
  // P5.2-20: asked before anything demands a value, so that the strict rule does not object.
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
  throw Failure(errors::reason::no_random());
}

Value refuse_urlize(Session&, Value const&, Arguments const&) {
  throw Failure(errors::reason::no_urlize());
}

constexpr MethodTable<7> table{{{{"attr", attr},
                                 {"d", fallback},
                                 {"default", fallback},
                                 {"pprint", pretty},
                                 {"random", refuse_random},
                                 {"tojson", to_json},
                                 {"urlize", refuse_urlize}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace filters

// P5.2-23: all that Jinja2 has, in a table for each subject.
Operation find_filter(std::string_view name) {
  for (Operation (*const find)(std::string_view) : {find_text_filter, find_list_filter, find_selection_filter,
                                                    find_number_filter, find_order_filter, find_markup_filter}) {
    if (Operation const found = find(name)) return found;
  }
  return filters::table.find(name);
}

}  // namespace prompty::jinja
