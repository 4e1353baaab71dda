#include "mock-provider/http/tls_channel.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <openssl/err.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "mock-provider/http/start_error.hpp"

namespace mock_provider::http {
namespace tls_channel {
namespace {

/// OpenSSL writes without MSG_NOSIGNAL, so that a client that has gone would end the process.
void block_broken_pipe_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void require_readable(std::string const& file, std::string_view what) {
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    throw StartError(fmt::format("{} is a folder: name the {} in it, a PEM file", file, what));
  }
  errno = 0;
  if (std::ifstream(file)) return;
  throw StartError(fmt::format("{} cannot be read: {}; name the {}, a PEM file", file, std::strerror(errno), what));
}

}  // namespace
}  // namespace tls_channel

TlsIdentity::TlsIdentity(std::string const& certificate_file, std::string const& key_file)
    : context_(SSL_CTX_new(TLS_server_method())) {
  SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  tls_channel::require_readable(certificate_file, "certificate");
  tls_channel::require_readable(key_file, "key");
  if (SSL_CTX_use_certificate_chain_file(context_.get(), certificate_file.c_str()) != 1) {
    throw StartError(fmt::format("{} holds no certificate in PEM form", certificate_file));
  }
  bool const is_key = SSL_CTX_use_PrivateKey_file(context_.get(), key_file.c_str(), SSL_FILETYPE_PEM) == 1;
  if (!is_key || SSL_CTX_check_private_key(context_.get()) != 1) {
    throw StartError(fmt::format("{} holds no key, in PEM form, of the certificate in {}", key_file, certificate_file));
  }
}

TlsChannel::TlsChannel(int descriptor, Patience patience, TlsIdentity const& identity)
    : Channel(descriptor, patience), session_(SSL_new(identity.context())) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  SSL_set_fd(session_.get(), descriptor);
}

bool TlsChannel::open() {
  tls_channel::block_broken_pipe_signal();
  for (;;) {
    ERR_clear_error();
    int const result = SSL_accept(session_.get());
    if (result == 1) return true;
    if (!is_ready_again(result)) return false;
  }
}

std::size_t TlsChannel::read(std::span<char> room) {
  int const size = static_cast<int>(std::min<std::size_t>(room.size(), std::numeric_limits<int>::max()));
  for (;;) {
    ERR_clear_error();
    int const count = SSL_read(session_.get(), room.data(), size);
    if (count > 0) return static_cast<std::size_t>(count);
    if (!is_ready_again(count)) return 0;
  }
}

std::size_t TlsChannel::peek(std::span<char> room) {
  tls_channel::block_broken_pipe_signal();
  ERR_clear_error();
  if (SSL_is_init_finished(session_.get()) == 0 && SSL_accept(session_.get()) != 1) return 0;
  int const size = static_cast<int>(std::min<std::size_t>(room.size(), std::numeric_limits<int>::max()));
  return static_cast<std::size_t>(std::max(0, SSL_peek(session_.get(), room.data(), size)));
}

bool TlsChannel::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ERR_clear_error();
    int const size = static_cast<int>(std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max()));
    int const count = SSL_write(session_.get(), bytes.data(), size);
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    if (count <= 0 && !is_ready_again(count)) return false;
  }
  return true;
}

void TlsChannel::finish() {
  ERR_clear_error();
  SSL_shutdown(session_.get());
  fcntl(descriptor(), F_SETFL, fcntl(descriptor(), F_GETFL) & ~O_NONBLOCK);
  Channel::finish();
}

bool TlsChannel::is_ready_again(int result) {
  int const reason = SSL_get_error(session_.get(), result);
  if (reason == SSL_ERROR_WANT_READ) return is_ready_for(POLLIN);
  return reason == SSL_ERROR_WANT_WRITE && is_ready_for(POLLOUT);
}

}  // namespace mock_provider::http
