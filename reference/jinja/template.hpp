#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "jinja/errors.hpp"

/// Templates in Jinja2's language, without files and host code (P5.2-01): compiled and rendered. It throws Error.
namespace jinja {

/// Inputs, with the order of object members kept.
using Json = nlohmann::ordered_json;

/// What one rendering may use up. Memory and output are in bytes.
struct Limits {
  std::size_t steps = 5'000'000;
  std::size_t depth = 200;
  std::size_t output = std::size_t{64} << 20U;
  std::size_t memory = std::size_t{96} << 20U;
};

/// What a variable without a value does: print nothing, or fail wherever its value is used.
enum class UndefinedRule { empty, error };

/// What one rendering may do.
struct Options {
  UndefinedRule undefined = UndefinedRule::empty;
  Limits limits = {};
};

/// A variable that a template takes from its inputs, and a place where it does.
struct Variable {
  std::string name;
  Position position = {};
};

/// A template, compiled once and rendered often. Immutable: shared between threads. The tags include, import, extends
/// and block are refused, and no member of a value leads out of the template. Whole numbers have 64 bits.
class Template {
 public:
  /// Throws Error (errors.hpp) for text that is no template, which is UTF-8.
  [[nodiscard]] static Template compile(std::string_view source);

  /// The one moved from can only be assigned to or destroyed.
  Template(Template&&) noexcept;
  /// The same.
  Template& operator=(Template&&) noexcept;
  ~Template();

  /// The text of the template filled with `inputs`, a JSON object (UTF-8). Throws Error for what cannot be
  /// done with the values, for undefined variables as the options say, and when a limit is reached.
  [[nodiscard]] std::string render(Json const& inputs, Options const& options = {}) const;

  /// The variables that the inputs may fill, each once, in the order of their places. Names of functions such as
  /// `range`, and those that the template sets wherever it uses them, are none.
  [[nodiscard]] std::vector<Variable> variables() const;

 private:
  struct Parts;
  explicit Template(std::unique_ptr<Parts const> parts);

  std::unique_ptr<Parts const> parts_;
};

}  // namespace jinja
