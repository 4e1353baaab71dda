#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// A scenario that cannot be used. `what()` says where and how to fix it; `pointer` is a JSON pointer into it.
class ScenarioError : public std::runtime_error {
 public:
  ScenarioError(std::string pointer, std::string const& reason);

  [[nodiscard]] std::string const& pointer() const { return pointer_; }
  [[nodiscard]] std::string const& reason() const { return reason_; }

 private:
  std::string pointer_;
  std::string reason_;
};

/// Reads the members of an object that admits a fixed set of names. Every function throws ScenarioError for a value of
/// the wrong type or out of range. The object must outlive the reader.
class ClosedObject {
 public:
  /// Throws ScenarioError when `value` is no object or has a member outside `names`.
  ClosedObject(Json const& value, std::string pointer, std::span<std::string_view const> names);

  [[nodiscard]] Json const* find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  [[nodiscard]] std::string pointer_of(std::string_view name) const;
  [[nodiscard]] std::string const& pointer() const { return pointer_; }

  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::string required_text(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view name, std::int64_t least,
                                                         std::int64_t most) const;
  [[nodiscard]] Json const& required(std::string_view name) const;

 private:
  Json const& value_;
  std::string pointer_;
};

/// Throws ScenarioError when two members of an object of headers are the same header, letter case aside.
void require_each_header_once(Json const& headers, std::string const& pointer);

}  // namespace mock_provider
