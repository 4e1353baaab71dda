#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/message.hpp"

namespace prompty {

/// The value of an input of kind thread (messages) or image, file or audio (a part), which no template sees: the
/// template gets a placeholder in its stead (P2.7-17).
struct RichValue {
  std::string input;
  std::variant<std::vector<Message>, ContentPart> value;

  bool operator==(RichValue const&) const = default;
};

/// Rich values by the nonce of their placeholder.
using RichValues = std::map<std::string, RichValue, std::less<>>;

/// What a template gets in the stead of a rich input: `__PROMPTY_THREAD_<nonce>_<input>__` (P5.1-06).
[[nodiscard]] std::string placeholder_of(std::string const& nonce, std::string const& input);

/// The text with which each placeholder begins; its nonce follows.
inline constexpr char const* placeholder_opening = "__PROMPTY_THREAD_";

}  // namespace prompty
