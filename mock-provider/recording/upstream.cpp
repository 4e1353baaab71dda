#include "mock-provider/recording/upstream.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "mock-provider/http/request_reader.hpp"

namespace mock_provider {
namespace upstream {
namespace {

constexpr std::time_t connect_seconds = 10;
constexpr std::time_t read_seconds = 300;  // models think for minutes before the first byte

/// What belongs to one connection, or says how the mock itself was reached.
bool stays_here(std::string_view name) {
  constexpr std::array<std::string_view, 14> names{
      "host",    "connection", "content-length",  "transfer-encoding", "keep-alive", "te",      "trailer",
      "upgrade", "expect",     "accept-encoding", "content-encoding",  "origin",     "referer", "proxy-connection"};
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) { return same_header_name(known, name); });
}

std::string without_end(std::string text, std::string_view end) {
  if (text.ends_with(end)) text.resize(text.size() - end.size());
  return text;
}

httplib::Request outgoing(Request const& request) {
  httplib::Request result;
  result.method = request.method;
  result.body = request.body;
  for (auto const& [name, value] : request.headers) {
    if (!stays_here(name)) result.headers.emplace(name, value);
  }
  // What is recorded is to be read by people, and replayed to clients that may not take a coding.
  result.headers.emplace("Accept-Encoding", "identity");
  return result;
}

/// Some servers compress although they are asked not to.
std::string decoded(std::string body, std::string const& coding, std::string const& origin) {
  if (coding.empty()) return body;
  std::variant<std::string, http::Refusal> result =
      http::content_coding::decoded(std::move(body), coding, Upstream::most_answer_bytes);
  if (std::string* const bytes = std::get_if<std::string>(&result)) return std::move(*bytes);
  throw UpstreamError(fmt::format("The answer of {} cannot be read: its content-encoding is \"{}\".", origin, coding));
}

}  // namespace
}  // namespace upstream

Upstream::Upstream(std::string const& url) {
  std::size_t const scheme_end = url.find("://");
  bool const is_http = url.starts_with("http://") || url.starts_with("https://");
  std::size_t const host = scheme_end == std::string::npos ? url.size() : scheme_end + 3;
  std::size_t const host_end = std::min(url.find_first_of("/?#", host), url.size());
  bool const has_host = host_end > host && url.find('@', host) == std::string::npos;
  if (!is_http || !has_host || url.find_first_of("?#") != std::string::npos) {
    throw std::runtime_error(
        fmt::format("--record {}: name a server, such as https://api.openai.com or http://127.0.0.1:8080", url));
  }
  origin_ = url.substr(0, host_end);
  base_path_ = upstream::without_end(upstream::without_end(url.substr(host_end), "/"), "/v1");
}

UpstreamAnswer Upstream::send(Request const& request, Route const& route) const {
  httplib::Client client(origin_);
  client.set_connection_timeout(upstream::connect_seconds);
  client.set_read_timeout(upstream::read_seconds);
  client.set_url_encode(false);
  client.set_decompress(false);
  httplib::Request outgoing = upstream::outgoing(request);
  outgoing.path = base_path_ + route.path + (route.query.empty() ? "" : "?" + route.query);
  std::string body;
  bool is_too_large = false;
  outgoing.content_receiver = [&](char const* data, std::size_t length, std::uint64_t, std::uint64_t) {
    is_too_large = length > most_answer_bytes - body.size();
    if (!is_too_large) body.append(data, length);
    return !is_too_large;
  };
  httplib::Result const result = client.send(outgoing);
  if (is_too_large) {
    throw UpstreamError(
        fmt::format("The answer of {} has more than {} bytes, which are not passed on.", origin_, most_answer_bytes));
  }
  if (!result) {
    throw UpstreamError(fmt::format("{} gave no answer ({}): look whether --record names the right server.", origin_,
                                    httplib::to_string(result.error())));
  }
  UpstreamAnswer answer{.status = result->status, .headers = {}, .body = {}};
  answer.body = upstream::decoded(std::move(body), result->get_header_value("Content-Encoding"), origin_);
  for (auto const& [name, value] : result->headers) answer.headers.emplace_back(name, value);
  return answer;
}

}  // namespace mock_provider
