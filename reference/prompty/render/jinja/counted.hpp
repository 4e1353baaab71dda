#pragma once

#include <cstddef>
#include <utility>

namespace prompty::jinja {

class Session;

/// Something that the values of one rendering share. Its memory counts against the limits of the session, which it must
/// not outlive; one thread only.
class Counted {
 public:
  explicit Counted(Session& session) : session_(session) {}
  virtual ~Counted();
  Counted(Counted const&) = delete;
  Counted& operator=(Counted const&) = delete;

  void retain() noexcept { ++references_; }
  void release() noexcept;

  /// Lets go of every value inside, which breaks cycles.
  virtual void drop_values() {}

  /// Sets the memory that this holds, in bytes. Throws Failure when that is more than the session allows.
  void account_for(std::size_t bytes);

  [[nodiscard]] Session& session() const noexcept { return session_; }

 private:
  Session& session_;
  std::size_t references_ = 0;
  std::size_t bytes_ = 0;
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

}  // namespace prompty::jinja
