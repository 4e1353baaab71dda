#include "mock-provider/http/crew.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace mock_provider {
namespace {

/// The crew of this thread, nullptr in a pause.
thread_local Crew* own_crew = nullptr;

}  // namespace

Crew::Crew(std::size_t at_once, std::function<bool()> turn)
    : at_once_(std::max<std::size_t>(1, at_once)), turn_(std::move(turn)) {
  std::lock_guard const lock(mutex_);
  start_thread();
  while (working_ < at_once_ && start_another()) {
  }
}

Crew::~Crew() {
  join();
}

void Crew::join() {
  std::unique_lock lock(mutex_);
  while (!threads_.empty()) {
    std::vector<std::thread> started = std::exchange(threads_, {});
    lock.unlock();
    for (std::thread& thread : started) thread.join();
    lock.lock();
  }
}

void Crew::start_thread() {
  threads_.emplace_back([this] { run(); });
  ++working_;
}

bool Crew::start_another() {
  try {
    start_thread();
    return true;
  } catch (std::system_error const&) {
    // Fewer threads than wanted still serve, each request a little later.
    return false;
  }
}

void Crew::run() {
  own_crew = this;
  while (is_called() && turn_()) {
  }
  {
    std::lock_guard const lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
}

bool Crew::is_called() {
  std::unique_lock lock(mutex_);
  if (working_ <= at_once_ || is_over_) return !is_over_;
  --working_;
  ++spare_;
  changed_.wait(lock, [this] { return calls_ > 0 || is_over_; });
  if (is_over_) return false;
  --calls_;
  return true;
}

void Crew::step_back() {
  std::unique_lock lock(mutex_);
  --working_;
  if (working_ >= at_once_ || is_over_) return;
  if (spare_ == 0) {
    start_another();
    return;
  }
  --spare_;
  ++working_;
  ++calls_;
  lock.unlock();
  changed_.notify_one();
}

void Crew::come_back() {
  std::lock_guard const lock(mutex_);
  ++working_;
}

Crew::Pause::Pause() : crew_(std::exchange(own_crew, nullptr)) {
  if (crew_ != nullptr) crew_->step_back();
}

Crew::Pause::~Pause() {
  if (crew_ == nullptr) return;
  crew_->come_back();
  own_crew = crew_;
}

}  // namespace mock_provider
