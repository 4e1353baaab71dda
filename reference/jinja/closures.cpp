#include "jinja/closures.hpp"

#include "jinja/operators.hpp"

namespace jinja {
namespace {

std::int64_t number(std::size_t count) {
  return static_cast<std::int64_t>(count);
}

using NamedValues = decltype(Arguments::named);

std::optional<Value> take_named(NamedValues& named, std::string_view name) {
  auto const found = std::ranges::find(named, name, &NamedValues::value_type::first);
  if (found == named.end()) return std::nullopt;
  Value value = std::move(found->second);
  named.erase(found);
  return value;
}

}  // namespace

Loop::Loop(Session& session, Value iterable, std::size_t depth0)
    : Counted(session), iterable_(std::move(iterable)), cursor_(session, iterable_), depth0_(depth0) {}

std::optional<Value> Loop::advance() {
  std::optional<Value> value = has_peeked_ ? std::exchange(ahead_, std::nullopt) : cursor_.next();
  has_peeked_ = false;
  if (!value) return std::nullopt;
  ++index0_;
  before_ = std::exchange(current_, *value);
  return value;
}

std::optional<Value> const& Loop::peek() {
  if (!has_peeked_) ahead_ = cursor_.next();
  has_peeked_ = true;
  return ahead_;
}

std::size_t Loop::length() {
  if (length_) return *length_;
  if (!holds<Shared<Iterator>>(iterable_)) {
    std::optional<std::size_t> const length = length_of(session(), iterable_);
    if (holds<Text>(iterable_)) length_ = length;
    return *length;
  }
  Values rest;
  if (peek()) rest.push_back(*ahead_);
  while (std::optional<Value> value = cursor_.next()) rest.push_back(std::move(*value));
  length_ = static_cast<std::size_t>(index0_ + 1) + rest.size();
  cursor_ = Cursor(session(), make_list(session(), std::move(rest)));
  ahead_.reset();
  has_peeked_ = false;
  return *length_;
}

Value Loop::cycle(Session&, Value const& loop, BoundArguments const& bound) {
  Values const& values = bound.given().positional;
  if (values.empty()) throw Failure(reason::nothing_to_cycle);
  return values[static_cast<std::size_t>(std::get<Shared<Loop>>(loop)->index0_) % values.size()];
}

Value Loop::changed(Session& session, Value const& loop, BoundArguments const& bound) {
  Shared<Loop> const& self = std::get<Shared<Loop>>(loop);
  auto const is_equal = [&](Value const& left, Value const& right) { return same_or_equal(session, left, right); };
  Values const& now = bound.given().positional;
  if (self->last_changed_ && std::ranges::equal(now, *self->last_changed_, is_equal)) return false;
  self->keep();
  self->last_changed_ = now;
  return true;
}

void Loop::drop_values() {
  last_changed_.reset();
  ahead_.reset();
  current_ = before_ = Undefined{};
}

std::optional<Value> Loop::member(std::string_view name) {
  static constexpr Operation cycle_method{"cycle", "* /", 0, cycle};
  static constexpr Operation changed_method{"changed", "* /", 0, changed};
  if (name == "index") return index0_ + 1;
  if (name == "index0") return index0_;
  if (name == "first") return index0_ == 0;
  // P5.2-08: needs one element of lookahead, since an iterator has no length.
  if (name == "last") return !peek().has_value();
  if (name == "length") return number(length());
  if (name == "revindex") return number(length()) - index0_;
  if (name == "revindex0") return number(length()) - index0_ - 1;
  if (name == "previtem") return index0_ == 0 ? undefined_hint("loop.previtem") : before_;
  if (name == "nextitem") return peek().value_or(undefined_hint("loop.nextitem"));
  if (name == "depth") return number(depth0_ + 1);
  if (name == "depth0") return number(depth0_);
  if (name == "cycle") return make_shared<BoundMethod>(session(), Shared<Loop>(this), cycle_method);
  if (name == "changed") return make_shared<BoundMethod>(session(), Shared<Loop>(this), changed_method);
  return std::nullopt;
}

void bind_parameters(Session& session, Macro const& macro, Arguments& arguments, Activation& activation) {
  MacroBody const& body = macro.body;
  std::size_t const count = std::min(arguments.positional.size(), body.parameters.size());
  for (std::size_t at = 0; at < count; ++at) {
    activation.at(body.parameters[at].slot) = std::move(arguments.positional[at]);
  }
  for (std::size_t at = count; at < body.parameters.size(); ++at) {
    Parameter const& parameter = body.parameters[at];
    std::optional<Value> given = take_named(arguments.named, parameter.name);
    if (given) activation.at(parameter.slot) = *std::move(given);
  }
  if (body.caller) {
    std::optional<Value> given = take_named(arguments.named, "caller");
    bool const is_missing = !given || is_none(*given);
    activation.at(*body.caller) = is_missing ? Undefined{.reason = UndefinedReason::name, .text = "caller"} : *given;
  }
  if (!body.kwargs && !arguments.named.empty()) {
    throw Failure(reason::unknown_argument(macro.name(), arguments.named.front().first));
  }
  if (body.kwargs) {
    Shared<Dict> const rest = make_shared<Dict>(session);
    fill_dict(session, *rest, {.named = std::move(arguments.named)});
    activation.at(*body.kwargs) = rest;
  }
  bool const has_more = arguments.positional.size() > body.parameters.size();
  if (!body.varargs && has_more) {
    throw Failure(reason::too_many_arguments(macro.name(), body.parameters.size(), arguments.positional.size()));
  }
  if (!body.varargs) return;
  Values rest(arguments.positional.begin() + static_cast<std::ptrdiff_t>(count), arguments.positional.end());
  activation.at(*body.varargs) = make_tuple(session, std::move(rest));
}

}  // namespace jinja
