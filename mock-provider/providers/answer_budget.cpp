#include "mock-provider/providers/answer_budget.hpp"

#include <fmt/core.h>

namespace mock_provider {
namespace answer_budget {
namespace {

constexpr char const* code = "mock_answer_too_large";

/// What a frame takes beside its text, so that many tiny ones are counted for what they are.
constexpr std::size_t bytes_beside_a_frame = sizeof(std::string);

}  // namespace

void require_room(std::size_t parts, std::size_t bytes_of_each, std::string const& param, std::string const& advice) {
  if (parts == 0 || bytes_of_each <= most_bytes / parts) return;
  throw AnswerTooLarge(code, param,
                       fmt::format("The answer would have more than the {} bytes that the mock makes for one request: "
                                   "{}.",
                                   most_bytes, advice));
}

}  // namespace answer_budget

AnswerTooLarge::AnswerTooLarge(std::string code, std::string param, std::string const& message)
    : std::runtime_error(message), code_(std::move(code)), param_(std::move(param)) {}

void FrameList::add(std::string frame) {
  std::size_t const with_it = bytes_ + frame.size() + answer_budget::bytes_beside_a_frame;
  answer_budget::require_room(1, with_it, "stream", "ask for fewer choices or a shorter text, or do without a stream");
  bytes_ = with_it;
  frames_.push_back(std::move(frame));
}

std::string FrameList::take_last() {
  std::string last = std::move(frames_.back());
  frames_.pop_back();
  bytes_ -= last.size() + answer_budget::bytes_beside_a_frame;
  return last;
}

}  // namespace mock_provider
