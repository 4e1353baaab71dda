#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/secrets.hpp"
#include "prompty/stream/prompty_stream.hpp"
#include "prompty/transport/sse.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// The next bytes of an answer's body as they arrive, cut anywhere; nothing when the body has ended. Throws
/// ConnectionError when it breaks off.
using ByteSource = std::function<std::optional<std::string>()>;

/// What marks the end of an event stream: `[DONE]` behind a chat completion, the last event of a response, the
/// last event of a message of Anthropic.
enum class StreamFormat : std::uint8_t { chat_completion, response, message };

/// Where an event stream comes from, for the errors about it.
struct StreamOrigin {
  std::string url;
  std::string request_id = {};  ///< by which the provider knows the request; "" when it gave none
  /// Masked in what the provider says of errors. Never null.
  std::shared_ptr<Secrets const> secrets = std::make_shared<Secrets const>();

  bool operator==(StreamOrigin const&) const = default;
};

/// The chunks in an event stream: the JSON of its events, up to the end and with the event that ends it, if that is
/// JSON. A chunk is given before later bytes are requested. Its `next` throws ConnectionError when the body ends
/// without what ends the format, however complete it looks (P10.1-02), ExecuteError for an error that the provider
/// reports on the way (P10.1-04), ValueError for an event that is not JSON, and ConnectionError for one that has more
/// than `max_event_bytes`; what arrived before is given first.
[[nodiscard]] PromptyStream chunks_of(ByteSource bytes, StreamOrigin origin, StreamFormat format,
                                      std::size_t max_event_bytes = SseDecoder::default_most_bytes);

/// The chunks of the answer to a request to `url`, whose id is in the header of that name. Throws as
/// `demand_event_stream`; for `secrets` see there. Never null.
[[nodiscard]] std::shared_ptr<PromptyStream> read_stream(
    StreamedResponse response, std::string const& url, std::string_view request_id_header, StreamFormat format,
    std::shared_ptr<Secrets const> secrets = std::make_shared<Secrets const>());

}  // namespace prompty
