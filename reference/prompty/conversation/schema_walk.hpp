#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

/// Where in a JSON Schema further schemas stand, of draft 7 and of those after it.
namespace prompty::conversation::schema_walk {

/// Whether a schema inside another one speaks about the same value, or about a part of it.
enum class Subject { same_value, part };

/// A schema directly inside another one; `place` is its JSON pointer, below that of the outer one.
using Visit = std::function<void(Json& inner, std::string const& place, Subject subject)>;
void for_each_inner(Json& schema, std::string const& place, Visit const& visit);

using VisitConst = std::function<void(Json const& inner, std::string const& place, Subject subject)>;
void for_each_inner(Json const& schema, std::string const& place, VisitConst const& visit);

}  // namespace prompty::conversation::schema_walk
