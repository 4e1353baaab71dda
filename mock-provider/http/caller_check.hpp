#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/request.hpp"

namespace mock_provider {

/// From where requests are taken, beyond what is let in always. "*" stands for everything.
struct AdmittedCallers {
  std::vector<std::string> hosts;    ///< names under which clients may reach the mock, without a port
  std::vector<std::string> origins;  ///< of pages in browsers that may send requests, such as "https://app.example"
};

}  // namespace mock_provider

namespace mock_provider::caller_check {

/// Why a request is refused, with how to allow it, in a sentence for whoever sent it; nothing when it is let in.
///
/// A browser runs pages of strangers, who must neither read what the mock has received nor change what it plays. A page
/// can make a name of its own point to this machine (DNS rebinding): so `Host` has to be an address, localhost, or an
/// admitted name. And it can send requests without reading the answers: so `Origin`, which browsers then send along,
/// has to be of this machine, of the mock itself, or admitted. Other clients send no `Origin`, and may leave out
/// `Host`.
[[nodiscard]] std::optional<std::string> objection(Headers const& headers, AdmittedCallers const& admitted);

}  // namespace mock_provider::caller_check
