#include "prompty/render/jinja/value.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/objects.hpp"

namespace prompty::jinja {
namespace values {
namespace {

Value copied_list(Session& session, Json const& json) {
  Values copies;
  copies.reserve(json.size());
  for (Json const& element : json) copies.push_back(wrap(session, element));
  return make_list(session, std::move(copies));
}

Value copied_map(Session& session, Json const& json) {
  Shared<Dict> const copy = make_shared<Dict>(session);
  for (auto const& [key, element] : json.get_ref<Json::object_t const&>()) {
    copy->set(Text{.view = key}, wrap(session, element));
  }
  return copy;
}

std::string_view name_of(Sequence const& sequence) {
  return sequence.kind() == SequenceKind::list ? "list" : "tuple";
}

std::string_view name_of(View const& view) {
  switch (view.kind) {
    case ViewKind::keys:
      return "dict_keys";
    case ViewKind::values:
      return "dict_values";
    case ViewKind::items:
      break;
  }
  return "dict_items";
}

}  // namespace
}  // namespace values

Value make_text(Session& session, std::string text, Markup markup) {
  session.spend_for_text(text.size());
  Shared<TextBuffer> const buffer = make_shared<TextBuffer>(session, std::move(text));
  return Text{.view = buffer->view(), .owner = buffer, .markup = markup};
}

Value part_of(Text const& whole, std::string_view view) {
  return Text{.view = view, .owner = whole.owner, .markup = whole.markup};
}

Value wrap(Session& session, Json const& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return json.get<bool>();
    case Json::value_t::number_integer:
      return json.get<std::int64_t>();
    case Json::value_t::number_unsigned:
      if (json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        throw Failure(errors::reason::number_too_large());
      }
      return json.get<std::int64_t>();
    case Json::value_t::number_float:
      return json.get<double>();
    case Json::value_t::string:
      return Text{.view = json.get_ref<std::string const&>()};
    case Json::value_t::array:
      if (session.input_rule() == InputRule::copy) return values::copied_list(session, json);
      return BorrowedList{&json};
    case Json::value_t::object:
      if (session.input_rule() == InputRule::copy) return values::copied_map(session, json);
      return BorrowedMap{&json};
    case Json::value_t::null:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return None{};
}

std::string_view type_name(Value const& value) {
  using Name = std::string_view;
  return match(
      value, [](Undefined const&) -> Name { return "Undefined"; }, [](None const&) -> Name { return "NoneType"; },
      [](bool) -> Name { return "bool"; }, [](std::int64_t) -> Name { return "int"; },
      [](double) -> Name { return "float"; },
      [](Text const& text) -> Name { return text.markup == Markup::yes ? "Markup" : "str"; },
      [](BorrowedList const&) -> Name { return "list"; }, [](BorrowedMap const&) -> Name { return "dict"; },
      [](Shared<Sequence> const& sequence) { return values::name_of(*sequence); },
      [](Shared<Dict> const&) -> Name { return "dict"; }, [](Range const&) -> Name { return "range"; },
      [](Shared<View> const& view) { return values::name_of(*view); },
      [](Shared<Iterator> const& iterator) { return iterator->type; },
      [](Shared<Namespace> const&) -> Name { return "Namespace"; },
      [](Shared<Cycler> const&) -> Name { return "Cycler"; }, [](Shared<Joiner> const&) -> Name { return "Joiner"; },
      [](Shared<Loop> const&) -> Name { return "LoopContext"; }, [](Shared<Macro> const&) -> Name { return "Macro"; },
      [](Shared<BoundMethod> const&) -> Name { return "method"; }, [](Global) -> Name { return "function"; });
}

Value missing_member(Session const& session) {
  return Undefined{.reason = UndefinedReason::member, .text = session.current_text()};
}

Value undefined_hint(std::string_view hint) {
  return Undefined{.reason = UndefinedReason::hint, .text = hint};
}

void demand_defined(Value const& value) {
  if (Undefined const* const undefined = std::get_if<Undefined>(&value)) {
    throw UndefinedFailure(std::string(undefined->text));
  }
}

bool is_forbidden(Session const& session, Value const& value) {
  Undefined const* const undefined = std::get_if<Undefined>(&value);
  return undefined != nullptr && session.undefined_rule() == UndefinedRule::error &&
         undefined->reason != UndefinedReason::no_else;
}

void demand_defined_when_strict(Session const& session, Value const& value) {
  if (is_forbidden(session, value)) demand_defined(value);
}

}  // namespace prompty::jinja
