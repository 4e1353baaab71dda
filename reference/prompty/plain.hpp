#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Prompts from text to text, for programs that need no more. Unlike prompty.hpp it includes nothing of the JSON
/// library, and little of the standard library, so that a program compiles several times as fast.
namespace prompty::plain {

/// The messages that the prompt in the file at `path` makes of `inputs`, a JSON object as text: as JSON, a list of
/// `{role, content: [part], metadata?}`. Throws what `load` and `prepare` throw, and ValueError when `inputs` is not
/// JSON; all of these are std::runtime_error, and an Error of core/error.hpp.
[[nodiscard]] std::string prepare(std::filesystem::path const& path, std::string_view inputs = "{}");

/// The answer of the prompt's model to these messages, by exactly one request: a text or an image as it is, anything
/// else as the JSON of its value. Throws as `prepare`, and what `run` throws.
[[nodiscard]] std::string run(std::filesystem::path const& path, std::string_view inputs = "{}");

}  // namespace prompty::plain
