#pragma once

#include <functional>
#include <string>

#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/stored_files.hpp"
#include "mock-provider/stored_objects.hpp"

namespace mock_provider {

/// Answers one request of a batch as if it had come alone.
using AskAlone = std::function<Answer(Request request)>;

}  // namespace mock_provider

/// OpenAI's `/v1/batches`: each line of the uploaded file is asked at once, and the results are files when the answer
/// comes.
namespace mock_provider::openai_batches {

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredObjects& objects, StoredFiles& files,
                             AskAlone const& ask);

}  // namespace mock_provider::openai_batches

/// Anthropic's `/v1/messages/batches`, which end before they are answered.
namespace mock_provider::anthropic_batches {

/// What asks, and the scheme of the address at which the results are.
struct Means {
  AskAlone const& ask;
  std::string const& scheme;
};

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredObjects& objects, Means const& means);

}  // namespace mock_provider::anthropic_batches
