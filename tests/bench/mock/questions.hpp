#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace bench {

/// A scripted chat completion, as all three servers know it.
[[nodiscard]] std::string chat_request();
/// The same question, answered by a stream of a hundred chunks and a few more.
[[nodiscard]] std::string stream_request();
/// That stream from the mock, with 10 ms from chunk to chunk.
[[nodiscard]] std::string paced_request();

[[nodiscard]] nlohmann::ordered_json mock_scenario();
[[nodiscard]] nlohmann::ordered_json aimock_fixtures();

}  // namespace bench
