#include "prompty/transport/http_client.hpp"

#include <fmt/core.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <utility>

#include "prompty/transport/authority.hpp"
#include "prompty/transport/bounded_client.hpp"
#include "prompty/transport/errors.hpp"
#include "prompty/transport/tunnel_client.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace http_client {
namespace {

double seconds(std::chrono::milliseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

bool has_line_break(std::string const& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

httplib::Request to_httplib(HttpRequest const& request, std::string const& target) {
  httplib::Request converted;
  converted.method = request.method;
  converted.path = target;
  converted.body = request.body;
  for (auto const& [name, value] : request.headers) {
    if (has_line_break(name) || has_line_break(value)) throw errors::invalid_header(name);
    converted.headers.emplace(name, value);
  }
  return converted;
}

void configure(httplib::ClientImpl& client, HttpOptions const& options) {
  client.set_connection_timeout(options.connect_timeout);
  client.set_read_timeout(options.read_timeout);
  client.set_write_timeout(options.read_timeout);
  // P7.9-13: followed, a redirect could take the credential to a host that nobody has chosen.
  client.set_follow_location(false);
  // P7.9-15: chain, dates and host name are checked before a header is sent.
  client.enable_server_certificate_verification(true);
  // The target is encoded already; encoding it again would change it.
  client.set_url_encode(false);
  if (options.certificate_authorities) client.set_ca_cert_path(*options.certificate_authorities);
}

}  // namespace
}  // namespace http_client

HttpClient::HttpClient(HttpRequest const& request, HttpOptions const& options)
    : url_(request.url), options_(options), meter_(options) {
  Url const url = parse_url(request.url);
  request_ = http_client::to_httplib(request, url.target);
  if (options.proxies) proxy_ = proxy_for(*options.proxies, url.origin);
  bool const is_secure = url.origin.starts_with("https://");
  Authority const server =
      split_authority(std::string_view(url.origin).substr(url.origin.find("://") + 3), is_secure ? 443 : 80);
  if (!is_secure) {
    client_ =
        std::make_unique<BoundedClient<httplib::ClientImpl>>(server.host, server.port, meter_, options.read_timeout);
    if (proxy_) take_proxy(*proxy_);
  } else if (proxy_) {
    std::unique_ptr<TunnelClient> tunnel =
        std::make_unique<TunnelClient>(server.host, server.port, *proxy_, options, meter_);
    tunnel_ = tunnel.get();
    secure_ = tunnel.get();
    client_ = std::move(tunnel);
  } else {
    std::unique_ptr<httplib::SSLClient> secure =
        std::make_unique<BoundedClient<httplib::SSLClient>>(server.host, server.port, meter_, options.read_timeout);
    secure_ = secure.get();
    client_ = std::move(secure);
  }
  http_client::configure(*client_, options_);
  client_->set_socket_options([this](socket_t socket) { breaker_.watch(socket); });
}

HttpClient::~HttpClient() = default;

httplib::Result HttpClient::send() {
  return client_->send(request_);
}

void HttpClient::stop() {
  // Not the library's own `stop`, which waits until the connection is made.
  breaker_.break_off();
}

void HttpClient::take_proxy(Proxy const& proxy) {
  client_->set_proxy(proxy.host, proxy.port);
  if (proxy.authorization) request_.headers.emplace("Proxy-Authorization", *proxy.authorization);
}

ConnectionError HttpClient::failure(httplib::Error error, std::chrono::steady_clock::duration waited) const {
  if (std::optional<ConnectionError> const passed = passed_bound()) return *passed;
  if (!proxy_) return errors::no_answer(url_, cause(error, waited));
  std::string const proxy = fmt::format("http://{}:{}", proxy_->host, proxy_->port);
  if (tunnel_ != nullptr && !tunnel_->failure().empty()) return errors::proxy_failed(url_, proxy, tunnel_->failure());
  bool const is_unreachable = error == httplib::Error::Connection || error == httplib::Error::ConnectionTimeout;
  if (is_unreachable) return errors::proxy_failed(url_, proxy, "cannot be reached");
  return errors::no_answer(url_, cause(error, waited));
}

ConnectionError HttpClient::too_slow() const {
  return errors::answer_too_slow(url_,
                                 http_client::seconds(options_.total_timeout.value_or(std::chrono::milliseconds{})));
}

std::optional<ConnectionError> HttpClient::passed_bound() const {
  switch (meter_.excess()) {
    case AnswerMeter::Excess::none:
      return std::nullopt;
    case AnswerMeter::Excess::line:
      return errors::answer_line_too_long(url_, AnswerMeter::max_line_bytes);
    case AnswerMeter::Excess::headers:
      return errors::answer_headers_too_large(url_, options_.max_header_bytes);
    case AnswerMeter::Excess::answer:
      return errors::answer_too_large(url_, options_.max_answer_bytes);
    case AnswerMeter::Excess::stream:
      return errors::stream_too_large(url_, options_.max_stream_bytes);
  }
  return std::nullopt;
}

std::string HttpClient::cause(httplib::Error error, std::chrono::steady_clock::duration waited) const {
  bool const waited_to_the_end = waited >= std::min(options_.read_timeout, options_.connect_timeout);
  std::string no_connection =
      fmt::format("timed out after {} seconds without a connection", http_client::seconds(options_.connect_timeout));
  switch (error) {
    case httplib::Error::Connection:
      return waited_to_the_end ? no_connection : "the connection was refused, or the host is unknown";
    case httplib::Error::ConnectionTimeout:
      return no_connection;
    case httplib::Error::Read:
      return waited >= options_.read_timeout
                 ? fmt::format("timed out: nothing came for {} seconds", http_client::seconds(options_.read_timeout))
                 : "the connection ended before the answer was complete";
    case httplib::Error::Write:
      return "the connection ended while the request was being sent";
    case httplib::Error::SSLConnection:
      return "the TLS handshake failed";
    case httplib::Error::SSLLoadingCerts:
      return fmt::format("the certificates to trust could not be loaded from {}",
                         options_.certificate_authorities.value_or("the system"));
    case httplib::Error::SSLServerVerification:
      return fmt::format("the server's certificate is not trusted ({})", distrust());
    case httplib::Error::Success:
    case httplib::Error::Unknown:
    case httplib::Error::BindIPAddress:
    case httplib::Error::ExceedRedirectCount:
    case httplib::Error::Canceled:
    case httplib::Error::UnsupportedMultipartBoundaryChars:
    case httplib::Error::Compression:
      return httplib::to_string(error);
  }
  return httplib::to_string(error);
}

std::string HttpClient::distrust() const {
  long const result = secure_ == nullptr ? X509_V_OK : secure_->get_openssl_verify_result();
  // The chain is good, and still the server was refused: it is another host's.
  return result == X509_V_OK ? "it is made out to another host" : X509_verify_cert_error_string(result);
}

}  // namespace prompty
