#pragma once

#include "prompty/protocols/protocols.hpp"

namespace prompty {
namespace messages {

/// The messages in rendered text, each of one text part (P2.10-01 to P2.10-18): a role marker opens one, its attributes
/// except `nonce` are its metadata (strings; the last of a repeated key counts), and text before the first marker is
/// the system's unless it is blank. Blank lines at the ends of a message go. A byte order mark at the start is dropped.
[[nodiscard]] std::vector<Message> read(std::string_view text);

/// As `read`, for text rendered from a template tagged with `nonce`: a marker without the tag is text. Throws
/// ValueError naming the line of a marker with another nonce, of a tag outside of a marker, of a marker whose
/// attributes are not those of the template (P6.4-03), and of one with reserved metadata (§6.4).
[[nodiscard]] std::vector<Message> read_tagged(std::string_view text, std::string_view nonce);

}  // namespace messages

/// The parser of role markers (§2.10), registered under "prompty" (P11.3-16). `parse_tagged` throws as `read_tagged`.
[[nodiscard]] std::shared_ptr<Parser const> make_prompty_parser();

}  // namespace prompty

namespace prompty::threads {

/// The messages with each placeholder in their text replaced by the value that `rich_values` has for it. A thread
/// splits its message: the text before it and the text after it are messages of the same role and metadata, unless they
/// are blank, and the thread's own messages stand between them as they are. An image, file or audio becomes a part
/// between parts of text. A stretch of text beside a value loses the blank lines at its ends, and goes when it is
/// blank. A placeholder of another nonce or input is text; the nonce has any length. Values are not searched.
[[nodiscard]] std::vector<Message> splice(std::vector<Message> messages, RichValues const& rich_values);

}  // namespace prompty::threads
