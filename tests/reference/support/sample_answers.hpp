#pragma once

#include <string>
#include <vector>

namespace prompty_tests {

/// What a provider may send to one kind of agent, whole or as an event stream.
struct SampleAnswer {
  std::string provider;
  std::string api_type;
  bool is_stream = false;
  std::string body;
};

/// Answers of all kinds, each of them sound.
[[nodiscard]] std::vector<SampleAnswer> const& sample_answers();

}  // namespace prompty_tests
