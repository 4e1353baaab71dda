#pragma once

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mock_provider::http {

using Clock = std::chrono::steady_clock;

/// How long a peer may keep the server waiting.
struct Patience {
  std::chrono::milliseconds silence{0};  ///< without a byte
  std::chrono::milliseconds total{0};    ///< with all that belongs together: a handshake, a request, or an answer
};

/// The bytes of one accepted connection, which it closes when it ends. Used by one thread; only `shut_down` of its
/// descriptor may come from another.
class Channel {
 public:
  /// Owns the descriptor. Reading and writing fail when patience is over.
  Channel(int descriptor, Patience patience);
  Channel(Channel const&) = delete;
  Channel& operator=(Channel const&) = delete;
  virtual ~Channel();

  /// Makes it ready for reading and writing; whether that succeeded.
  [[nodiscard]] virtual bool open() { return true; }

  /// From now on waiting for the peer is counted anew against `total`.
  void begin_exchange() { left_ = patience_.total; }
  /// From now on it is not counted: between two requests only silence is bounded.
  void await_exchange() { left_ = std::nullopt; }
  /// Whether the peer has taken longer than `total`, so that reading and writing fail.
  [[nodiscard]] bool is_out_of_time() const { return left_ && *left_ <= Clock::duration::zero(); }
  [[nodiscard]] Patience const& patience() const { return patience_; }

  /// How many bytes came, at least one; 0 when the peer has ended, the connection broke or its patience did.
  [[nodiscard]] virtual std::size_t read(std::span<char> room);
  /// How many bytes are there to be read, without waiting and without taking them away; 0 also when none will come.
  [[nodiscard]] virtual std::size_t peek(std::span<char> room);
  /// Whether bytes are at hand that came with others and that its descriptor does not tell of.
  [[nodiscard]] virtual bool holds_more() const { return false; }
  /// Whether everything was handed to the network.
  [[nodiscard]] virtual bool write(std::string_view bytes);

  /// Returns at that time, or earlier when the peer has gone: then true.
  [[nodiscard]] bool is_left_before(Clock::time_point until) const;
  [[nodiscard]] bool is_left() const;

  /// Ends the connection in order. What the peer still sends is read for a moment, since unread bytes would turn the
  /// end into a reset, which can overtake the answer.
  virtual void finish();
  /// Ends the connection with RST.
  void reset() const;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 protected:
  /// Whether these events, of poll, happen before patience is over.
  [[nodiscard]] bool is_ready_for(short events);

 private:
  /// How long the next wait may be.
  [[nodiscard]] std::chrono::milliseconds longest_wait() const;
  void count_wait_since(Clock::time_point start);
  /// Whether a call that ended because its time was up is the end of patience.
  [[nodiscard]] bool was_silence(std::chrono::milliseconds waited) const;

  int descriptor_;
  Patience const patience_;
  std::optional<Clock::duration> left_;         ///< of `total`; nothing while it is not counted
  std::chrono::milliseconds longest_read_{0};   ///< as the socket knows it
  std::chrono::milliseconds longest_write_{0};  ///< as the socket knows it
};

/// The certificate and the key with which a server speaks TLS. Thread-safe.
class TlsIdentity {
 public:
  /// Both are PEM files. Throws StartError when they cannot be read or do not belong together.
  TlsIdentity(std::string const& certificate_file, std::string const& key_file);

  [[nodiscard]] SSL_CTX* context() const { return context_.get(); }

 private:
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  std::unique_ptr<SSL_CTX, Free> context_;
};

/// A connection over TLS.
class TlsChannel : public Channel {
 public:
  /// The identity must outlive the channel.
  TlsChannel(int descriptor, Patience patience, TlsIdentity const& identity);

  /// Whether both sides agreed on keys.
  [[nodiscard]] bool open() override;
  [[nodiscard]] std::size_t read(std::span<char> room) override;
  /// Goes on with the handshake, as far as that can be done without waiting.
  [[nodiscard]] std::size_t peek(std::span<char> room) override;
  [[nodiscard]] bool holds_more() const override;
  [[nodiscard]] bool write(std::string_view bytes) override;
  void finish() override;

 private:
  struct Free {
    void operator()(SSL* session) const { SSL_free(session); }
  };

  /// Whether the step that returned this is worth another try, once the socket is ready for it.
  [[nodiscard]] bool is_ready_again(int result);

  std::unique_ptr<SSL, Free> session_;
};

}  // namespace mock_provider::http
