#include "mock-provider/http/answer_head.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace mock_provider::http::answer_head {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 26> reasons{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
}};

/// Clients go by the number: a status without a name of its own has the name of its hundred.
std::string_view reason(int status) {
  auto const found = std::find_if(reasons.begin(), reasons.end(), [&](auto const& row) { return row.first == status; });
  if (found != reasons.end()) return found->second;
  if (status < 300) return "OK";
  if (status < 400) return "Redirection";
  return status < 500 ? "Client Error" : "Server Error";
}

}  // namespace

std::string text(Answer const& answer, AnswerForm const& form) {
  std::string result;
  result.reserve(512 + answer.body.size());
  fmt::format_to(std::back_inserter(result), "HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", answer.status,
                 reason(answer.status), answer.content_type);
  if (!answer.events) {
    fmt::format_to(std::back_inserter(result), "Content-Length: {}\r\n", answer.body.size());
  } else if (form.streams == AnswerForm::Streams::chunked) {
    result += "Transfer-Encoding: chunked\r\n";
  }
  for (auto const& [name, value] : answer.headers) {
    fmt::format_to(std::back_inserter(result), "{}: {}\r\n", name, value);
  }
  if (form.afterwards == AnswerForm::Afterwards::close) result += "Connection: close\r\n";
  result += "\r\n";
  return result;
}

}  // namespace mock_provider::http::answer_head
