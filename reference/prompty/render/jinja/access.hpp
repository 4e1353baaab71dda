#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// `object.name`: a method or member, else the element under that key; undefined when there is neither. Names that
/// begin with two underscores are members of nothing. Throws UndefinedFailure for a member of what is undefined.
[[nodiscard]] Value attribute(Session& session, Value const& object, std::string_view name);

/// The method or member alone, as the filter `attr` asks for it.
[[nodiscard]] std::optional<Value> member(Session& session, Value const& object, std::string_view name);

/// `object[key]`: the element, else the member of that name; undefined when there is neither.
[[nodiscard]] Value item(Session& session, Value const& object, Value const& key);

/// `object[start:stop:step]`; what is none is left open. Throws Failure for what has no parts.
[[nodiscard]] Value slice(Session& session, Value const& object, Value const& start, Value const& stop,
                          Value const& step);

/// Whether `value` can be called.
[[nodiscard]] bool is_callable(Value const& value);

}  // namespace prompty::jinja
