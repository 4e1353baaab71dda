#pragma once

#include <httplib.h>

#include <string>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider_tests {

/// A chat request that breaks no rule of the provider.
[[nodiscard]] mock_provider::Json sound_request(std::string const& text = "hello");

/// The headers that go with it.
[[nodiscard]] httplib::Headers sound_headers();

/// Posts to 127.0.0.1; gives up after a minute.
[[nodiscard]] httplib::Result post(int port, std::string const& path, std::string const& body);
[[nodiscard]] httplib::Result post(int port, std::string const& path, mock_provider::Json const& body);
[[nodiscard]] httplib::Result get(int port, std::string const& path);

/// The JSON of an answer; a test failure and null when it is none.
[[nodiscard]] mock_provider::Json json_of(std::string const& body);

}  // namespace mock_provider_tests
