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
/// Enough for a method and the beginning of a path.
constexpr std::size_t bytes_of_beginning = 64;

}  // namespace

WaitingRoom::WaitingRoom(std::function<bool(std::string_view)> is_urgent) : is_urgent_(std::move(is_urgent)) {}

void WaitingRoom::add(std::unique_ptr<Channel> channel) {
  std::lock_guard const lock(mutex_);
  waiting_.push_back(std::move(channel));
}

std::unique_ptr<Channel> WaitingRoom::take_oldest() {
  std::lock_guard const lock(mutex_);
  if (waiting_.empty()) return nullptr;
  std::unique_ptr<Channel> oldest = std::move(waiting_.front());
  waiting_.pop_front();
  return oldest;
}

void WaitingRoom::look_around() {
  std::lock_guard const lock(mutex_);
  is_watched_ = true;
  changed_.notify_all();
}

std::unique_ptr<Channel> WaitingRoom::next_urgent() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_closed_ || is_watched_; });
    if (is_closed_) return nullptr;
    if (std::unique_ptr<Channel> urgent = take_urgent()) return urgent;
    is_watched_ = !waiting_.empty();
    changed_.wait_for(lock, between_peeks, [this] { return is_closed_; });
  }
}

void WaitingRoom::close() {
  std::lock_guard const lock(mutex_);
  is_closed_ = true;
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

enum class Next : std::uint8_t { another_request, nothing };

Next serve_one(Channel& channel, IncomingRequest incoming, Handlers const& handlers, Requests requests) {
  AnswerForm::Body const body = incoming.request.method == "HEAD" ? AnswerForm::Body::left_out : AnswerForm::Body::sent;
  Answer const answer = answer_to(std::move(incoming.request), handlers);
  AnswerForm form = form_for(incoming, answer);
  form.body = body;
  if (requests == Requests::first) form.afterwards = AnswerForm::Afterwards::close;
  Delivery const delivery = AnswerWriter(channel, form).write(answer);
  if (delivery.end == Delivery::End::abandoned) handlers.abandoned(answer, delivery);
  bool const is_whole = delivery.end == Delivery::End::whole;
  if (is_whole && form.afterwards == AnswerForm::Afterwards::keep) return Next::another_request;
  if (is_whole || delivery.end == Delivery::End::closed) channel.finish();
  return Next::nothing;
}

}  // namespace

void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers, Requests requests) {
  RequestReader reader(channel, limits);
  for (;;) {
    std::variant<IncomingRequest, Refusal, NoRequest> next = reader.next();
    if (std::holds_alternative<NoRequest>(next)) return;
    if (Refusal* const refusal = std::get_if<Refusal>(&next)) {
      return refuse(channel, std::move(*refusal), handlers);
    }
    IncomingRequest& incoming = std::get<IncomingRequest>(next);
    if (serve_one(channel, std::move(incoming), handlers, requests) == Next::nothing) return;
  }
}

}  // namespace mock_provider::http
