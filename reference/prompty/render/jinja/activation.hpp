#pragma once

#include "prompty/render/jinja/ast.hpp"
#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// The slots of one run of a function of a template: of the template itself, a macro, or a recursive loop.
class Activation : public Counted {
 public:
  Activation(Session& session, std::size_t slot_count, Shared<Activation> around)
      : Counted(session), slots(slot_count), outer(std::move(around)) {
    account_for(slot_count * sizeof(Value));
  }

  [[nodiscard]] Value& at(Slot slot) {
    Activation* activation = this;
    for (std::uint32_t hops = slot.hops; hops > 0; --hops) activation = activation->outer.get();
    return activation->slots[slot.index];
  }

  /// Says that a macro holds this, which a slot of this may hold in turn.
  void mark_shared() {
    if (!is_shared_) session().keep(*this);
    is_shared_ = true;
  }

  void drop_values() override { slots.assign(slots.size(), Value{}); }

  Values slots;
  Shared<Activation> const outer;

 private:
  bool is_shared_ = false;
};

}  // namespace prompty::jinja
