#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/mutants/agent_rules.hpp"

namespace conformance::mutants {

// Rules about one place in the agent that `load` gives.

/// Member names from the top of the agent downwards.
using Keys = std::vector<std::string>;

/// Takes the member away.
[[nodiscard]] Rule lost(Keys keys);

/// Gives the member that value where it is not set; its parent has to be there.
[[nodiscard]] Rule made_up(Keys keys, Json value);

/// Puts another value in place of the member where it is set.
[[nodiscard]] Rule altered(Keys keys, std::function<Json(Json const& value)> change);

/// Moves the member to another name in the same object.
[[nodiscard]] Rule renamed(Keys keys, std::string name);

/// Changes every property of these lists of the agent ("inputs", "outputs"); `source` is what the frontmatter has for
/// it, null when it cannot be found.
using ChangeProperty = std::function<void(Json& property, Json const& source)>;
[[nodiscard]] Rule changed_properties(std::vector<std::string> lists, ChangeProperty change);

/// The same for inputs, outputs and the parameters of function tools.
[[nodiscard]] Rule changed_all_properties(ChangeProperty change);

/// Changes every tool that fits.
[[nodiscard]] Rule changed_tools(std::function<bool(Json const& tool)> predicate,
                                 std::function<void(Json& tool)> change);
[[nodiscard]] Rule changed_tools_of(std::string kind, std::function<void(Json& tool)> change);
[[nodiscard]] Rule changed_custom_tools(std::function<void(Json& tool)> change);
[[nodiscard]] bool is_any(Json const& tool);

/// The text of that member; "" where there is none.
[[nodiscard]] std::string text_member(Json const& object, std::string const& name);
[[nodiscard]] std::string kind_of(Json const& object);

/// The members that a connection of that kind must have (§2.5); none for an unknown kind.
[[nodiscard]] std::vector<std::string> const& required_of_connection(std::string const& kind);

/// Whether one of these is missing or null.
[[nodiscard]] bool lacks_required_member(Json const& connection);

/// Leaves of the entries that have one name the first, or the last; those without a name stay.
void keep_first_of_each_name(Json& list);
void keep_last_of_each_name(Json& list);

/// Loads lists that the reference refuses for the names of their entries, with these names as they stand.
/// `for_each_list` calls `change` with each of the lists in a frontmatter or an agent.
using ForEachList = std::function<void(Json& holder, std::function<void(Json& list)> const& change)>;
[[nodiscard]] Rule loaded_with_same_names(ForEachList for_each_list);

/// A member of every tool that fits: taken away, altered where set, given where not set.
[[nodiscard]] std::function<void(Json& object)> without(std::string name);
[[nodiscard]] std::function<void(Json& object)> with(std::string name, Json value);
[[nodiscard]] std::function<void(Json& object)> with_other(std::string name,
                                                           std::function<Json(Json const& value)> change);

/// Copies a member of an object to another name in it, if it is there.
void copy_member(Json& object, std::string const& from, std::string const& to);

// Changes of values.
[[nodiscard]] Json as_text(Json const& value);            ///< what is no string becomes its JSON text
[[nodiscard]] Json as_number(Json const& value);          ///< text of a number becomes a number
[[nodiscard]] std::string plain_text(Json const& value);  ///< text as it is, all else as JSON text
[[nodiscard]] Json with_texts_inside(Json const& value);  ///< as_text for every leaf
[[nodiscard]] Json backwards(Json const& list);
[[nodiscard]] Json sorted(Json const& list);      ///< texts by their bytes, all else by its JSON text
[[nodiscard]] Json first_only(Json const& list);  ///< at most one element
[[nodiscard]] Json in_lower_case(Json const& text);
[[nodiscard]] Json cut_at(Json const& text, std::string const& end);  ///< what stands before `end`

}  // namespace conformance::mutants
