#include "mock-provider/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mock_provider::answer {
namespace {

std::string html_page(int status) {
  return fmt::format(
      "<!DOCTYPE html>\n<html>\n<head><title>{0}</title></head>\n<body><center><h1>Error {0}</h1></center>"
      "<hr><center>mock edge proxy</center></body>\n</html>\n",
      status);
}

Answer apply(CutBody const& fault, Answer answer) {
  answer.cut_after = fault.after_bytes;
  return answer;
}

Answer apply(TruncatedJson const& fault, Answer answer) {
  // Without its last byte an object is no JSON any more, so that at least one byte goes.
  std::size_t const keep = fault.keep_bytes.value_or(answer.body.size() / 2);
  answer.body.resize(std::min(keep, answer.body.size() - 1));
  return answer;
}

Answer apply(HtmlPage const& fault, Answer answer) {
  answer.status = fault.status;
  answer.content_type = "text/html; charset=UTF-8";
  answer.body = html_page(fault.status);
  return answer;
}

Answer apply(WrongContentType const& fault, Answer answer) {
  answer.content_type = fault.content_type;
  return answer;
}

Answer of_stream(EventStream const& stream) {
  Answer answer;
  answer.content_type = "text/event-stream; charset=utf-8";
  for (Json const& chunk : stream.chunks) answer.body += fmt::format("data: {}\n\n", json_text::dump(chunk));
  answer.body += "data: [DONE]\n\n";
  return answer;
}

class Maker {
 public:
  Maker(Json const& request, std::uint64_t seed, Dialect const& dialect)
      : request_(request), seed_(seed), dialect_(dialect) {}

  Answer operator()(Completion const& said) const { return of_json(200, dialect_.body(said, request_, seed_)); }
  Answer operator()(WholeBody const& whole) const { return of_json(whole.status, whole.body); }
  Answer operator()(EventStream const& stream) const { return of_stream(stream); }
  Answer operator()(ProviderError const& error) const { return of_error(error, dialect_); }
  Answer operator()(Fault const& fault) const {
    Answer usual = (*this)(dialect_.default_answer(request_));
    return std::visit([&](auto const& kind) { return apply(kind, std::move(usual)); }, fault);
  }

 private:
  Json const& request_;
  std::uint64_t seed_;
  Dialect const& dialect_;
};

/// Sets a header that the scenario asks for; it wins over the one that the provider would send.
void set_header(Answer& answer, std::string const& name, std::string const& value) {
  if (same_header_name(name, "content-type")) {
    answer.content_type = value;
    return;
  }
  std::erase_if(answer.headers, [&](auto const& header) { return same_header_name(header.first, name); });
  answer.headers.emplace_back(name, value);
}

}  // namespace

Answer of_json(int status, Json const& body) {
  Answer answer;
  answer.status = status;
  answer.body = json_text::dump(body);
  return answer;
}

Answer of_error(ProviderError const& error, Dialect const& dialect) {
  Answer answer = of_json(error.status, dialect.error_body(error));
  answer.headers = dialect.error_headers(error);
  return answer;
}

Answer of_response(Response const& response, Json const& request, std::uint64_t seed, Dialect const& dialect) {
  Answer answer = std::visit(Maker(request, seed, dialect), response.content);
  answer.delay = response.delay;
  for (auto const& [name, value] : response.headers) set_header(answer, name, value);
  return answer;
}

}  // namespace mock_provider::answer
