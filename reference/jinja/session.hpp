#pragma once

#include <utility>
#include <vector>

#include "jinja/reasons.hpp"
#include "jinja/template.hpp"

namespace jinja {

/// Whether inputs are used in place, or copied because the template changes lists or mappings.
enum class InputRule { borrow, copy };

class Session;

/// What the values of one rendering share, in one thread. Its memory counts as the session's, which must outlive it.
class Counted {
 public:
  explicit Counted(Session& session) : session_(session) {}
  virtual ~Counted();
  Counted(Counted const&) = delete;
  Counted& operator=(Counted const&) = delete;

  void retain() noexcept { ++references_; }
  void release() noexcept;

  /// Says that this may become part of a cycle: the session keeps it until its end, and drops its values then.
  void keep();
  /// Lets go of every value inside, which breaks cycles.
  virtual void drop_values() {}

  /// Sets the memory that this holds, in bytes. Throws Failure when that is more than the session allows.
  void account_for(std::size_t bytes);

  [[nodiscard]] Session& session() const noexcept { return session_; }

 private:
  Session& session_;
  std::size_t references_ = 0;
  std::size_t bytes_ = 0;
  bool is_kept_ = false;
};

/// A counted reference to a `Type` derived from Counted, which may be incomplete until it is used.
template <class Type>
class Shared {
 public:
  Shared() = default;
  explicit Shared(Counted* target) : target_(target) { retain(); }
  Shared(Shared const& other) noexcept : target_(other.target_) { retain(); }
  Shared(Shared&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~Shared() {
    if (target_ != nullptr) target_->release();
  }

  [[nodiscard]] Type* get() const noexcept { return static_cast<Type*>(target_); }
  Type* operator->() const noexcept { return get(); }
  Type& operator*() const noexcept { return *get(); }
  explicit operator bool() const noexcept { return target_ != nullptr; }
  bool operator==(Shared const&) const = default;

 private:
  void retain() noexcept {
    if (target_ != nullptr) target_->retain();
  }

  Counted* target_ = nullptr;
};

template <class Type, class... Arguments>
[[nodiscard]] Shared<Type> make_shared(Session& session, Arguments&&... arguments) {
  return Shared<Type>(new Type(session, std::forward<Arguments>(arguments)...));
}

/// The state of one rendering, shared by its values: what is left of the limits, and objects that may be in cycles.
class Session {
 public:
  Session(Options const& options, InputRule inputs);
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  [[nodiscard]] UndefinedRule undefined_rule() const noexcept { return options_.undefined; }
  [[nodiscard]] InputRule input_rule() const noexcept { return inputs_; }
  [[nodiscard]] Limits const& limits() const noexcept { return options_.limits; }

  /// Takes `count` steps off what is left. Throws Failure when that is not enough (P5.4-03).
  void spend(std::size_t count = 1) {
    check_steps(count);
    steps_left_ -= count;
  }

  /// Throws Failure when fewer than `count` steps are left.
  void check_steps(std::size_t count) const {
    if (count > steps_left_) fail_for_steps();
  }

  /// Takes steps for `bytes` bytes of text, character by character; slower work names a multiple of the bytes.
  void spend_for_text(std::size_t bytes) { spend(1 + bytes / 64); }

  /// Takes steps for comparing, hashing or copying `bytes` bytes, many of which are handled at once.
  void spend_for_bytes(std::size_t bytes) { spend(bytes / 256); }

  /// Throws Failure when a text of `bytes` bytes (or that much else) would not fit into memory beside the rest.
  void check_memory(std::size_t bytes) const;
  void hold(std::size_t bytes) {
    check_memory(bytes);
    held_ += bytes;
  }
  void give_back(std::size_t bytes) noexcept { held_ -= bytes; }

  /// See Counted::keep.
  void keep(Counted& object) { kept_.emplace_back(&object); }

  /// Deletes an object, and those that it was the last to hold, without recursion.
  void destroy(Counted* object) noexcept;

  /// The part of the template that is evaluated now: names what is undefined in messages.
  [[nodiscard]] std::string_view current_text() const noexcept { return current_text_; }
  void set_current_text(std::string_view text) noexcept { current_text_ = text; }

 private:
  [[noreturn]] void fail_for_steps() const;

  Options options_;
  InputRule inputs_;
  std::size_t steps_left_;
  std::size_t held_ = 0;
  std::string_view current_text_;
  std::vector<Shared<Counted>> kept_;
  std::vector<Counted*> to_destroy_;
  bool destroying_ = false;
};

}  // namespace jinja
