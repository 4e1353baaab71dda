#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

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

using ContentPart = std::variant<TextPart, ImagePart, AudioPart, FilePart>;

/// One turn of a conversation. `metadata` is a JSON object, empty when there is none.
struct Message {
  std::string role;
  std::vector<ContentPart> content = {};
  Json metadata = Json::object();

  bool operator==(Message const&) const = default;
};

}  // namespace prompty
