#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/places.hpp"

// What a reader can click on in the documents of this repository.
namespace meta::links {
namespace {

std::filesystem::path const root = prompty_tests::repository();

struct Link {
  std::string target;
  int line = 0;
};

struct Document {
  std::vector<Link> links;
  std::set<std::string> anchors;
};

/// The anchor that a heading gets: letters, digits, "-" and "_" stay, blanks become "-", capitals small, all else goes.
std::string anchor_of(std::string const& heading) {
  std::string anchor;
  for (char const character : heading) {
    unsigned char const byte = static_cast<unsigned char>(character);
    if (character == ' ') anchor += '-';
    if (std::isalnum(byte) != 0 || character == '-' || character == '_')
      anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

void add_links(std::string const& line, int number, Document& document) {
  for (std::size_t open = line.find("]("); open != std::string::npos; open = line.find("](", open + 1)) {
    std::size_t const end = line.find(')', open);
    if (end == std::string::npos) return;
    document.links.push_back({.target = line.substr(open + 2, end - open - 2), .line = number});
  }
}

/// What stands between backticks on one line is code.
std::string without_code(std::string const& line) {
  std::string text;
  bool in_code = false;
  for (char const character : line) {
    if (character == '`') in_code = !in_code;
    if (!in_code) text += character;
  }
  return text;
}

Document read_document(std::filesystem::path const& path) {
  std::ifstream file(path);
  Document document;
  std::map<std::string, int> repeated;
  bool in_code = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) in_code = !in_code;
    if (in_code) continue;
    std::size_t const level = line.find_first_not_of('#');
    if (level != 0 && level != std::string::npos && level <= 6 && line[level] == ' ') {
      std::string const anchor = anchor_of(line.substr(level + 1));
      int const times = repeated[anchor]++;
      document.anchors.insert(times == 0 ? anchor : anchor + "-" + std::to_string(times));
    }
    add_links(line.find('`') == std::string::npos ? line : without_code(line), number, document);
  }
  return document;
}

bool is_elsewhere(std::string const& target) {
  return target.starts_with("http://") || target.starts_with("https://") || target.starts_with("mailto:");
}

/// What is wrong with a link of a document, "" when nothing is.
std::string problem_of(std::string const& target, std::filesystem::path const& document) {
  std::size_t const hash = target.find('#');
  std::string const file = target.substr(0, hash);
  std::filesystem::path const path = file.empty() ? document : document.parent_path() / file;
  if (!std::filesystem::exists(path)) return "there is no " + path.lexically_normal().string();
  if (hash == std::string::npos) return "";
  bool const has_anchor = read_document(path).anchors.contains(target.substr(hash + 1));
  return has_anchor ? ""
                    : "no heading of " + path.lexically_normal().string() + " has the anchor " + target.substr(hash);
}

std::vector<std::filesystem::path> documents() {
  std::vector<std::filesystem::path> found = {root / "README.md"};
  for (std::string const folder :
       {".github", "spec", "vectors", "harness", "mock-provider", "reference", "tests", "scripts"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      bool const is_foreign = entry.path().string().find("/node_modules/") != std::string::npos;
      if (entry.path().extension() == ".md" && !is_foreign) found.push_back(entry.path());
    }
  }
  return found;
}

TEST(Documents, HaveNoLinkThatLeadsNowhere) {
  std::size_t links = 0;
  for (std::filesystem::path const& document : documents()) {
    for (Link const& link : read_document(document).links) {
      if (is_elsewhere(link.target)) continue;
      ++links;
      EXPECT_EQ(problem_of(link.target, document), "") << document.string() << ":" << link.line;
    }
  }
  EXPECT_GT(links, 200U);
}

TEST(Documents, AreFoundOutWhenALinkLeadsNowhere) {
  EXPECT_EQ(problem_of("README.md#the-pipeline", root / "spec/decisions.md"), "");
  EXPECT_NE(problem_of("README.md#no-such-heading", root / "spec/decisions.md"), "");
  EXPECT_NE(problem_of("no-such-page.md", root / "spec/decisions.md"), "");
}

TEST(Decisions, HaveEveryChapterInTheirTableOfContents) {
  std::filesystem::path const page = root / "spec/decisions.md";
  std::set<std::string> linked;
  for (Link const& link : read_document(page).links) linked.insert(link.target);
  std::ifstream file(page);
  int chapters = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("## ")) continue;
    ++chapters;
    EXPECT_TRUE(linked.contains("#" + anchor_of(line.substr(3)))) << line << " is missing in the list at the top";
  }
  EXPECT_GT(chapters, 10);
}

}  // namespace
}  // namespace meta::links
