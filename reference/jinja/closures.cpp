#include "jinja/closures.hpp"

#include "jinja/operators.hpp"
#include "jinja/reasons.hpp"

namespace jinja {
namespace {

std::int64_t number(std::size_t count) {
  return static_cast<std::int64_t>(count);
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

}  // namespace jinja
