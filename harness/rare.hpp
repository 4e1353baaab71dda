#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace conformance {

/// An optional value that is seldom there, and then kept elsewhere: without it this takes no more than a pointer, so
/// that a hundred thousand results fit into memory. Copied, moved and tested like a std::optional.
template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(std::nullopt_t) {}
  Rare(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Rare(std::optional<T> value) : value_(value ? std::make_unique<T>(*std::move(value)) : nullptr) {}
  Rare(Rare const& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Rare(Rare&& other) noexcept = default;
  Rare& operator=(Rare other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Rare() = default;

  [[nodiscard]] bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T& operator*() { return *value_; }
  T const& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  T const* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace conformance
