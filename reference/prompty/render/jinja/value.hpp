#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/render/jinja/counted.hpp"
#include "prompty/render/jinja/session.hpp"

namespace prompty::jinja {

/// Why there is no value: a slot without one, a name or member that does not exist, what `text` says, or an inline if
/// without else, which no rule forbids to print.
enum class UndefinedReason { unset, name, member, hint, no_else };

/// `text` is what the template calls it, or the hint; it lives as long as the template.
struct Undefined {
  UndefinedReason reason = UndefinedReason::unset;
  std::string_view text = {};
};

struct None {};

/// Whether a text is HTML already (what the filters `safe`, `escape` and `tojson` make).
enum class Markup : bool { no, yes };

class TextBuffer : public Counted {
 public:
  TextBuffer(Session& session, std::string text) : Counted(session), text_(std::move(text)) {
    account_for(sizeof(TextBuffer) + text_.capacity());
  }
  [[nodiscard]] std::string_view view() const noexcept { return text_; }

 private:
  std::string text_;
};

/// UTF-8. Without an owner the text belongs to the template or to the inputs.
struct Text {
  std::string_view view;
  Shared<TextBuffer> owner = {};
  Markup markup = Markup::no;
};

/// A list or mapping of the inputs, used where it lies.
struct BorrowedList {
  Json const* json;
};
struct BorrowedMap {
  Json const* json;
};

class Sequence;
class Dict;
struct Range {
  std::int64_t start = 0;
  std::int64_t stop = 0;
  std::int64_t step = 1;
};
class View;
class Iterator;
class Namespace;
class Cycler;
class Joiner;
class Loop;
class Macro;
class BoundMethod;

enum class Global { range, dict, cycler, joiner, namespace_object, lipsum };

using Value = std::variant<Undefined, None, bool, std::int64_t, double, Text, BorrowedList, BorrowedMap,
                           Shared<Sequence>, Shared<Dict>, Range, Shared<View>, Shared<Iterator>, Shared<Namespace>,
                           Shared<Cycler>, Shared<Joiner>, Shared<Loop>, Shared<Macro>, Shared<BoundMethod>, Global>;

using Values = std::vector<Value>;

/// What stands between the parentheses of a call, evaluated.
struct Arguments {
  Values positional = {};
  std::vector<std::pair<std::string_view, Value>> named = {};
};

template <class Type>
[[nodiscard]] bool holds(Value const& value) noexcept {
  return std::holds_alternative<Type>(value);
}

[[nodiscard]] inline bool is_undefined(Value const& value) noexcept {
  return holds<Undefined>(value);
}
[[nodiscard]] inline bool is_none(Value const& value) noexcept {
  return holds<None>(value);
}

/// A text of the session's own. Throws Failure when it does not fit into memory.
[[nodiscard]] Value make_text(Session& session, std::string text, Markup markup = Markup::no);

/// A part of `whole`, which it keeps alive. `view` must lie inside it.
[[nodiscard]] Value part_of(Text const& whole, std::string_view view);

/// A value of the inputs, of the type that it has there (P5.1-03). Throws Failure for a whole number beyond 64 bits.
[[nodiscard]] Value wrap(Session& session, Json const& json);

/// The name of the value's type as Python says it, such as "int" or "str".
[[nodiscard]] std::string_view type_name(Value const& value);

/// A value that has no value, named by the text that is evaluated now.
[[nodiscard]] Value missing_member(Session const& session);
[[nodiscard]] Value undefined_hint(std::string_view hint);

/// Throws UndefinedFailure when `value` is undefined: whatever the rule, nothing can be reached in it (P5.3-02).
void demand_defined(Value const& value);

/// Whether `value` is undefined and the strict rule forbids to use it.
[[nodiscard]] bool is_forbidden(Session const& session, Value const& value);

/// As `demand_defined`, where only the strict rule forbids what is undefined.
void demand_defined_when_strict(Session const& session, Value const& value);

}  // namespace prompty::jinja
