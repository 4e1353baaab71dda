#include "prompty/transport/http_transport.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/transport/block_queue.hpp"
#include "prompty/transport/broken_pipe.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace http {
namespace {

using Clock = std::chrono::steady_clock;

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

std::string cause(httplib::Error error, HttpOptions const& options, Clock::duration elapsed) {
  bool const waited_to_the_end = elapsed >= std::min(options.read_timeout, options.connect_timeout);
  switch (error) {
    case httplib::Error::Connection:
      return waited_to_the_end
                 ? fmt::format("timed out after {} seconds without a connection", seconds(options.connect_timeout))
                 : "the connection was refused, or the host is unknown";
    case httplib::Error::ConnectionTimeout:
      return fmt::format("timed out after {} seconds without a connection", seconds(options.connect_timeout));
    case httplib::Error::Read:
      return elapsed >= options.read_timeout
                 ? fmt::format("timed out: nothing came for {} seconds", seconds(options.read_timeout))
                 : "the connection ended before the answer was complete";
    case httplib::Error::Write:
      return "the connection ended while the request was being sent";
    case httplib::Error::SSLConnection:
      return "the TLS handshake failed";
    case httplib::Error::SSLLoadingCerts:
      return "the certificates to trust could not be loaded";
    case httplib::Error::SSLServerVerification:
      return "the server's certificate is not trusted";
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

void configure(httplib::Client& client, HttpOptions const& options) {
  client.set_connection_timeout(options.connect_timeout);
  client.set_read_timeout(options.read_timeout);
  client.set_write_timeout(options.read_timeout);
  client.set_follow_location(false);
  client.enable_server_certificate_verification(true);
  // The target is encoded already; encoding it again would change it.
  client.set_url_encode(false);
  if (options.certificate_authorities) client.set_ca_cert_path(options.certificate_authorities->c_str());
}

HttpResponse from_httplib(httplib::Response const& response) {
  HttpResponse converted{.status = response.status, .headers = {}, .body = response.body};
  for (auto const& [name, value] : response.headers) converted.headers.emplace_back(name, value);
  return converted;
}

/// One request whose answer a thread of its own reads.
class Exchange {
 public:
  Exchange(HttpRequest const& request, HttpOptions const& options)
      : url_(request.url), options_(options), client_(parse_url(request.url).origin) {
    converted_ = to_httplib(request, parse_url(request.url).target);
    if (!client_.is_valid()) throw errors::invalid_url(request.url, "its host or port is malformed");
    configure(client_, options_);
    converted_.response_handler = [this](httplib::Response const& response) {
      arrived_ = Clock::now();
      has_head_ = true;
      head_.set_value(from_httplib(response));
      return true;
    };
    converted_.content_receiver = [this](char const* data, std::size_t size, std::uint64_t, std::uint64_t) {
      arrived_ = Clock::now();
      return blocks_.push(std::string(data, size)) == BlockQueue::Reader::waits;
    };
    reader_ = std::thread([this] { read(); });
  }

  ~Exchange() {
    blocks_.abandon();
    client_.stop();
    reader_.join();
  }
  Exchange(Exchange const&) = delete;
  Exchange& operator=(Exchange const&) = delete;

  HttpResponse head() { return head_.get_future().get(); }
  std::optional<std::string> pull() { return blocks_.pull(); }

 private:
  void read() {
    BrokenPipeSilencer const silencer;
    httplib::Result const result = client_.send(converted_);
    std::exception_ptr failure;
    if (!result) {
      failure =
          std::make_exception_ptr(errors::no_answer(url_, cause(result.error(), options_, Clock::now() - arrived_)));
    }
    if (!has_head_) head_.set_exception(failure);
    blocks_.end(failure);
  }

  std::string url_;
  HttpOptions options_;
  httplib::Client client_;
  httplib::Request converted_;
  BlockQueue blocks_;
  std::promise<HttpResponse> head_;
  // Touched by the reading thread alone.
  bool has_head_ = false;
  Clock::time_point arrived_ = Clock::now();
  std::thread reader_;
};

}  // namespace
}  // namespace http

HttpTransport::HttpTransport(HttpOptions options) : options_(std::move(options)) {}

HttpResponse HttpTransport::send(HttpRequest const& request) const {
  Url const url = parse_url(request.url);
  httplib::Request const converted = http::to_httplib(request, url.target);
  httplib::Client client(url.origin);
  if (!client.is_valid()) throw errors::invalid_url(request.url, "its host or port is malformed");
  http::configure(client, options_);

  BrokenPipeSilencer const silencer;
  http::Clock::time_point const start = http::Clock::now();
  httplib::Result const result = client.send(converted);
  if (!result) {
    throw errors::no_answer(request.url, http::cause(result.error(), options_, http::Clock::now() - start));
  }
  return http::from_httplib(*result);
}

StreamedResponse HttpTransport::stream(HttpRequest const& request) const {
  std::shared_ptr<http::Exchange> const exchange = std::make_shared<http::Exchange>(request, options_);
  HttpResponse head = exchange->head();
  return {.status = head.status, .headers = std::move(head.headers), .body = [exchange] { return exchange->pull(); }};
}

}  // namespace prompty
