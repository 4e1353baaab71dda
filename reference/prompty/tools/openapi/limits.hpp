#pragma once

#include <chrono>
#include <cstddef>

namespace prompty::openapi {

/// What documents and answers may cost. `time` is for a whole answer, from the request to its end.
struct Limits {
  std::size_t document_bytes = 16'777'216;
  std::size_t document_values = 1'000'000;
  std::size_t documents = 64;
  std::size_t answer_bytes = 1'048'576;
  std::chrono::milliseconds time = std::chrono::seconds(60);
};

}  // namespace prompty::openapi
