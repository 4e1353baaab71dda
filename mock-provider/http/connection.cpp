#include "mock-provider/http/connection.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <utility>

namespace mock_provider::http {

bool ConnectionTable::add(int descriptor) {
  std::lock_guard const lock(mutex_);
  if (!ended_) descriptors_.insert(descriptor);
  return !ended_;
}

void ConnectionTable::remove(int descriptor) {
  std::lock_guard const lock(mutex_);
  descriptors_.erase(descriptor);
}

void ConnectionTable::end_all() {
  std::lock_guard const lock(mutex_);
  ended_ = true;
  for (int const descriptor : descriptors_) shutdown(descriptor, SHUT_RDWR);
}

namespace {

/// Nothing tells when a client has sent its first line, whatever it speaks: those who wait are asked this often.
constexpr std::chrono::milliseconds between_peeks{20};
/// Requests about the mock itself that are answered while all other connections have to wait.
constexpr std::size_t most_urgent = 4;
/// Enough for a method and the beginning of a path.
constexpr std::size_t bytes_of_beginning = 64;

}  // namespace

WaitingRoom::WaitingRoom(std::size_t most_inside, std::function<bool(std::string_view)> is_urgent)
    : most_inside_(std::max<std::size_t>(1, most_inside)), is_urgent_(std::move(is_urgent)) {}

std::unique_ptr<Channel> WaitingRoom::enter(std::unique_ptr<Channel> channel) {
  std::lock_guard const lock(mutex_);
  if (is_closed_) return nullptr;
  if (inside_ == most_inside_) {
    waiting_.push_back(std::move(channel));
    changed_.notify_all();
    return nullptr;
  }
  ++inside_;
  return channel;
}

std::unique_ptr<Channel> WaitingRoom::leave(Requests requests) {
  std::lock_guard const lock(mutex_);
  if (requests == Requests::first) {
    --urgent_;
    changed_.notify_all();
    return nullptr;
  }
  if (waiting_.empty()) {
    --inside_;
    return nullptr;
  }
  std::unique_ptr<Channel> oldest = std::move(waiting_.front());
  waiting_.pop_front();
  return oldest;
}

std::unique_ptr<Channel> WaitingRoom::next_urgent() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_closed_ || (!waiting_.empty() && urgent_ < most_urgent); });
    if (is_closed_) return nullptr;
    if (std::unique_ptr<Channel> urgent = take_urgent()) {
      ++urgent_;
      return urgent;
    }
    changed_.wait_for(lock, between_peeks, [this] { return is_closed_; });
  }
}

void WaitingRoom::close() {
  std::lock_guard const lock(mutex_);
  is_closed_ = true;
  waiting_.clear();
  changed_.notify_all();
}

std::unique_ptr<Channel> WaitingRoom::take_urgent() {
  std::array<char, bytes_of_beginning> room{};
  auto const found = std::find_if(waiting_.begin(), waiting_.end(), [&](std::unique_ptr<Channel> const& channel) {
    return is_urgent_(std::string_view(room.data(), channel->peek(room)));
  });
  if (found == waiting_.end()) return nullptr;
  std::unique_ptr<Channel> urgent = std::move(*found);
  waiting_.erase(found);
  return urgent;
}

namespace {

Answer answer_to(Request request, Handlers const& handlers) {
  try {
    return handlers.answer(std::move(request));
  } catch (std::exception const&) {
    return handlers.refuse({.status = 500, .message = "The mock provider failed on this request."});
  }
}

/// All of it but whether the body is sent.
AnswerForm form_for(IncomingRequest const& incoming, Answer const& answer) {
  bool const is_old = incoming.version == RequestHead::Version::http_1_0;
  // Without chunks only the end of the connection tells the end of a stream.
  bool const closes = !incoming.keeps_connection || (is_old && is_sent_in_pieces(answer));
  return {.streams = is_old ? AnswerForm::Streams::until_close : AnswerForm::Streams::chunked,
          .afterwards = closes ? AnswerForm::Afterwards::close : AnswerForm::Afterwards::keep};
}

void refuse(Channel& channel, Refusal refusal, Handlers const& handlers) {
  AnswerForm const form{.afterwards = AnswerForm::Afterwards::close};
  if (AnswerWriter(channel, form).write(handlers.refuse(std::move(refusal))).end == Delivery::End::whole)
    channel.finish();
}

Connection::Then serve_one(Channel& channel, IncomingRequest incoming, Handlers const& handlers, Requests requests) {
  AnswerForm::Body const body = incoming.request.method == "HEAD" ? AnswerForm::Body::left_out : AnswerForm::Body::sent;
  Answer const answer = answer_to(std::move(incoming.request), handlers);
  AnswerForm form = form_for(incoming, answer);
  form.body = body;
  if (requests == Requests::first) form.afterwards = AnswerForm::Afterwards::close;
  Delivery const delivery = AnswerWriter(channel, form).write(answer);
  if (delivery.end == Delivery::End::abandoned) handlers.abandoned(answer, delivery);
  bool const is_whole = delivery.end == Delivery::End::whole;
  if (is_whole && form.afterwards == AnswerForm::Afterwards::keep) return Connection::Then::rests;
  if (is_whole || delivery.end == Delivery::End::closed) channel.finish();
  return Connection::Then::ends;
}

Connection::Then serve_at_hand(Channel& channel, RequestReader& reader, Handlers const& handlers, Requests requests) {
  do {
    std::variant<IncomingRequest, Refusal, NoRequest> next = reader.next();
    if (std::holds_alternative<NoRequest>(next)) return Connection::Then::ends;
    if (Refusal* const refusal = std::get_if<Refusal>(&next)) {
      refuse(channel, std::move(*refusal), handlers);
      return Connection::Then::ends;
    }
    Connection::Then const then = serve_one(channel, std::move(std::get<IncomingRequest>(next)), handlers, requests);
    if (then == Connection::Then::ends) return then;
  } while (reader.has_more());
  return Connection::Then::rests;
}

}  // namespace

Connection::Connection(std::unique_ptr<Channel> channel, ReadLimits const& limits, Requests requests)
    : channel_(std::move(channel)), reader_(*channel_, limits), requests_(requests) {}

Connection::Then Connection::serve(Handlers const& handlers) {
  if (!is_open_ && !channel_->open()) return Then::ends;
  is_open_ = true;
  return serve_at_hand(*channel_, reader_, handlers, requests_);
}

void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers) {
  RequestReader reader(channel, limits);
  while (serve_at_hand(channel, reader, handlers, Requests::all) == Connection::Then::rests) {
  }
}

}  // namespace mock_provider::http
