#include "mock-provider/http/connection.hpp"

#include <exception>
#include <utility>

namespace mock_provider::http {
namespace connection {
namespace {

Answer refused(Refusal const& refusal) {
  ProviderError error;
  error.status = refusal.status;
  error.type = "invalid_request_error";
  error.code = "";
  error.message = refusal.message;
  Answer answer = answer::of_error(error);
  answer.headers.emplace_back("x-request-id", "req_unread");
  return answer;
}

bool is_multipart(Request const& request) {
  std::string const* const type = header_named(request.headers, "content-type");
  return type != nullptr && same_header_name(std::string_view(*type).substr(0, 10), "multipart/");
}

Answer refuse(Refusal refusal, Handlers const& handlers) {
  Answer answer = refused(refusal);
  handlers.refused(std::move(refusal.request), answer, refusal.message);
  return answer;
}

Answer answer_to(Request request, Handlers const& handlers) {
  if (is_multipart(request)) {
    return refuse(
        {.status = 415, .message = "Send JSON: no route takes a multipart body.", .request = std::move(request)},
        handlers);
  }
  try {
    return handlers.answer(std::move(request));
  } catch (std::exception const&) {
    return refuse({.status = 500, .message = "The mock provider failed on this request."}, handlers);
  }
}

/// All of it but whether the body is sent.
AnswerForm form_for(IncomingRequest const& incoming, Answer const& answer) {
  bool const is_old = incoming.version == RequestHead::Version::http_1_0;
  // Without chunks only the end of the connection tells the end of a stream.
  bool const closes = !incoming.keeps_connection || (is_old && answer.events);
  return {.streams = is_old ? AnswerForm::Streams::until_close : AnswerForm::Streams::chunked,
          .afterwards = closes ? AnswerForm::Afterwards::close : AnswerForm::Afterwards::keep};
}

void refuse(Channel& channel, Refusal refusal, Handlers const& handlers) {
  AnswerForm const form{.afterwards = AnswerForm::Afterwards::close};
  if (AnswerWriter(channel, form).write(refuse(std::move(refusal), handlers)).end == Delivery::End::whole)
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
}  // namespace connection

void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers, Requests requests) {
  RequestReader reader(channel, limits);
  for (;;) {
    std::variant<IncomingRequest, Refusal, NoRequest> next = reader.next();
    if (std::holds_alternative<NoRequest>(next)) return;
    if (Refusal* const refusal = std::get_if<Refusal>(&next)) {
      return connection::refuse(channel, std::move(*refusal), handlers);
    }
    IncomingRequest& incoming = std::get<IncomingRequest>(next);
    if (connection::serve_one(channel, std::move(incoming), handlers, requests) == connection::Next::nothing) return;
  }
}

}  // namespace mock_provider::http
