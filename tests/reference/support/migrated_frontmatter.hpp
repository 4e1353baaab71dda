#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prompty/load/migrate.hpp"

namespace prompty_tests {

/// Problems as "LINE: MESSAGE [HINT]", in order.
inline std::vector<std::string> messages_of(std::vector<prompty::Problem> const& problems) {
  std::vector<std::string> messages;
  for (prompty::Problem const& problem : problems) {
    messages.push_back(std::to_string(problem.place.line) + ": " + problem.message + " [" + problem.hint + "]");
  }
  return messages;
}

/// The frontmatter of a file of version 1, without its delimiters, as migrating leaves it.
inline std::string migrated(std::string const& frontmatter) {
  std::string const body = "user:\n{{ q }}\n";
  std::string const content = prompty::migrate("---\n" + frontmatter + "---\n" + body, "a.prompty").content;
  EXPECT_TRUE(content.starts_with("---\n") && content.ends_with("---\n" + body)) << content;
  return content.substr(4, content.size() - 8 - body.size());
}

/// What migrating such a frontmatter leaves to its author.
inline std::vector<std::string> left(std::string const& frontmatter) {
  return messages_of(prompty::migrate("---\n" + frontmatter + "---\nuser:\n{{ q }}\n", "a.prompty").left);
}

}  // namespace prompty_tests
