#pragma once

#include <functional>
#include <string>

#include "harness/mutants/message_rules.hpp"

namespace conformance::mutants {

// Rules over `render` and `prepare` for the agents of one engine. A pattern is RE2's, and so is a rewrite of it.

[[nodiscard]] bool is_jinja(Json const& agent);
[[nodiscard]] bool is_mustache(Json const& agent);

/// Changes agent or inputs before the engine sees them.
[[nodiscard]] Rule changed_jinja(ChangeAsked change);
[[nodiscard]] Rule changed_mustache(ChangeAsked change);

/// Rewrites the template, wherever the pattern fits.
[[nodiscard]] Rule in_template(std::string const& pattern, std::string const& rewrite);
[[nodiscard]] Rule in_mustache(std::string const& pattern, std::string const& rewrite);

/// Rewrites what stands inside the delimiters of statements and outputs of a Jinja template.
[[nodiscard]] Rule in_tags(std::string const& pattern, std::string const& rewrite);

/// Rewrites what `render` answers for a Jinja template; see changed_rendered.
[[nodiscard]] Rule in_output(std::string const& pattern, std::string const& rewrite);

/// Answers something else where the reference raises an error over a Jinja template that the pattern fits somewhere.
[[nodiscard]] Rule other_template_error(std::string const& pattern,
                                        std::function<Reply(Reply reply, Json const& params)> change);

/// Raises an error of that kind where the reference raises one over a Jinja template that the pattern fits somewhere.
[[nodiscard]] Rule template_error_of_kind(std::string const& kind, std::string const& pattern);

/// Refuses with a ValueError the Jinja templates that the pattern fits somewhere.
[[nodiscard]] Rule refused_template(std::string const& pattern);

/// Changes every string of the inputs.
void change_strings(Json& inputs, std::function<std::string(std::string const& text)> const& change);

/// Escapes for HTML, as engines do that write pages.
[[nodiscard]] std::string escaped(std::string const& text);

}  // namespace conformance::mutants
