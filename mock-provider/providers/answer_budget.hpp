#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mock_provider {

/// An answer that would be larger than any that the mock makes. `what()` is a sentence for the client.
class AnswerTooLarge : public std::runtime_error {
 public:
  /// `param` is the member of the request that asks for too much, as the provider writes it, "" for none.
  AnswerTooLarge(std::string code, std::string param, std::string const& message);

  [[nodiscard]] std::string const& code() const { return code_; }
  [[nodiscard]] std::string const& param() const { return param_; }

 private:
  std::string code_;
  std::string param_;
};

}  // namespace mock_provider

namespace mock_provider::answer_budget {

/// Of a body, or of all events of a stream together. The largest answer that OpenAI's clients ask for fits: 2,048
/// vectors of 3,072 numbers in base64.
constexpr std::size_t most_bytes = 40'000'000;
/// Of a value that is made up to fit a schema, which can ask for any number of elements in a few words.
constexpr std::size_t most_bytes_of_sample = 1'000'000;

/// Throws AnswerTooLarge when so many parts of so many bytes are more than `most_bytes`. `advice` says how to ask for
/// less.
void require_room(std::size_t parts, std::size_t bytes_of_each, std::string const& param, std::string const& advice);

}  // namespace mock_provider::answer_budget

namespace mock_provider {

/// Gathers the events of a stream; adding one throws AnswerTooLarge when all together are more than `most_bytes`.
class FrameList {
 public:
  void add(std::string frame);
  /// Takes the last one off again.
  [[nodiscard]] std::string take_last();
  [[nodiscard]] std::vector<std::string> take() { return std::move(frames_); }

 private:
  std::vector<std::string> frames_;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider
