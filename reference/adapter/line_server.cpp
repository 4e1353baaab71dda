#include "adapter/line_server.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <istream>
#include <mutex>
#include <ostream>
#include <thread>
#include <utility>

#include "prompty/core/json_text.hpp"

namespace prompty::adapter {
namespace {

constexpr std::chrono::seconds patience_at_shutdown{1};

/// The one writer, and the count of requests that are still open. Shared with the threads that answer.
class Responses {
 public:
  explicit Responses(std::ostream& out) : out_(out) {}

  void wait_for_room() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return open_ < max_in_flight; });
    ++open_;
  }

  void write(Json const& notification) {
    std::string const line = json_text::dump(notification);
    std::unique_lock<std::mutex> const lock(mutex_);
    out_ << line << '\n' << std::flush;
  }

  void write_and_close(Json const& response) {
    std::string const line = json_text::dump(response);
    std::unique_lock<std::mutex> const lock(mutex_);
    if (!response.is_null()) out_ << line << '\n' << std::flush;
    --open_;
    changed_.notify_all();
  }

  void wait_for_all() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return open_ == 0; });
  }

  void wait_for_all(std::chrono::seconds limit) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, limit, [this] { return open_ == 0; });
  }

 private:
  std::ostream& out_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int open_ = 0;
};

bool is_shutdown(Json const& message) {
  return message.is_object() && message.contains("method") && message["method"] == Json("shutdown") &&
         !message.contains("id");
}

Json not_json() {
  return Json{{"jsonrpc", "2.0"},
              {"id", nullptr},
              {"error", Json{{"code", -32700}, {"message", "The line is not JSON, or nested too deeply"}}}};
}

void answer(Json const& request, ReferenceAdapter const& adapter, Responses& responses) {
  Json const id = request.is_object() ? request.value("id", Json()) : Json();
  ItemSink const deliver = [&](Json const& item) {
    responses.write(Json{{"jsonrpc", "2.0"}, {"method", "item"}, {"params", Json{{"id", id}, {"item", item}}}});
  };
  responses.write_and_close(adapter.answer(request, deliver));
}

/// Threads that answer one request after the other. They outlive it when a request does.
class Workers {
 public:
  Workers(std::shared_ptr<Responses> responses, ReferenceAdapter const& adapter)
      : shared_(std::make_shared<Shared>(std::move(responses), adapter)) {}

  ~Workers() {
    std::unique_lock<std::mutex> const lock(shared_->mutex);
    shared_->is_over = true;
    shared_->changed.notify_all();
  }

  Workers(Workers const&) = delete;
  Workers& operator=(Workers const&) = delete;

  void take(Json request) {
    std::unique_lock<std::mutex> lock(shared_->mutex);
    shared_->waiting.push_back(std::move(request));
    bool const needs_another = shared_->waiting.size() > shared_->idle;
    lock.unlock();
    // Whoever wakes while the lock is held has to wait again.
    shared_->changed.notify_one();
    if (needs_another) std::thread([shared = shared_] { work(*shared); }).detach();
  }

 private:
  struct Shared {
    Shared(std::shared_ptr<Responses> to, ReferenceAdapter const& by) : responses(std::move(to)), adapter(by) {}

    std::shared_ptr<Responses> responses;
    ReferenceAdapter const& adapter;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Json> waiting;
    std::size_t idle = 0;  ///< threads that wait for a request
    bool is_over = false;
  };

  static void work(Shared& shared) {
    std::unique_lock<std::mutex> lock(shared.mutex);
    while (true) {
      ++shared.idle;
      shared.changed.wait(lock, [&] { return shared.is_over || !shared.waiting.empty(); });
      --shared.idle;
      if (shared.waiting.empty()) return;
      Json const request = std::move(shared.waiting.front());
      shared.waiting.pop_front();
      lock.unlock();
      answer(request, shared.adapter, *shared.responses);
      lock.lock();
    }
  }

  std::shared_ptr<Shared> shared_;
};

}  // namespace

End serve(std::istream& in, std::ostream& out, ReferenceAdapter const& adapter) {
  // A tied stream would flush `out` from this thread, outside the lock, and so write answers twice.
  in.tie(nullptr);
  std::shared_ptr<Responses> const responses = std::make_shared<Responses>(out);
  Workers workers(responses, adapter);
  std::string line;
  while (std::getline(in, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::optional<Json> message = json_text::parse(line);
    if (message && is_shutdown(*message)) {
      responses->wait_for_all(patience_at_shutdown);
      return End::shutdown;
    }
    responses->wait_for_room();
    if (message) {
      workers.take(std::move(*message));
    } else {
      responses->write_and_close(not_json());
    }
  }
  responses->wait_for_all();
  return End::end_of_input;
}

void serve_until_the_end() {
  // A harness that stops reading must not end this process by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  // Never destroyed: a request that is still open at shutdown uses it until the process is gone.
  static ReferenceAdapter const* const adapter = new ReferenceAdapter();
  static_cast<void>(serve(std::cin, std::cout, *adapter));
  std::cout.flush();
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace prompty::adapter
