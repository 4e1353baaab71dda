#include "prompty/tools/json_rpc.hpp"

#include <utility>

namespace prompty::json_rpc {
namespace {

constexpr int method_not_found = -32601;

Json envelope() {
  Json message = Json::object();
  message["jsonrpc"] = "2.0";
  return message;
}

std::string text_of(Json const& object, char const* name) {
  Json::const_iterator const found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Refusal refusal_of(Json const& error) {
  Refusal refusal{.code = 0, .message = text_of(error, "message")};
  if (error.contains("code") && error["code"].is_number_integer()) refusal.code = error["code"].get<int>();
  return refusal;
}

Message read_response(Json const& message) {
  Json const id = message.value("id", Json());
  if (!id.is_number_integer()) return Rubbish{};
  if (message.contains("error") && message["error"].is_object()) {
    return Response{.id = id.get<std::int64_t>(), .outcome = refusal_of(message["error"])};
  }
  if (!message.contains("result")) return Rubbish{};
  return Response{.id = id.get<std::int64_t>(), .outcome = message["result"]};
}

}  // namespace

Message read(Json const& message) {
  if (!message.is_object() || text_of(message, "jsonrpc") != "2.0") return Rubbish{};
  if (!message.contains("method")) return read_response(message);
  std::string method = text_of(message, "method");
  if (!message.contains("id")) return Notification{.method = std::move(method)};
  return Request{.id = message["id"], .method = std::move(method)};
}

Json request(std::int64_t id, std::string_view method, Json params) {
  Json message = envelope();
  message["id"] = id;
  message["method"] = method;
  message["params"] = std::move(params);
  return message;
}

Json notification(std::string_view method, Json params) {
  Json message = envelope();
  message["method"] = method;
  if (!params.is_null()) message["params"] = std::move(params);
  return message;
}

Json reply_to(Request const& request) {
  Json message = envelope();
  message["id"] = request.id;
  if (request.method == "ping") {
    message["result"] = Json::object();
    return message;
  }
  Json error = Json::object();
  error["code"] = method_not_found;
  error["message"] = "This client has no method " + request.method;
  message["error"] = std::move(error);
  return message;
}

}  // namespace prompty::json_rpc
