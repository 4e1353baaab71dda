#include "prompty/tools/mcp_channel.hpp"

#include "prompty/typed/json_reader.hpp"

namespace prompty::json_rpc {
namespace {

constexpr int method_not_found = -32601;

Refusal refusal_of(Json const& error) {
  Json const& code = member_of(error, "code");
  return {.code = code.is_number_integer() ? code.get<int>() : 0, .message = text_in(error, "message")};
}

Message read_response(Json const& message) {
  Json const& id = member_of(message, "id");
  Json const& error = member_of(message, "error");
  if (!id.is_number_integer()) return Invalid{};
  if (error.is_object()) return Response{.id = id.get<std::int64_t>(), .outcome = refusal_of(error)};
  if (!message.contains("result")) return Invalid{};
  return Response{.id = id.get<std::int64_t>(), .outcome = message["result"]};
}

}  // namespace

Message read(Json const& message) {
  if (text_in(message, "jsonrpc") != "2.0") return Invalid{};
  if (!message.contains("method")) return read_response(message);
  std::string method = text_in(message, "method");
  if (!message.contains("id")) return Notification{.method = std::move(method)};
  return Request{.id = message["id"], .method = std::move(method)};
}

Json request(std::int64_t id, std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

Json notification(std::string_view method, Json params) {
  Json message{{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.is_null()) message["params"] = std::move(params);
  return message;
}

Json reply_to(Request const& request) {
  Json reply{{"jsonrpc", "2.0"}, {"id", request.id}};
  if (request.method == "ping") {
    reply["result"] = Json::object();
  } else {
    reply["error"] = {{"code", method_not_found}, {"message", "This client has no method " + request.method}};
  }
  return reply;
}

}  // namespace prompty::json_rpc
