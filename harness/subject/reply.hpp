#pragma once

#include <cstdint>
#include <optional>

#include "harness/subject/subject.hpp"

namespace conformance {

/// A JSON-RPC request object.
[[nodiscard]] Json request_message(std::int64_t id, std::string const& method, Json const& params);

/// The id of a JSON-RPC response, when it is an integer by value (1 or 1.0).
[[nodiscard]] std::optional<std::int64_t> response_id(Json const& response);

/// What one JSON-RPC response says to the request `awaited_id`: a result; -32601 → unsupported; -32001 →
/// unsupported_input; -32000 with data that holds a known kind and a message → error. Everything else, another id
/// included, → protocol_fault with a sentence that says what is wrong.
[[nodiscard]] Reply reply_from_response(Json response, std::int64_t awaited_id);

/// A reply that carries no value, only a sentence.
[[nodiscard]] Reply reply_without_value(Reply::Status status, std::string detail);

}  // namespace conformance
