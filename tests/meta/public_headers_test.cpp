#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/places.hpp"

// What a program that includes prompty/prompty.hpp has to compile.
namespace meta::public_headers {
namespace {

using Names = std::set<std::string>;

std::filesystem::path const reference = std::filesystem::path(prompty_tests::repository()) / "reference";

std::vector<std::string> lines_of(std::filesystem::path const& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What the lines match in the first group of `pattern`.
Names found_in(std::vector<std::string> const& lines, std::regex const& pattern) {
  Names found;
  std::smatch match;
  for (std::string const& line : lines) {
    if (std::regex_search(line, match, pattern)) found.insert(match[1]);
  }
  return found;
}

/// The header and all that it includes, relative to reference/.
void reach(std::string const& header, Names& reached) {
  static std::regex const include("^#include \"([^\"]+)\"");
  if (!reached.insert(header).second) return;
  for (std::string const& next : found_in(lines_of(reference / header), include)) reach(next, reached);
}

Names installed() {
  static std::regex const header(R"(^([^#]+\.hpp)$)");
  return found_in(lines_of(reference / "public_headers.txt"), header);
}

TEST(PublicHeaders, AreThoseThatUsersReach) {
  Names reached;
  for (std::string const header : {"prompty/prompty.hpp", "jinja/template.hpp", "jinja/errors.hpp"}) {
    reach(header, reached);
  }
  EXPECT_EQ(reached, installed()) << "an internal header is reached, or reference/public_headers.txt has to be changed";
}

// A program that includes no more compiles several times as fast.
TEST(PublicHeaders, OfPlainTextsIncludeLittle) {
  static std::regex const include("^#include ([<\"].*)");
  EXPECT_EQ(found_in(lines_of(reference / "prompty/plain.hpp"), include),
            (Names{"<filesystem>", "<string>", "<string_view>"}));
}

TEST(PublicHeaders, IncludeNothingLargeFromOtherLibraries) {
  static std::regex const include("^#include <([^>]+)>");
  // No <algorithm>, <iostream>, <regex>, <sstream>, <thread>: sources include them.
  Names const allowed = {"array",
                         "atomic",
                         "chrono",
                         "cstddef",
                         "cstdint",
                         "exception",
                         "filesystem",
                         "functional",
                         "future",
                         "iosfwd",
                         "iterator",
                         "limits",
                         "map",
                         "memory",
                         "mutex",
                         "nlohmann/json.hpp",
                         "nlohmann/json_fwd.hpp",
                         "optional",
                         "shared_mutex",
                         "span",
                         "stdexcept",
                         "string",
                         "string_view",
                         "type_traits",
                         "unordered_map",
                         "utility",
                         "variant",
                         "vector"};
  for (std::string const& header : installed()) {
    for (std::string const& name : found_in(lines_of(reference / header), include)) {
      EXPECT_TRUE(allowed.contains(name)) << header << " includes <" << name << ">";
    }
  }
}

/// A struct of the public headers: its data members, and whether its `==` is defined where it is declared.
struct Struct {
  std::string members;
  bool compares_inline = false;
};

std::map<std::string, Struct> structs() {
  static std::regex const opening(R"(^struct (\w+) \{)");
  static std::regex const comparison(R"(^  bool operator==\(.*= default;)");
  std::map<std::string, Struct> found;
  for (std::string const& header : installed()) {
    Struct* open = nullptr;
    std::smatch match;
    for (std::string const& line : lines_of(reference / header)) {
      if (std::regex_search(line, match, opening)) open = &found[match[1]];
      if (line == "};") open = nullptr;
      if (open == nullptr || line.starts_with("  //")) continue;
      if (std::regex_search(line, comparison)) open->compares_inline = true;
      open->members += line.substr(0, line.find('=')) + "\n";
    }
  }
  return found;
}

/// The names of those structs that hold JSON, in whatever depth.
Names holders_of_json(std::map<std::string, Struct> const& structs) {
  Names holders = {"Json"};
  for (std::size_t before = 0; before != holders.size();) {
    before = holders.size();
    std::string any;
    for (std::string const& name : holders) any += (any.empty() ? "" : "|") + name;
    std::regex const mention("(^|[^\\w*&:])(" + any + R"()>* \w+( |;|\n))");
    for (auto const& [name, type] : structs) {
      if (std::regex_search(type.members, mention)) holders.insert(name);
    }
  }
  holders.erase("Json");
  return holders;
}

// An `==` that is defaulted in a header looks all conversions of the JSON library up in each program.
TEST(PublicHeaders, LeaveTheComparisonOfJsonToSources) {
  std::map<std::string, Struct> const all = structs();
  Names const holders = holders_of_json(all);
  EXPECT_GE(holders.size(), 20u) << "the test sees too little and would pass whatever there is";
  for (std::string const& name : holders) {
    EXPECT_FALSE(all.at(name).compares_inline) << name << ": define its operator== in the source, with `= default`";
  }
}

TEST(PublicHeaders, MakeNoJson) {
  static std::regex const made(R"(^[^/]*(Json(::\w+\(|\{).*|Json \w+ = (nullptr|\{).*))");
  for (std::string const& header : installed()) {
    EXPECT_THAT(found_in(lines_of(reference / header), made), testing::IsEmpty())
        << header << ": call a function that makes it, such as empty_object()";
  }
}

}  // namespace
}  // namespace meta::public_headers
