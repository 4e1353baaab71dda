#include "harness/judge/subject/json_rpc.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance {
namespace {

constexpr std::size_t shown_bytes_of_an_answer = 160;

constexpr std::array<std::string_view, 9> error_kinds = {"ValueError",          "FileNotFoundError", "InvokerError",
                                                         "NotImplementedError", "ConnectionError",   "ExecuteError",
                                                         "RuntimeError",        "CancelledError",    "GuardrailError"};

Reply protocol_fault(std::string detail) {
  return reply_without_value(Reply::Status::protocol_fault, std::move(detail));
}

std::string excerpt_of(Json const& value) {
  return one_line_excerpt(value.dump(-1, ' ', false, Json::error_handler_t::replace), shown_bytes_of_an_answer);
}

bool has_text(Json const& object, char const* name) {
  Json::const_iterator const found = object.find(name);
  return found != object.end() && found->is_string();
}

bool is_known_kind(std::string_view kind) {
  return std::find(error_kinds.begin(), error_kinds.end(), kind) != error_kinds.end();
}

Reply reply_from_raised(Json const& error) {
  Json::const_iterator const data = error.find("data");
  if (data == error.end() || !data->is_object() || !has_text(*data, "kind") || !has_text(*data, "message")) {
    return protocol_fault(
        fmt::format("an error with code -32000 needs data with the strings kind and message: {}", excerpt_of(error)));
  }
  if (!is_known_kind(data->at("kind").get_ref<std::string const&>())) {
    return protocol_fault(
        fmt::format("the error kind {} is none of: {}", excerpt_of(data->at("kind")), fmt::join(error_kinds, ", ")));
  }
  if (data->contains("spans") && !data->at("spans").is_array()) {
    return protocol_fault(fmt::format("the spans of an error must be an array: {}", excerpt_of(data->at("spans"))));
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

Reply reply_from_error(Json const& error) {
  if (!error.is_object() || !error.contains("code") || !error["code"].is_number_integer() ||
      !has_text(error, "message")) {
    return protocol_fault(fmt::format("an error needs an integer code and a string message: {}", excerpt_of(error)));
  }
  std::string const& message = error["message"].get_ref<std::string const&>();
  std::int64_t const code = error["code"].get<std::int64_t>();
  if (code == static_cast<std::int64_t>(RpcError::unsupported)) {
    return reply_without_value(Reply::Status::unsupported, printable_text(message));
  }
  if (code == static_cast<std::int64_t>(RpcError::unsupported_input)) {
    return reply_without_value(Reply::Status::unsupported_input, printable_text(message));
  }
  if (code == static_cast<std::int64_t>(RpcError::raised)) return reply_from_raised(error);
  return protocol_fault(fmt::format("the error code {} is not one of the protocol (-32000, -32001, -32601): {}", code,
                                    one_line_excerpt(message, shown_bytes_of_an_answer)));
}

/// The id of a JSON-RPC response, when it is an integer by value (1 or 1.0).
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

constexpr std::size_t bytes_of_a_value = 64;
constexpr std::size_t shown_bytes_of_a_line = 120;

UnreadableLine unreadable_line(std::string_view why, std::string_view line) {
  return {fmt::format("standard output holds a line that {}: {}", why,
                      line.empty() ? "(an empty line)" : one_line_excerpt(line, shown_bytes_of_a_line))};
}

std::variant<AnswerMessage, ItemNotification, UnreadableLine> item_in(Json const& message, std::string_view line,
                                                                      JsonComplexity const& complexity) {
  Json const params = message.value("params", Json());
  std::optional<std::int64_t> const id = response_id(params);
  if (!id || !params.contains("item")) return unreadable_line("delivers no item of a request", line);
  return ItemNotification{
      .id = *id, .item = params["item"], .bytes = line.size() + bytes_of_a_value * complexity.values};
}

}  // namespace

void LineReader::feed(std::string_view bytes) {
  if (overlong_) return;
  buffer_.erase(0, start_);
  searched_ -= start_;
  start_ = 0;
  buffer_.append(bytes);
}

std::optional<std::string> LineReader::next_line() {
  if (overlong_) return std::nullopt;
  std::size_t const end = buffer_.find('\n', searched_);
  searched_ = end == std::string::npos ? buffer_.size() : end;
  if (searched_ - start_ > max_line_bytes_) {
    overlong_ = true;
    return std::nullopt;
  }
  if (end == std::string::npos) return std::nullopt;
  std::string line = buffer_.substr(start_, end - start_);
  start_ = end + 1;
  searched_ = start_;
  return line;
}

Json request_message(std::int64_t id, std::string const& method, Json const& params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
}

Reply reply_from_response(Json response, std::int64_t awaited_id) {
  if (!response.is_object())
    return protocol_fault(fmt::format("an answer must be an object: {}", excerpt_of(response)));
  if (response_id(response) != awaited_id) {
    Json const given = response.contains("id") ? response["id"] : Json("(none)");
    return protocol_fault(fmt::format("the answer carries the id {}, awaited was {}", excerpt_of(given), awaited_id));
  }
  Json::const_iterator const version = response.find("jsonrpc");
  if (version == response.end() || *version != "2.0") {
    return protocol_fault(fmt::format("an answer needs \"jsonrpc\": \"2.0\": {}", excerpt_of(response)));
  }
  bool const has_result = response.contains("result");
  if (has_result == response.contains("error")) {
    return protocol_fault(
        fmt::format("an answer needs either a result or an error, and not both: {}", excerpt_of(response)));
  }
  if (!has_result) return reply_from_error(response["error"]);
  return Reply{.status = Reply::Status::result, .value = std::move(response["result"])};
}

Reply reply_without_value(Reply::Status status, std::string detail) {
  return Reply{.status = status, .value = nullptr, .detail = std::move(detail)};
}

std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line) {
  JsonComplexity const complexity = complexity_of(line);
  std::string const excess = excess_of(complexity);
  if (!excess.empty()) return unreadable_line(excess, line);
  Json message = bounded_json(line);
  if (message.is_discarded() || !message.is_object()) return unreadable_line("is no JSON object", line);
  if (message.contains("method")) {
    bool const is_item = message["method"] == "item" && !message.contains("id");
    if (is_item) return item_in(message, line, complexity);
    return unreadable_line("asks the harness for something", line);
  }
  std::optional<std::int64_t> const id = response_id(message);
  if (!id) return unreadable_line("has no id of a request", line);
  return AnswerMessage{.id = *id, .message = std::move(message)};
}

}  // namespace conformance
