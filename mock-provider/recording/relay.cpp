#include "mock-provider/recording/relay.hpp"

#include <pthread.h>

#include <csignal>
#include <utility>

#include "mock-provider/http/crew.hpp"

namespace mock_provider {
namespace {

/// A request that has no connection yet cannot be ended: it is tried again after this time.
constexpr std::chrono::milliseconds between_tries{20};

/// One that is to be passed on as it comes. What is compressed is unpacked as a whole.
bool is_event_stream(UpstreamAnswer const& head) {
  std::string const* const type = header_named(head.headers, "content-type");
  return type != nullptr && same_header_name(std::string_view(*type).substr(0, 17), "text/event-stream") &&
         header_named(head.headers, "content-encoding") == nullptr;
}

/// cpp-httplib and OpenSSL write to connections that the other server has ended.
void keep_broken_pipes_quiet() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

Relay::Relay(Upstream const& upstream, Request request, Route route, std::function<void(UpstreamAnswer const&)> record)
    : record_(std::move(record)),
      exchange_(upstream.exchange()),
      thread_([this, request = std::move(request), route = std::move(route)] { run(request, route); }) {}

Relay::~Relay() {
  cancel();
  thread_.join();
}

void Relay::run(Request const& request, Route const& route) {
  keep_broken_pipes_quiet();
  try {
    UpstreamAnswer whole = exchange_->send(request, route,
                                           {.head = [this](UpstreamAnswer const& head) { take_head(head); },
                                            .piece = [this](std::string_view bytes) { take_piece(bytes); }});
    record_(whole);
    std::unique_lock lock(mutex_);
    if (!is_stream_) answer_ = std::move(whole);
    lock.unlock();
    end(State::whole);
  } catch (...) {
    std::unique_lock lock(mutex_);
    problem_ = std::current_exception();
    lock.unlock();
    end(State::broken);
  }
}

void Relay::take_head(UpstreamAnswer const& head) {
  if (!is_event_stream(head)) return;
  std::lock_guard const lock(mutex_);
  answer_ = head;
  is_stream_ = true;
  state_ = State::streaming;
  changed_.notify_all();
}

void Relay::take_piece(std::string_view bytes) {
  std::lock_guard const lock(mutex_);
  if (state_ != State::streaming) return;
  answer_.body += bytes;
  changed_.notify_all();
}

void Relay::end(State state) {
  std::unique_lock lock(mutex_);
  while (note_) {
    std::function<void(std::string const& body)> const note = std::exchange(note_, nullptr);
    std::string const body = answer_.body;
    lock.unlock();
    note(body);
    lock.lock();
  }
  state_ = state;
  changed_.notify_all();
}

Relay::Beginning Relay::beginning() {
  Crew::Pause const pause;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::waiting; });
  // A stream may have broken off by now: the client gets what has come.
  if (is_stream_) return {.answer = {answer_.status, answer_.headers, ""}, .is_stream = true};
  if (state_ == State::broken) std::rethrow_exception(problem_);
  return {.answer = answer_};
}

ArrivingBody::Arrival Relay::next(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [this] { return taken_ < answer_.body.size() || state_ != State::streaming; });
  Arrival arrival{.bytes = answer_.body.substr(taken_), .then = Arrival::Then::more};
  taken_ = answer_.body.size();
  if (state_ == State::whole) arrival.then = Arrival::Then::whole;
  if (state_ == State::broken) arrival.then = Arrival::Then::broken;
  return arrival;
}

void Relay::when_ended(std::function<void(std::string const& body)> note) {
  std::unique_lock lock(mutex_);
  if (state_ == State::waiting || state_ == State::streaming) {
    note_ = std::move(note);
    return;
  }
  std::string const body = answer_.body;
  lock.unlock();
  note(body);
}

void Relay::cancel() {
  std::unique_lock lock(mutex_);
  auto const has_ended = [this] { return state_ == State::whole || state_ == State::broken; };
  while (!has_ended()) {
    exchange_->stop();
    changed_.wait_for(lock, between_tries, has_ended);
  }
}

bool Relay::has_ended() const {
  std::lock_guard const lock(mutex_);
  return state_ == State::whole || state_ == State::broken;
}

}  // namespace mock_provider
