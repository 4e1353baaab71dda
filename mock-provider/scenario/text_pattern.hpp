#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace re2 {
class RE2;
}

namespace mock_provider {

/// What a text is to look like: one of several alternatives.
struct TextPattern {
  struct Alternative {
    enum class Kind : std::uint8_t { equals, contains, regex };
    enum class Case : std::uint8_t { matters, ignored };
    Kind kind = Kind::equals;
    std::string text;
    Case letter_case = Case::matters;
    std::shared_ptr<re2::RE2 const> compiled;  ///< of everything but an exact comparison with case

    bool operator==(Alternative const& other) const {
      return kind == other.kind && text == other.text && letter_case == other.letter_case;
    }
  };
  std::vector<Alternative> any_of;

  bool operator==(TextPattern const&) const = default;
};

}  // namespace mock_provider

namespace mock_provider::text_pattern {

/// What a plain string stands for: the whole of a name, a part of a message.
using Plain = TextPattern::Alternative::Kind;

/// Whether a value is written as a pattern that is no plain string: an object whose members have no "$".
[[nodiscard]] bool is_object_form(Json const& value);

/// A string, or an object with one of `equals`, `contains`, `regex` (RE2, found anywhere) and maybe `ignoreCase`, or
/// with `anyOf`, a list of these. Throws ScenarioError.
[[nodiscard]] TextPattern decode(Json const& value, std::string const& pointer, Plain plain);

[[nodiscard]] bool matches(TextPattern const& pattern, std::string_view text);

/// Whether every text that the later one matches is known to match the earlier one.
[[nodiscard]] bool covers(TextPattern const& earlier, TextPattern const& later);

/// For people: what the text was to be, such as: contains "weather" or "rain".
[[nodiscard]] std::string description(TextPattern const& pattern);

}  // namespace mock_provider::text_pattern
