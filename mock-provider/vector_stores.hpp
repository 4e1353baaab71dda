#pragma once

#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/stored_files.hpp"
#include "mock-provider/stored_objects.hpp"

/// OpenAI's `/v1/vector_stores`: the stores, their files and batches of files, done at once, and a search that counts
/// which of the words asked for a file has.
namespace mock_provider::vector_stores {

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredObjects& objects,
                             StoredFiles const& files);

}  // namespace mock_provider::vector_stores
