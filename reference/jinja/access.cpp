#include "jinja/operators.hpp"

#include "jinja/closures.hpp"
#include "jinja/functions.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

std::optional<std::size_t> position(std::int64_t index, std::size_t size) {
  std::int64_t const count = static_cast<std::int64_t>(size);
  if (index < -count || index >= count) return std::nullopt;
  // P5.2-03: -1 is the last element.
  return static_cast<std::size_t>(index < 0 ? index + count : index);
}

std::optional<Value> character(Session& session, Text const& text, std::int64_t index) {
  session.spend_for_text(text.view.size());
  std::optional<std::size_t> const at = position(index, unicode::length(text.view));
  if (!at) return std::nullopt;
  std::size_t const offset = unicode::offset_of(text.view, *at);
  return part_of(text, text.view.substr(offset, unicode::character_length(text.view, offset)));
}

std::optional<Value> element_at(Session& session, Value const& object, std::int64_t index) {
  if (Text const* const text = std::get_if<Text>(&object)) return character(session, *text, index);
  if (std::optional<ListView> const list = ListView::of(object)) {
    std::optional<std::size_t> const at = position(index, list->size());
    return at ? std::optional<Value>(list->at(session, *at)) : std::nullopt;
  }
  if (Range const* const range = std::get_if<Range>(&object)) {
    std::optional<std::size_t> const at = position(index, size_of(*range));
    return at ? std::optional<Value>(element(*range, *at)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> macro_member(Session& session, Macro const& macro, std::string_view name) {
  if (name == "name") return macro.name().empty() ? Value(None{}) : Value(Text{.view = macro.name()});
  if (name == "caller") return macro.body.reads_caller;
  if (name == "catch_varargs") return macro.body.varargs.has_value();
  if (name == "catch_kwargs") return macro.body.kwargs.has_value();
  if (name != "arguments") return std::nullopt;
  Values names;
  for (Parameter const& parameter : macro.body.parameters) names.emplace_back(Text{.view = parameter.name});
  return make_tuple(session, std::move(names));
}

std::optional<Value> range_member(Range const& range, std::string_view name) {
  if (name == "start") return range.start;
  if (name == "stop") return range.stop;
  if (name == "step") return range.step;
  return std::nullopt;
}

std::optional<Value> group_member(Sequence const& sequence, std::string_view name) {
  if (sequence.kind() != SequenceKind::group) return std::nullopt;
  if (name == "grouper") return sequence.values()[0];
  if (name == "list") return sequence.values()[1];
  return std::nullopt;
}

std::int64_t bound(Value const& value, std::int64_t open, std::int64_t size, std::int64_t lowest,
                   std::int64_t highest) {
  if (is_none(value)) return open;
  std::int64_t const index = demand_integer(value);
  return std::clamp(index < 0 ? index + size : index, lowest, highest);
}

// The positions that a slice takes, by Python's rules for bounds outside of the text or list.
Range positions(std::size_t length, Value const& start, Value const& stop, Value const& step) {
  std::int64_t const size = static_cast<std::int64_t>(length);
  std::int64_t const stride = is_none(step) ? 1 : demand_integer(step);
  if (stride == 0) throw Failure("the step of a slice must not be zero");
  bool const forwards = stride > 0;
  std::int64_t const lowest = forwards ? 0 : -1;
  std::int64_t const highest = forwards ? size : size - 1;
  return {.start = bound(start, forwards ? 0 : size - 1, size, lowest, highest),
          .stop = bound(stop, forwards ? size : -1, size, lowest, highest),
          .step = stride};
}

Value slice_of_text(Session& session, Text const& text, Range const& taken) {
  if (taken.step == 1) {
    std::size_t const from = unicode::offset_of(text.view, static_cast<std::size_t>(taken.start));
    std::string_view const rest = text.view.substr(from);
    return part_of(text, rest.substr(0, unicode::offset_of(rest, size_of(taken))));
  }
  std::vector<std::size_t> offsets;
  for (std::size_t at = 0; at < text.view.size(); at += unicode::character_length(text.view, at)) offsets.push_back(at);
  std::string result;
  for (std::size_t index = 0; index < size_of(taken); ++index) {
    std::size_t const offset = offsets[static_cast<std::size_t>(element(taken, index))];
    result += text.view.substr(offset, unicode::character_length(text.view, offset));
  }
  return make_text(session, std::move(result), text.markup);
}

Value slice_of_list(Session& session, ListView const& list, Range const& taken) {
  Values values;
  values.reserve(size_of(taken));
  for (std::size_t index = 0; index < size_of(taken); ++index) {
    values.push_back(list.at(session, static_cast<std::size_t>(element(taken, index))));
  }
  return make_like(session, list, std::move(values));
}

}  // namespace

std::optional<Value> member(Session& session, Value const& object, std::string_view name) {
  // P5.4-02: members are only those in the tables below, none of which gives access to the host.
  if (name.starts_with("__")) return std::nullopt;
  if (Loop* const loop = object_of<Loop>(object)) return loop->member(name);
  if (Namespace const* const space = object_of<Namespace>(object)) {
    Value const* const found = space->attributes->find(Text{.view = name});
    return found != nullptr ? std::optional<Value>(*found) : std::nullopt;
  }
  if (Macro const* const macro = object_of<Macro>(object)) return macro_member(session, *macro, name);
  if (Range const* const range = std::get_if<Range>(&object)) return range_member(*range, name);
  if (Cycler const* const cycler = object_of<Cycler>(object); cycler && name == "current") {
    return cycler->items[cycler->position];
  }
  if (Sequence const* const sequence = object_of<Sequence>(object)) {
    if (std::optional<Value> found = group_member(*sequence, name)) return found;
  }
  Operation const* const method = find_method(object, name);
  if (method == nullptr) return std::nullopt;
  return make_shared<BoundMethod>(session, object, *method);
}

Value attribute(Session& session, Value const& object, std::string_view name) {
  demand_defined(object);
  if (std::optional<Value> found = member(session, object, name)) return *std::move(found);
  if (std::optional<MapView> const map = MapView::of(object)) {
    // P5.2-02: methods come first as in Jinja2, so that a key such as `items` needs brackets.
    if (std::optional<Value> found = map->find(session, name)) return *std::move(found);
  }
  return missing_member(session);
}

Value item(Session& session, Value const& object, Value const& key) {
  demand_defined(object);
  if (std::optional<MapView> const map = MapView::of(object)) {
    std::optional<ListView> const list = ListView::of(key);
    bool const is_key = !MapView::of(key) && (!list || list->kind() != SequenceKind::list);
    if (is_key) {
      if (std::optional<Value> found = map->find(session, key)) return *std::move(found);
    }
  } else if (std::optional<std::int64_t> const index = as_integer(key)) {
    if (std::optional<Value> found = element_at(session, object, *index)) return *std::move(found);
  }
  if (Text const* const name = std::get_if<Text>(&key)) {
    if (std::optional<Value> found = member(session, object, name->view)) return *std::move(found);
  }
  return missing_member(session);
}

Value slice(Session& session, Value const& object, Value const& start, Value const& stop, Value const& step) {
  demand_defined(object);
  if (Text const* const text = std::get_if<Text>(&object)) {
    session.spend_for_text(text->view.size());
    return slice_of_text(session, *text, positions(unicode::length(text->view), start, stop, step));
  }
  if (std::optional<ListView> const list = ListView::of(object)) {
    return slice_of_list(session, *list, positions(list->size(), start, stop, step));
  }
  if (Range const* const range = std::get_if<Range>(&object)) {
    Range const taken = positions(size_of(*range), start, stop, step);
    std::int64_t const stride = multiply(range->step, taken.step);
    auto const at = [range](std::int64_t index) { return add(range->start, multiply(range->step, index)); };
    return Range{.start = at(taken.start), .stop = at(taken.stop), .step = stride};
  }
  throw Failure(reason::cannot_slice(type_name(object)));
}

AttributePath::AttributePath(Value const* attribute, CaseRule case_rule, Value const* fallback)
    : case_rule_(case_rule) {
  if (fallback != nullptr && !is_none(*fallback)) fallback_ = *fallback;
  if (attribute == nullptr || is_none(*attribute)) return;
  Text const* const path = std::get_if<Text>(attribute);
  if (path == nullptr) {
    steps_.push_back(*attribute);
    return;
  }
  for (std::string_view const step : text_search::split(path->view, '.')) {
    if (unicode::all_have(unicode::Property::decimal, step)) {
      steps_.emplace_back(parse_integer(step, 10).value_or(0));
    } else {
      steps_.push_back(part_of(*path, step));
    }
  }
}

Value AttributePath::of(Session& session, Value found) const {
  for (Value const& step : steps_) {
    session.spend();
    found = item(session, found, step);
    if (fallback_ && is_undefined(found)) found = *fallback_;
  }
  return in_comparable_case(session, std::move(found), case_rule_);
}

Value in_comparable_case(Session& session, Value value, CaseRule rule) {
  Text const* const text = std::get_if<Text>(&value);
  if (text == nullptr || rule == CaseRule::sensitive) return value;
  session.spend_for_text(text->view.size());
  return make_text(session, unicode::lower(text->view));
}

}  // namespace jinja
