#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// Text, UTF-8.
struct TextPart {
  std::string value;

  bool operator==(TextPart const&) const = default;
};

/// `value` is a URL, a data URI, or base64.
struct ImagePart {
  std::string value;
  std::optional<std::string> media_type = std::nullopt;
  std::optional<std::string> detail = std::nullopt;

  bool operator==(ImagePart const&) const = default;
};

/// `value` is base64.
struct AudioPart {
  std::string value;
  std::optional<std::string> media_type = std::nullopt;

  bool operator==(AudioPart const&) const = default;
};

/// `value` is a URL or base64.
struct FilePart {
  std::string value;
  std::optional<std::string> media_type = std::nullopt;

  bool operator==(FilePart const&) const = default;
};

/// A piece of a message, by its kind.
using ContentPart = std::variant<TextPart, ImagePart, AudioPart, FilePart>;

/// One turn of a conversation. `metadata` is a JSON object, empty when there is none.
struct Message {
  std::string role;
  std::vector<ContentPart> content = {};
  Json metadata = empty_object();

  bool operator==(Message const&) const;
};

/// The text of a message, its parts joined; parts of other kinds are left out.
[[nodiscard]] std::string text(Message const& message);

/// The parts as the adapter protocol and thread inputs have them: `{kind, value, mediaType?, detail?}` each.
[[nodiscard]] Json parts_to_json(std::vector<ContentPart> const& parts);

/// A message of the user with this text, such as one that continues a conversation.
[[nodiscard]] Message user_message(std::string text);

/// The value of an input of kind thread (messages), image, file or audio (a part); no template sees it (P2.7-17).
struct RichValue {
  std::string input;
  std::variant<std::vector<Message>, ContentPart> value;

  bool operator==(RichValue const&) const;
};

/// Rich values by the nonce of their placeholder.
using RichValues = std::map<std::string, RichValue, std::less<>>;

/// The text with which each placeholder begins; its nonce follows.
inline constexpr char const* placeholder_opening = "__PROMPTY_THREAD_";

/// The placeholder of a rich input: `__PROMPTY_THREAD_<nonce>_<input>__` (P5.1-06).
[[nodiscard]] std::string placeholder_of(std::string const& nonce, std::string const& input);

}  // namespace prompty
