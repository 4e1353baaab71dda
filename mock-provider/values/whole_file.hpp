#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

namespace mock_provider::whole_file {

/// Why a file was not read.
struct Refusal {
  std::string why;     ///< the rest of a sentence that begins with its name: "is a folder"
  std::string advice;  ///< what to do about it, as an order: "name a regular file"

  [[nodiscard]] std::string text() const { return why + "; " + advice; }
  bool operator==(Refusal const&) const = default;
};

/// The bytes of a regular file that has at most `most_bytes` of them. Nothing waits: a device may have no end, and a
/// pipe no writer.
[[nodiscard]] std::variant<std::string, Refusal> read(std::filesystem::path const& path, std::size_t most_bytes);

/// Why `read` would not begin to read; nothing when it would.
[[nodiscard]] std::optional<Refusal> refusal_of(std::filesystem::path const& path);

}  // namespace mock_provider::whole_file
