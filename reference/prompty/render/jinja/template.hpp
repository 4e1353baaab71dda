#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"
#include "prompty/render/jinja/session.hpp"

namespace prompty::jinja {

/// Where a line and a column of a template lie for people: in their file.
using Locate = std::function<Place(std::size_t line, std::size_t column)>;

/// The lines and columns of the template itself.
[[nodiscard]] Locate in_template();

/// A template in Jinja2's language, compiled once and rendered often. Immutable: shared between threads.
///
/// It has neither files nor host code: include, import, extends and block are refused, and no member of a value leads
/// out of the template. Whole numbers have 64 bits.
class Template {
 public:
  /// Throws ValueError with line and column for text that is no template (`Template syntax error: …`).
  [[nodiscard]] static Template compile(std::string_view source, Locate const& locate = in_template());

  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  ~Template();

  /// The text of the template filled with `inputs`, a JSON object (UTF-8). Throws ValueError with line and column for
  /// what cannot be done with the values, for undefined variables as the options say, and when a limit is reached.
  [[nodiscard]] std::string render(Json const& inputs, Options const& options = {},
                                   Locate const& locate = in_template()) const;

 private:
  struct Parts;
  explicit Template(std::unique_ptr<Parts const> parts);

  std::unique_ptr<Parts const> parts_;
};

}  // namespace prompty::jinja
