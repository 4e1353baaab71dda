#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

/// The syntax of `${env:…}` and `${file:…}`. Everything is a view into the text that was given.
namespace prompty::reference_text {

struct VariableReference {
  std::string_view name;
  std::optional<std::string_view> default_value = std::nullopt;

  bool operator==(VariableReference const&) const = default;
};

struct FileReference {
  std::string_view path;

  bool operator==(FileReference const&) const = default;
};

using Reference = std::variant<VariableReference, FileReference>;

/// A reference inside a longer text, from offset `begin` to before `end`.
struct Embedded {
  std::size_t begin;
  std::size_t end;
  Reference reference;

  bool operator==(Embedded const&) const = default;
};

/// The reference that all of `text` is; it ends at the last brace, so that a default may hold braces. Nothing
/// when a second `${` occurs, and for protocols other than env and file, whose letter case does not matter.
[[nodiscard]] std::optional<Reference> whole(std::string_view text);

/// The first reference at or after offset `from`; it ends at the first brace.
[[nodiscard]] std::optional<Embedded> next(std::string_view text, std::size_t from);

}  // namespace prompty::reference_text
