#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "prompty/core/json.hpp"

/// The messages of JSON-RPC 2.0, as far as MCP has them.
namespace prompty::json_rpc {

/// A question of the other side, to be answered under its id.
struct Request {
  Json id;
  std::string method;

  bool operator==(Request const&) const = default;
};

struct Notification {
  std::string method;

  bool operator==(Notification const&) const = default;
};

struct Refusal {
  int code = 0;
  std::string message;

  bool operator==(Refusal const&) const = default;
};

/// An answer: the result, or why there is none.
struct Response {
  std::int64_t id = 0;
  std::variant<Json, Refusal> outcome;

  bool operator==(Response const&) const = default;
};

/// What is none of these, or answers an unknown request.
struct Rubbish {
  bool operator==(Rubbish const&) const = default;
};

using Message = std::variant<Request, Notification, Response, Rubbish>;

/// What a message says. Ids of our own are whole numbers, so that a response under another id is rubbish.
[[nodiscard]] Message read(Json const& message);

[[nodiscard]] Json request(std::int64_t id, std::string_view method, Json params);
/// Without `params` when they are null.
[[nodiscard]] Json notification(std::string_view method, Json params);

/// The answer of a client that offers nothing: a ping is answered, every other method is not found.
[[nodiscard]] Json reply_to(Request const& request);

}  // namespace prompty::json_rpc
