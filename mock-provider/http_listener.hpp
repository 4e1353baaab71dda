#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "mock-provider/answer.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider {

/// The server cannot listen; `what()` is one sentence for the user.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ListenerOptions {
  std::string host;
  int port = 0;  ///< 0: any free one
  std::size_t max_request_bytes = 0;
  int threads = 1;
};

/// Carries requests from sockets to a handler and its answers back, over cpp-httplib.
class HttpListener {
 public:
  using Handler = std::function<Answer(Request const&)>;

  /// Listens from then on. Throws StartError when the port cannot be had.
  HttpListener(ListenerOptions const& options, Handler handler);
  HttpListener(HttpListener const&) = delete;
  HttpListener& operator=(HttpListener const&) = delete;
  ~HttpListener();

  [[nodiscard]] int port() const;
  /// Ends delays and connections and returns when every thread has ended; may be called again.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace mock_provider
