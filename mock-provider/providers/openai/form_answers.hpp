#pragma once

#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

/// OpenAI's routes that take files: transcriptions and translations of audio, and edits and variations of images.
namespace mock_provider::form_answers {

/// What is answered without a scenario: how much audio came, or images of one pixel; else an error that names the
/// field.
[[nodiscard]] Answer usual(Request const& request, Route const& route);

}  // namespace mock_provider::form_answers
