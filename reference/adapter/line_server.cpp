#include "adapter/reference_adapter.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <mutex>
#include <thread>

#include "prompty/core/json_text.hpp"

namespace prompty::adapter {
namespace {

constexpr std::chrono::seconds patience_at_shutdown{1};

/// The open requests, the threads that answer them, one after the other, and the one writer. Shared with the threads,
/// which outlive the serving when a request does.
class Service : public std::enable_shared_from_this<Service> {
 public:
  Service(std::ostream& out, ReferenceAdapter const& adapter) : out_(out), adapter_(adapter) {}

  void wait_for_room() {
    std::unique_lock<std::mutex> lock(mutex_);
    answered_.wait(lock, [this] { return open_ < max_in_flight; });
    ++open_;
  }

  /// Has a thread answer a request for which there is room.
  void take(Json request) {
    std::unique_lock<std::mutex> lock(mutex_);
    waiting_.push_back(std::move(request));
    bool const needs_another = waiting_.size() > idle_;
    lock.unlock();
    // Whoever wakes while the lock is held has to wait again.
    arrived_.notify_one();
    if (needs_another) std::thread([self = shared_from_this()] { self->work(); }).detach();
  }

  void write_and_close(Json const& response) {
    std::string const line = json_text::dump(response);
    std::unique_lock<std::mutex> const lock(mutex_);
    if (!response.is_null()) out_ << line << '\n' << std::flush;
    --open_;
    answered_.notify_all();
  }

  /// Waits until all requests are answered, at most for so long, and ends the threads without one.
  void end(std::optional<std::chrono::seconds> limit) {
    std::unique_lock<std::mutex> lock(mutex_);
    auto const is_done = [this] { return open_ == 0; };
    if (limit) {
      answered_.wait_for(lock, *limit, is_done);
    } else {
      answered_.wait(lock, is_done);
    }
    is_over_ = true;
    arrived_.notify_all();
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      ++idle_;
      arrived_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
      --idle_;
      if (waiting_.empty()) return;
      Json const request = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      answer(request);
      lock.lock();
    }
  }

  void answer(Json const& request) {
    Json const id = request.is_object() ? request.value("id", Json()) : Json();
    write_and_close(adapter_.answer(request, [&](Json const& item) {
      Json const notification{{"jsonrpc", "2.0"}, {"method", "item"}, {"params", Json{{"id", id}, {"item", item}}}};
      std::string const line = json_text::dump(notification);
      std::unique_lock<std::mutex> const lock(mutex_);
      out_ << line << '\n' << std::flush;
    }));
  }

  std::ostream& out_;
  ReferenceAdapter const& adapter_;
  std::mutex mutex_;
  std::condition_variable answered_;
  std::condition_variable arrived_;
  std::deque<Json> waiting_;
  std::size_t idle_ = 0;  ///< threads that wait for a request
  int open_ = 0;
  bool is_over_ = false;
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

}  // namespace

End serve(std::istream& in, std::ostream& out, ReferenceAdapter const& adapter) {
  // A tied stream would flush `out` from this thread, outside the lock, and so write answers twice.
  in.tie(nullptr);
  std::shared_ptr<Service> const service = std::make_shared<Service>(out, adapter);
  std::string line;
  while (std::getline(in, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::optional<Json> message = json_text::parse(line);
    if (message && is_shutdown(*message)) {
      service->end(patience_at_shutdown);
      return End::shutdown;
    }
    service->wait_for_room();
    if (message) {
      service->take(std::move(*message));
    } else {
      service->write_and_close(not_json());
    }
  }
  service->end(std::nullopt);
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
