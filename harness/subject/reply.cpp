#include "harness/subject/reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "harness/subject/readable_text.hpp"

namespace conformance {
namespace reply {
namespace {

constexpr std::size_t shown_bytes = 160;

constexpr std::array<std::string_view, 9> error_kinds = {"ValueError",          "FileNotFoundError", "InvokerError",
                                                         "NotImplementedError", "ConnectionError",   "ExecuteError",
                                                         "RuntimeError",        "CancelledError",    "GuardrailError"};

enum class ErrorCode : std::int64_t { raised = -32000, unsupported_input = -32001, unsupported = -32601 };

Reply fault(std::string detail) {
  return reply_without_value(Reply::Status::protocol_fault, std::move(detail));
}

std::string shown(Json const& value) {
  return one_line_excerpt(value.dump(-1, ' ', false, Json::error_handler_t::replace), shown_bytes);
}

bool has_text(Json const& object, char const* name) {
  Json::const_iterator const found = object.find(name);
  return found != object.end() && found->is_string();
}

bool is_known_kind(std::string_view kind) {
  return std::find(error_kinds.begin(), error_kinds.end(), kind) != error_kinds.end();
}

Reply raised(Json const& error) {
  Json::const_iterator const data = error.find("data");
  if (data == error.end() || !data->is_object() || !has_text(*data, "kind") || !has_text(*data, "message")) {
    return fault(
        fmt::format("an error with code -32000 needs data with the strings kind and message: {}", shown(error)));
  }
  if (!is_known_kind(data->at("kind").get_ref<std::string const&>())) {
    return fault(
        fmt::format("the error kind {} is none of: {}", shown(data->at("kind")), fmt::join(error_kinds, ", ")));
  }
  if (data->contains("spans") && !data->at("spans").is_array()) {
    return fault(fmt::format("the spans of an error must be an array: {}", shown(data->at("spans"))));
  }
  Reply answer{.status = Reply::Status::error};
  for (char const* member : {"kind", "message", "partial", "spans"}) {
    if (data->contains(member)) answer.value[member] = data->at(member);
  }
  // A list can only be meant as the items that a stream delivered.
  if (answer.value.contains("partial") && answer.value["partial"].is_array())
    answer.value["partial"] = {{"items", Json(answer.value["partial"])}};
  return answer;
}

Reply from_error(Json const& error) {
  if (!error.is_object() || !error.contains("code") || !error["code"].is_number_integer() ||
      !has_text(error, "message")) {
    return fault(fmt::format("an error needs an integer code and a string message: {}", shown(error)));
  }
  std::string const& message = error["message"].get_ref<std::string const&>();
  std::int64_t const code = error["code"].get<std::int64_t>();
  if (code == static_cast<std::int64_t>(ErrorCode::unsupported)) {
    return reply_without_value(Reply::Status::unsupported, printable_text(message));
  }
  if (code == static_cast<std::int64_t>(ErrorCode::unsupported_input)) {
    return reply_without_value(Reply::Status::unsupported_input, printable_text(message));
  }
  if (code == static_cast<std::int64_t>(ErrorCode::raised)) return raised(error);
  return fault(fmt::format("the error code {} is not one of the protocol (-32000, -32001, -32601): {}", code,
                           one_line_excerpt(message, shown_bytes)));
}

}  // namespace
}  // namespace reply

Json request_message(std::int64_t id, std::string const& method, Json const& params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
}

std::optional<std::int64_t> response_id(Json const& response) {
  if (!response.is_object()) return std::nullopt;
  Json::const_iterator const id = response.find("id");
  if (id == response.end()) return std::nullopt;
  if (id->is_number_unsigned() && id->get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
    return std::nullopt;
  }
  if (id->is_number_integer()) return id->get<std::int64_t>();
  constexpr double exact_integers = 9007199254740992.0;
  bool const integral = id->is_number_float() && std::abs(id->get<double>()) <= exact_integers &&
                        std::trunc(id->get<double>()) == id->get<double>();
  return integral ? std::optional(static_cast<std::int64_t>(id->get<double>())) : std::nullopt;
}

Reply reply_from_response(Json response, std::int64_t awaited_id) {
  if (!response.is_object())
    return reply::fault(fmt::format("an answer must be an object: {}", reply::shown(response)));
  if (response_id(response) != awaited_id) {
    Json const given = response.contains("id") ? response["id"] : Json("(none)");
    return reply::fault(fmt::format("the answer carries the id {}, awaited was {}", reply::shown(given), awaited_id));
  }
  Json::const_iterator const version = response.find("jsonrpc");
  if (version == response.end() || *version != "2.0") {
    return reply::fault(fmt::format("an answer needs \"jsonrpc\": \"2.0\": {}", reply::shown(response)));
  }
  bool const has_result = response.contains("result");
  if (has_result == response.contains("error")) {
    return reply::fault(
        fmt::format("an answer needs either a result or an error, and not both: {}", reply::shown(response)));
  }
  if (!has_result) return reply::from_error(response["error"]);
  return Reply{.status = Reply::Status::result, .value = std::move(response["result"])};
}

Reply reply_without_value(Reply::Status status, std::string detail) {
  return Reply{.status = status, .value = nullptr, .detail = std::move(detail)};
}

}  // namespace conformance
