#pragma once

#include <string>

#include "mock-provider/http/listener.hpp"

namespace mock_provider_tests {

/// A key, and a certificate for 127.0.0.1 that it has signed itself, in files of that folder.
[[nodiscard]] mock_provider::TlsFiles self_signed(std::string const& folder);

}  // namespace mock_provider_tests
