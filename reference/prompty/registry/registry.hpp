#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>

namespace prompty {

/// Values by key, for many threads (P11.1-05, P11.2-08), in memory alone (P12.3-01); one in use outlives its removal.
template <class Value>
class Registry {
 public:
  // A removed value is destroyed after the lock is released, so that its destructor may use the registry.

  /// Stores `value`, in place of what was there under `key` (P11.2-11).
  void add(std::string key, std::shared_ptr<Value const> value) {
    std::unique_lock<std::shared_mutex> const lock(mutex_);
    values_[std::move(key)].swap(value);
  }

  /// The value under `key`, or a null pointer.
  [[nodiscard]] std::shared_ptr<Value const> find(std::string_view key) const {
    std::shared_lock<std::shared_mutex> const lock(mutex_);
    typename Values::const_iterator const found = values_.find(key);
    return found == values_.end() ? nullptr : found->second;
  }

  /// Removes what is under `key`, if anything.
  void remove(std::string_view key) {
    std::shared_ptr<Value const> removed;
    std::unique_lock<std::shared_mutex> const lock(mutex_);
    typename Values::iterator const found = values_.find(key);
    if (found == values_.end()) return;
    removed.swap(found->second);
    values_.erase(found);
  }

  /// Removes everything.
  void clear() {
    Values removed;
    std::unique_lock<std::shared_mutex> const lock(mutex_);
    removed.swap(values_);
  }

 private:
  using Values = std::map<std::string, std::shared_ptr<Value const>, std::less<>>;

  mutable std::shared_mutex mutex_;
  Values values_;
};

}  // namespace prompty
