#pragma once

#include "jinja/ast.hpp"
#include "jinja/functions.hpp"

namespace jinja {

/// The slots of one run of a function of a template: of the template itself, a macro, or a recursive loop.
struct Activation : Counted {
  Activation(Session& session, std::size_t slot_count, Shared<Activation> around)
      : Counted(session), slots(slot_count), outer(std::move(around)) {
    account_for(slot_count * sizeof(Value));
  }

  [[nodiscard]] Value& at(Slot slot) {
    Activation* activation = this;
    for (std::uint32_t hops = slot.hops; hops > 0; --hops) activation = activation->outer.get();
    return activation->slots[slot.index];
  }

  void drop_values() override { slots.assign(slots.size(), Value{}); }

  Values slots;
  Shared<Activation> const outer;
};

/// A macro, or the body of a call block, with the names around it.
struct Macro : Counted {
  Macro(Session& session, MacroBody const& of, Shared<Activation> around)
      : Counted(session), body(of), outer(std::move(around)) {}

  /// "" for the body of a call block.
  [[nodiscard]] std::string_view name() const noexcept { return body.name; }

  MacroBody const& body;
  Shared<Activation> const outer;
};

/// Takes the arguments for the parameters, in order, then by name. Throws Failure for more without varargs or kwargs.
void bind_parameters(Session& session, Macro const& macro, Arguments& arguments, Activation& activation);

/// What `loop` is inside a loop.
class Loop : public Counted {
 public:
  /// `depth0` counts the calls of a recursive loop around this one.
  Loop(Session& session, Value iterable, std::size_t depth0);

  /// Goes to the next element and gives it; nothing at the end.
  [[nodiscard]] std::optional<Value> advance();

  [[nodiscard]] std::int64_t index0() const noexcept { return index0_; }
  [[nodiscard]] std::size_t depth0() const noexcept { return depth0_; }
  /// Reads on to the end when the elements come one by one.
  [[nodiscard]] std::size_t length();
  /// The member `name`, such as index or last; nothing when there is none.
  [[nodiscard]] std::optional<Value> member(std::string_view name);

  void drop_values() override;

  /// What calling a recursive loop runs, and the names around it.
  For const* recursive_loop = nullptr;
  Shared<Activation> outer = {};

 private:
  [[nodiscard]] std::optional<Value> const& peek();
  static Value cycle(Session&, Value const& loop, BoundArguments const& bound);
  static Value changed(Session& session, Value const& loop, BoundArguments const& bound);

  Value iterable_;
  Cursor cursor_;
  std::size_t depth0_;
  std::int64_t index0_ = -1;
  std::optional<std::size_t> length_;
  std::optional<Value> ahead_;
  bool has_peeked_ = false;
  Value current_;
  Value before_;
  std::optional<Values> last_changed_;
};

}  // namespace jinja
