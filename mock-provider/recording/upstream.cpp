#include "mock-provider/recording/upstream.hpp"

#include <fmt/core.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "mock-provider/http/request_reader.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace mock_provider {
namespace {

constexpr std::time_t connect_seconds = 10;
constexpr int read_seconds = 300;  // models think for minutes before the first byte

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

/// Clients bring the version of the interface with each path, or leave it out.
std::string path_below(std::string const& base, Route const& route) {
  bool const has_version = route.path == "/v1" || route.path.starts_with("/v1/");
  return (has_version ? without_end(base, "/v1") : base) + route.path;
}

httplib::Request outgoing_request(Request const& request) {
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
std::string decoded_body(std::string body, std::string const& coding, std::string const& origin) {
  if (coding.empty()) return body;
  std::variant<std::string, http::Refusal> result =
      http::content_coding::decoded(std::move(body), coding, Upstream::most_answer_bytes);
  if (std::string* const bytes = std::get_if<std::string>(&result)) return std::move(*bytes);
  throw UpstreamError(fmt::format("The answer of {} cannot be read: its content-encoding is \"{}\".", origin, coding));
}

/// What may stand in a scenario, and means an answer to a client.
bool is_final(int status) {
  return status >= 200 && status <= 599;
}

UpstreamAnswer head_of(httplib::Response const& response) {
  UpstreamAnswer answer{.status = response.status, .headers = {}, .body = {}};
  for (auto const& [name, value] : response.headers) answer.headers.emplace_back(name, value);
  return answer;
}

/// Why no answer came, and what to do about it.
std::string upstream_failure(httplib::Error error, std::string const& origin) {
  using Error = httplib::Error;
  if (error == Error::Connection || error == Error::ConnectionTimeout) {
    return fmt::format("{} cannot be reached: look whether --record names the right server, and whether it runs.",
                       origin);
  }
  if (error == Error::SSLConnection) {
    return fmt::format("{} does not speak TLS: name a server without it with http:// in --record.", origin);
  }
  if (error == Error::SSLLoadingCerts || error == Error::SSLServerVerification) {
    return fmt::format(
        "The certificate of {} is not trusted, or is for another name: name a PEM file with the certificate of its "
        "authority with --record-ca.",
        origin);
  }
  if (error == Error::Read) {
    return fmt::format("{} ended the connection before its answer was whole, or sent nothing for {} seconds.", origin,
                       read_seconds);
  }
  return fmt::format("{} gave no answer ({}): look whether --record names the right server.", origin,
                     httplib::to_string(error));
}

/// What holds for all of a PEM file, before the first request needs it.
void require_authorities(std::string const& file) {
  if (std::optional<whole_file::Refusal> const refusal = whole_file::refusal_of(file))
    throw std::runtime_error(fmt::format("--record-ca {} {}", file, refusal->text()));
  std::unique_ptr<X509_STORE, void (*)(X509_STORE*)> const store(X509_STORE_new(), X509_STORE_free);
  if (X509_STORE_load_locations(store.get(), file.c_str(), nullptr) == 1) return;
  throw std::runtime_error(
      fmt::format("--record-ca {}: the file cannot be read, or has no certificate in PEM; name one that begins with "
                  "-----BEGIN CERTIFICATE-----",
                  file));
}

}  // namespace

Upstream::Upstream(std::string const& url, std::string authorities) : authorities_(std::move(authorities)) {
  std::size_t const scheme_end = url.find("://");
  bool const is_http = url.starts_with("http://") || url.starts_with("https://");
  std::size_t const host = scheme_end == std::string::npos ? url.size() : scheme_end + 3;
  std::size_t const host_end = std::min(url.find_first_of("/?#", host), url.size());
  bool const has_host = host_end > host && url.find('@', host) == std::string::npos;
  if (!is_http || !has_host || !names_a_server(url.substr(0, host_end)) ||
      url.find_first_of("?#") != std::string::npos) {
    throw std::runtime_error(
        fmt::format("--record {}: name a server, such as https://api.openai.com or http://127.0.0.1:8080", url));
  }
  origin_ = url.substr(0, host_end);
  base_path_ = without_end(url.substr(host_end), "/");
  if (!authorities_.empty()) require_authorities(authorities_);
}

std::unique_ptr<UpstreamExchange> Upstream::exchange() const {
  return std::make_unique<UpstreamExchange>(origin_, base_path_, authorities_);
}

UpstreamExchange::UpstreamExchange(std::string origin, std::string base_path, std::string const& authorities)
    : origin_(std::move(origin)),
      base_path_(std::move(base_path)),
      client_(bounded_client(origin_, bounds_, read_seconds)) {
  client_->set_connection_timeout(connect_seconds);
  client_->set_url_encode(false);
  client_->set_decompress(false);
  if (!authorities.empty()) client_->set_ca_cert_path(authorities);
}

UpstreamExchange::~UpstreamExchange() = default;

void UpstreamExchange::stop() {
  is_stopped_ = true;
  client_->stop();
}

UpstreamAnswer UpstreamExchange::send(Request const& request, Route const& route, UpstreamListener const& listener) {
  httplib::Request outgoing = outgoing_request(request);
  outgoing.path = path_below(base_path_, route) + (route.query.empty() ? "" : "?" + route.query);
  std::optional<int> status;
  outgoing.response_handler = [&](httplib::Response const& head) {
    bounds_.note_content();
    status = head.status;
    if (!is_final(head.status)) return false;
    listener.head(head_of(head));
    return true;
  };
  std::string body;
  bool is_too_large = false;
  outgoing.content_receiver = [&](char const* data, std::size_t length, std::uint64_t, std::uint64_t) {
    bounds_.note_content();
    is_too_large = length > Upstream::most_answer_bytes - body.size();
    if (is_too_large) return false;
    body.append(data, length);
    listener.piece({data, length});
    return true;
  };
  httplib::Result const result = client_->send(outgoing);
  // A connection that was ended looks like one that the other server has ended.
  if (is_stopped_) throw UpstreamError("The mock is ending, and has not waited for the answer of " + origin_ + ".");
  if (is_too_large) {
    throw UpstreamError(fmt::format("The answer of {} has more than {} bytes, which are not passed on.", origin_,
                                    Upstream::most_answer_bytes));
  }
  if (bounds_.are_exceeded()) {
    throw UpstreamError(
        fmt::format("The answer of {} has a line of more than {} bytes, or more than {} before or between "
                    "the pieces of its body, which are not passed on.",
                    origin_, AnswerBounds::most_line_bytes, AnswerBounds::most_bytes));
  }
  if (result) status = result->status;
  if (status && !is_final(*status)) {
    throw UpstreamError(
        fmt::format("The answer of {} has the status {}, which is no final one (200 to 599), and is not "
                    "passed on.",
                    origin_, *status));
  }
  if (!result) throw UpstreamError(upstream_failure(result.error(), origin_));
  UpstreamAnswer answer = head_of(*result);
  answer.body = decoded_body(std::move(body), result->get_header_value("Content-Encoding"), origin_);
  return answer;
}

}  // namespace mock_provider
