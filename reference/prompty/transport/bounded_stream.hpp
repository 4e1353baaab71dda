#pragma once

#include <httplib.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "prompty/transport/answer_meter.hpp"

namespace prompty {

/// A connection as cpp-httplib reads and writes it, which ends when its meter says so. The library's own
/// streams let a line grow as long as the other side likes.
class BoundedStream final : public httplib::Stream {
 public:
  /// `tls` is null for a connection without; `patience` is how long to wait for the other side each time.
  BoundedStream(socket_t socket, SSL* tls, std::chrono::milliseconds patience, AnswerMeter& meter);

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;

  /// How many bytes it gave; 0 at the end, -1 when nothing came in time, the connection broke, or a bound is passed.
  ssize_t read(char* into, std::size_t size) override;
  ssize_t write(char const* from, std::size_t size) override;

  /// The library asks for these in servers only.
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  [[nodiscard]] bool is_ready_for(short event) const;
  [[nodiscard]] ssize_t receive();
  [[nodiscard]] ssize_t receive_once();
  [[nodiscard]] ssize_t send_once(char const* from, std::size_t size);
  [[nodiscard]] bool is_worth_repeating(ssize_t result) const;

  socket_t socket_;
  SSL* tls_;
  std::chrono::milliseconds patience_;
  AnswerMeter& meter_;
  std::array<char, std::size_t{16}* 1024> buffer_ = {};
  std::size_t used_ = 0;  ///< bytes of the buffer that were read from it
  std::size_t held_ = 0;  ///< bytes that it holds, with those
};

}  // namespace prompty
