#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "prompty/core/place.hpp"

namespace prompty::jinja {

/// The text of a template and the texts made of it, at addresses that never change; what was compiled views them.
class Source {
 public:
  /// Carriage returns end lines as they do in Jinja2: \r\n and \r become \n.
  explicit Source(std::string_view text);
  Source(Source const&) = delete;
  Source& operator=(Source const&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::string_view keep(std::string text);

  /// Line and column of an offset.
  [[nodiscard]] Place place(std::size_t offset) const;

 private:
  std::string text_;
  std::deque<std::string> kept_;
};

/// `text` with \n for every \r\n and \r.
[[nodiscard]] std::string with_line_feeds(std::string_view text);

}  // namespace prompty::jinja
