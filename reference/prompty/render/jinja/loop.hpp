#pragma once

#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {

struct For;
class Activation;

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
  [[nodiscard]] Value cycle(Arguments const& arguments) const;
  [[nodiscard]] bool changed(Arguments const& arguments);

  /// The member `name`, such as index or last; nothing when there is none.
  [[nodiscard]] std::optional<Value> member(std::string_view name);

  void drop_values() override;

  /// What calling a recursive loop runs, and the names around it.
  For const* recursive_loop = nullptr;
  Shared<Activation> outer = {};

 private:
  [[nodiscard]] std::optional<Value> const& peek();
  [[nodiscard]] Value previous() const;
  [[nodiscard]] Value next();

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

}  // namespace prompty::jinja
