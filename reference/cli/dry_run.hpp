#pragma once

#include <iosfwd>
#include <memory>
#include <vector>

#include "cli/show_outcome.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/prompty.hpp"

namespace prompty::cli {

/// Keeps the last request and sends nothing: the answer is empty, and an event stream where one was requested.
class RequestKeeper final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override;

  /// Empty before anything was to be sent.
  [[nodiscard]] HttpRequest const& kept() const { return kept_; }

 private:
  mutable HttpRequest kept_;
};

/// Method and address on a line, the headers on one each, an empty line and the body as indented JSON; as JSON all of
/// it as `{"method", "url", "headers", "body"}` on one line. The values of headers that carry credentials are masked,
/// and `secrets` wherever they turn up.
void print_request(HttpRequest const& request, Printing printing, Secrets const& secrets, std::ostream& out);

}  // namespace prompty::cli
