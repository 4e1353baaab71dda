#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/providers/answer.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::speech {

/// The answer to POST of `/v1/audio/speech`: a tenth of a second of silence, mono at 24 kHz, in the `response_format`
/// that `body` asks for, mp3 unless another is; with `stream_format: sse` as events. 400 without `model`, `input` or
/// `voice`, and for another format.
[[nodiscard]] Answer usual(Json const& body);

}  // namespace mock_provider::speech
