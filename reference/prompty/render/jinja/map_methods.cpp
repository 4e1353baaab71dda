#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/mapping.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/methods.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace map_methods {
namespace {

Dict& changeable(Value const& receiver) {
  Shared<Dict> const* const dict = std::get_if<Shared<Dict>>(&receiver);
  if (dict == nullptr) throw Failure(errors::reason::input_cannot_change());
  (*dict)->mark_changed();
  return **dict;
}

template <ViewKind kind>
Value view(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("the method", arguments, {});
  return make_shared<View>(session, kind, receiver);
}

Value get(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("get", arguments, {"key", "default"}, 1);
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  return bound.is_given(1) ? *bound[1] : None{};
}

Value copy(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("copy", arguments, {});
  return copied_dict(session, receiver);
}

Value update(Session& session, Value const& receiver, Arguments const& arguments) {
  fill_dict(session, changeable(receiver), arguments);
  return None{};
}

Value pop(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("pop", arguments, {"key", "default"}, 1);
  Dict& dict = changeable(receiver);
  // Python does not look at the key when there are none.
  std::optional<Value> removed = dict.entries().empty() ? std::nullopt : dict.remove(*bound[0]);
  if (removed) return *std::move(removed);
  if (!bound.is_given(1)) throw Failure(errors::reason::key_not_found(representation(session, *bound[0])));
  return *bound[1];
}

Value pop_last(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("popitem", arguments, {});
  Dict& dict = changeable(receiver);
  if (dict.entries().empty()) throw Failure(errors::reason::key_not_found("popitem()"));
  auto const [key, value] = dict.entries().back();
  dict.remove(key);
  return make_tuple(session, {key, value});
}

Value set_default(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("setdefault", arguments, {"key", "default"}, 1);
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  Value value = bound.is_given(1) ? *bound[1] : None{};
  changeable(receiver).set(*bound[0], value);
  return value;
}

Value from_keys(Session& session, Value const&, Arguments const& arguments) {
  BoundArguments const bound("fromkeys", arguments, {"iterable", "value"}, 1);
  Shared<Dict> const made = make_shared<Dict>(session);
  Cursor keys(session, *bound[0]);
  while (std::optional<Value> key = keys.next()) {
    made->set(*std::move(key), bound.is_given(1) ? *bound[1] : Value(None{}));
  }
  return made;
}

Value clear(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("clear", arguments, {});
  changeable(receiver).clear();
  return None{};
}

constexpr MethodTable<11> table{{{{"clear", clear},
                                  {"copy", copy},
                                  {"fromkeys", from_keys},
                                  {"get", get},
                                  {"items", view<ViewKind::items>},
                                  {"keys", view<ViewKind::keys>},
                                  {"pop", pop},
                                  {"popitem", pop_last},
                                  {"setdefault", set_default},
                                  {"update", update},
                                  {"values", view<ViewKind::values>}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace map_methods

BoundMethod::Function find_map_method(std::string_view name) {
  return map_methods::table.find(name);
}

}  // namespace prompty::jinja
