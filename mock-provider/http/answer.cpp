#include "mock-provider/http/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace mock_provider {
namespace {

constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

}  // namespace

FrameGate::FrameGate(std::optional<LettingOut> by_itself) : by_itself_(by_itself) {
  close();
}

void FrameGate::let_out(std::size_t frames) {
  {
    std::lock_guard const lock(mutex_);
    let_out_ = std::max(let_out_, frames);
  }
  changed_.notify_all();
}

void FrameGate::note_items(std::size_t items) {
  {
    std::lock_guard const lock(mutex_);
    items_ = std::max(items_, items);
    if (by_itself_ && items_ >= by_itself_->items) let_out_ = everything;
  }
  changed_.notify_all();
}

void FrameGate::close() {
  std::lock_guard const lock(mutex_);
  let_out_ = by_itself_ && by_itself_->items == 0 ? everything : 0;
  items_ = 0;
  held_since_.reset();
  late_.clear();
}

bool FrameGate::opens_for(std::size_t index, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  auto const is_out = [&] { return index < let_out_; };
  if (is_out() || limit.count() == 0) return is_out();
  if (!held_since_) held_since_ = Clock::now();
  changed_.wait_for(lock, limit, is_out);
  if (by_itself_ && !is_out() && Clock::now() - *held_since_ >= by_itself_->patience) {
    late_ = fmt::format(
        "the provider held chunk {} and all behind it back for {} ms; the chunks before it make {} {}, of which {} had "
        "been handed on by then",
        index, by_itself_->patience.count(), by_itself_->items, by_itself_->items == 1 ? "item" : "items", items_);
    let_out_ = everything;
  }
  return is_out();
}

std::string FrameGate::late() const {
  std::lock_guard const lock(mutex_);
  return late_;
}

}  // namespace mock_provider
