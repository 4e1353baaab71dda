#include "prompty/trace/background.hpp"

#include <fmt/core.h>

#include <condition_variable>
#include <deque>
#include <system_error>
#include <thread>

#include "prompty/core/error.hpp"
#include "prompty/trace/sinks.hpp"

namespace prompty {
namespace {

using Task = std::function<void()>;

/// A span of the back end. Only its thread touches it.
using Slot = std::shared_ptr<std::unique_ptr<SpanSink>>;

enum class Dropping { allowed, forbidden };

}  // namespace

class BackgroundBackEnd::Worker {
 public:
  Worker(BackEnd back_end, Report report, BackgroundOptions options)
      : back_end_(std::move(back_end)), report_(std::move(report)), options_(options), thread_([this] { work(); }) {}
  Worker(Worker const&) = delete;
  Worker& operator=(Worker const&) = delete;
  /// P3.5-05: the thread leaves when nothing waits any more, so that a program that ends loses nothing.
  ~Worker() {
    std::unique_lock<std::mutex> lock(mutex_);
    is_closing_ = true;
    lock.unlock();
    arrived_.notify_all();
    thread_.join();
  }

  [[nodiscard]] BackEnd const& back_end() const { return back_end_; }

  /// Whether there was room for it, which there always is for what must not be dropped.
  bool add(Dropping dropping, Task task) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (dropping == Dropping::allowed && waiting_.size() >= options_.max_waiting) {
      // P3.5-06: a back end that stands still must not cost all the memory.
      ++dropped_;
      ++unreported_;
      return false;
    }
    waiting_.push_back(std::move(task));
    ++added_;
    lock.unlock();
    arrived_.notify_one();
    return true;
  }

  void flush() {
    if (std::this_thread::get_id() == thread_.get_id()) return;
    std::unique_lock<std::mutex> lock(mutex_);
    done_changed_.wait(lock, [this, target = added_] { return done_ >= target; });
  }

  [[nodiscard]] std::size_t dropped() const {
    std::unique_lock<std::mutex> const lock(mutex_);
    return dropped_;
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      arrived_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      Task task = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      guarded(task, [this](std::string const& problem) {
        if (report_) report_(problem);
      });
      // What it holds goes here too.
      task = nullptr;
      report_dropped();
      lock.lock();
      ++done_;
      done_changed_.notify_all();
    }
  }

  /// Once for each time that too much waited, and not for each span.
  void report_dropped() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!waiting_.empty() || unreported_ == 0) return;
    std::size_t const count = std::exchange(unreported_, 0);
    lock.unlock();
    if (report_) {
      report_(
          fmt::format("{} spans, values and events were dropped, since {} were waiting for the back end already; "
                      "let more of them wait, or use a faster back end",
                      count, options_.max_waiting));
    }
  }

  BackEnd back_end_;
  Report report_;
  BackgroundOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable done_changed_;
  std::deque<Task> waiting_;
  std::uint64_t added_ = 0;
  std::uint64_t done_ = 0;
  std::size_t dropped_ = 0;
  std::size_t unreported_ = 0;
  bool is_closing_ = false;
  std::thread thread_;  // last, since it uses all of the above
};

BackgroundBackEnd::BackgroundBackEnd(BackEnd back_end, Report report, BackgroundOptions options) {
  try {
    worker_ = std::make_shared<Worker>(std::move(back_end), std::move(report), options);
  } catch (std::system_error const& error) {
    throw RuntimeError(fmt::format("No thread could be started for a back end of traces: {}", error.what()));
  }
}

BackEnd BackgroundBackEnd::back_end() const {
  class BackgroundSink final : public SpanSink {
   public:
    BackgroundSink(std::shared_ptr<Worker> worker, Slot slot) : worker_(std::move(worker)), slot_(std::move(slot)) {}

    void emit(std::string const& key, Json const& value) override {
      worker_->add(Dropping::allowed, [slot = slot_, key, value] {
        if (*slot) (*slot)->emit(key, value);
      });
    }

    void event(SpanEvent const& event) override {
      worker_->add(Dropping::allowed, [slot = slot_, event] {
        if (*slot) (*slot)->event(event);
      });
    }

    void end(SpanEnd const& end) override {
      worker_->add(Dropping::forbidden, [slot = slot_, end] {
        std::unique_ptr<SpanSink> const ending = std::move(*slot);
        if (ending) ending->end(end);
      });
    }

   private:
    std::shared_ptr<Worker> worker_;
    Slot slot_;
  };
  return [worker = worker_](SpanStart const& start) -> std::unique_ptr<SpanSink> {
    Slot const slot = std::make_shared<std::unique_ptr<SpanSink>>();
    // No task holds the worker: the last to let go of it must not be its own thread.
    bool const has_room =
        worker->add(Dropping::allowed, [slot, start, back_end = worker->back_end()] { *slot = back_end(start); });
    if (!has_room) return nullptr;
    return std::make_unique<BackgroundSink>(worker, slot);
  };
}

void BackgroundBackEnd::flush() const {
  worker_->flush();
}

std::size_t BackgroundBackEnd::dropped() const {
  return worker_->dropped();
}

}  // namespace prompty
