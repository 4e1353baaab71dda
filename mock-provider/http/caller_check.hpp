#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"

namespace mock_provider {

/// From where requests are taken, beyond what is let in always. "*" stands for everything.
struct AdmittedCallers {
  std::vector<std::string> hosts;    ///< names under which clients may reach the mock, without a port
  std::vector<std::string> origins;  ///< of pages in browsers that may send requests, such as "https://app.example"
};

}  // namespace mock_provider

namespace mock_provider::caller_check {

/// Whether a host, an address of version 6 in brackets, is this machine alone.
[[nodiscard]] bool is_loopback(std::string const& host);

/// Why a request is refused, with how to allow it, in a sentence for whoever sent it; nothing when it is let in.
///
/// A browser runs untrusted pages, which must neither read what the mock has received nor change what it plays. A page
/// can make a name of its own point to this machine (DNS rebinding): so `Host` has to be an address, localhost, or an
/// admitted name. And it can send requests without reading the answers: so `Origin`, which browsers then send along,
/// has to be of this machine, of the mock itself, or admitted. Other clients send no `Origin`, and may leave out
/// `Host`.
[[nodiscard]] std::optional<std::string> objection(Headers const& headers, AdmittedCallers const& admitted);

}  // namespace mock_provider::caller_check

/// What pages in browsers need to read answers (CORS); only those whose origin is admitted by name or by "*".
namespace mock_provider::cross_origin {

/// The origin of the page that sends a request and may read its answer; nothing when there is none.
[[nodiscard]] std::optional<std::string> reader(Headers const& headers, AdmittedCallers const& admitted);

/// Whether a browser asks what a page may send, before it sends it.
[[nodiscard]] bool is_preflight(Request const& request);

/// The answer to that: whatever the page wants.
[[nodiscard]] Answer preflight(Request const& request);

/// Has the browser show the answer, with all its headers, to pages of that origin.
void let_read(Answer& answer, std::string const& origin);

}  // namespace mock_provider::cross_origin
