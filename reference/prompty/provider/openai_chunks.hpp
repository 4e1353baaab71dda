#pragma once

#include <functional>
#include <optional>
#include <string>

#include "prompty/stream/prompty_stream.hpp"

namespace prompty::openai {

/// The next bytes of an answer's body as they arrive, cut anywhere; nothing when the body has ended. Throws
/// ConnectionError when it breaks off.
using ByteSource = std::function<std::optional<std::string>()>;

/// The chunks in the event stream of a chat completion that came from `url`. A chunk is given before later bytes are
/// asked for. Its `next` throws ConnectionError when the body ends without `[DONE]`, however complete it looks,
/// ExecuteError for an error that the provider reports on the way, and ValueError for an event that is not JSON or too
/// large; what arrived before is given first.
[[nodiscard]] PromptyStream chunks_of(ByteSource bytes, std::string url);

}  // namespace prompty::openai
