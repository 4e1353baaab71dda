#include "cli/dry_run.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "cli/secrets.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::cli {
namespace dry_run {
namespace {

Json headers_of(HttpRequest const& request) {
  Json headers = Json::object();
  for (auto const& [name, value] : request.headers) headers[name] = value;
  return with_secrets_masked(std::move(headers));
}

Json body_of(HttpRequest const& request) {
  std::optional<Json> body = json_text::parse(request.body);
  return body ? std::move(*body) : Json(request.body);
}

}  // namespace
}  // namespace dry_run

HttpResponse RequestKeeper::send(HttpRequest const& request) const {
  kept_ = request;
  bool const wants_events = find_header(request.headers, "accept") == "text/event-stream";
  return {.status = 200,
          .headers = {{"Content-Type", wants_events ? "text/event-stream" : "application/json"}},
          .body = wants_events ? "" : "{}"};
}

void print_request(HttpRequest const& request, Printing printing, Secrets const& secrets, std::ostream& out) {
  std::string const url = secrets.masked(request.url);
  Json const headers = secrets.masked_json(dry_run::headers_of(request));
  Json const body = secrets.masked_json(dry_run::body_of(request));
  if (printing == Printing::json_lines) {
    Json const shown{{"method", request.method}, {"url", url}, {"headers", headers}, {"body", body}};
    return print_lines(json_text::dump(shown), out);
  }
  out << fmt::format("{} {}\n", request.method, url);
  for (auto const& [name, value] : headers.items()) out << fmt::format("{}: {}\n", name, value.get<std::string>());
  out << '\n';
  print_lines(json_text::dump_indented(body), out);
}

}  // namespace prompty::cli
