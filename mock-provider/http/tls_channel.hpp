#pragma once

#include <openssl/ssl.h>

#include <chrono>
#include <memory>
#include <string>

#include "mock-provider/http/channel.hpp"

namespace mock_provider::http {

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
