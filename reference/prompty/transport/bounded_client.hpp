#pragma once

#include <httplib.h>

#include <chrono>
#include <functional>
#include <string>

#include "prompty/transport/answer_meter.hpp"
#include "prompty/transport/bounded_stream.hpp"

namespace prompty {

/// A client of cpp-httplib (`Base` is its ClientImpl or SSLClient) that keeps of the head of an answer, and of what
/// stands between its chunks, no more than `meter` lets through.
template <class Base>
class BoundedClient : public Base {
 public:
  BoundedClient(std::string const& host, int port, AnswerMeter& meter, std::chrono::milliseconds patience)
      : Base(host, port), meter_(&meter), patience_(patience) {}

 private:
  bool process_socket(typename Base::Socket const& socket,
                      std::function<bool(httplib::Stream& stream)> callback) override {
    BoundedStream stream(socket.sock, socket.ssl, patience_, *meter_);
    return callback(stream);
  }

  AnswerMeter* meter_;
  std::chrono::milliseconds patience_;
};

}  // namespace prompty
