#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/run/baseline.hpp"

namespace conformance {
namespace {

/// Reads the entries of one list.
class ListReader {
 public:
  ListReader(std::filesystem::path const& path, Corpus const& corpus, std::set<std::string> members)
      : path_(path), corpus_(corpus), members_(std::move(members)) {}

  std::vector<KnownFailure> read() const {
    YAML::Node list;
    try {
      list = YAML::Load(read_file(path_));
    } catch (YAML::Exception const& error) {
      throw InputError(fmt::format("{}:{}: {}", path_.string(), error.mark.line + 1, error.msg));
    }
    if (!list.IsSequence()) refuse(list, "must be a list of entries with id and reason");
    std::vector<KnownFailure> failures;
    std::set<std::string> ids;
    for (YAML::Node const& entry : list) {
      failures.push_back(read_entry(entry));
      if (!ids.insert(failures.back().id).second)
        refuse(entry, fmt::format("the vector {} is listed twice", failures.back().id));
    }
    return failures;
  }

 private:
  [[noreturn]] void refuse(YAML::Node const& node, std::string const& why) const {
    throw InputError(fmt::format("{}:{}: {}", path_.string(), node.Mark().line + 1, why));
  }

  std::string text(YAML::Node const& entry, char const* name) const {
    YAML::Node const member = entry[name];
    if (!member) return "";
    if (!member.IsScalar()) refuse(member, fmt::format("'{}' must be a text", name));
    return member.Scalar();
  }

  std::string demand(YAML::Node const& entry, char const* name) const {
    std::string given = text(entry, name);
    if (given.empty()) refuse(entry, fmt::format("'{}' is missing or empty", name));
    return given;
  }

  KnownFailure read_entry(YAML::Node const& entry) const {
    if (!entry.IsMap()) refuse(entry, "an entry must have id and reason");
    for (auto const& member : entry) {
      if (!members_.contains(member.first.Scalar()))
        refuse(member.first, fmt::format("'{}' is nothing that an entry can have; it can have {}",
                                         member.first.Scalar(), fmt::join(members_, ", ")));
    }
    KnownFailure failure{.id = demand(entry, "id"), .reason = demand(entry, "reason"), .issue = text(entry, "issue")};
    if (members_.contains("signature")) {
      failure.signature = demand(entry, "signature");
      failure.content = demand(entry, "content");
    }
    if (entry["expires"]) failure.expires = read_date(entry["expires"]);
    bool const is_there = std::any_of(corpus_.vectors.begin(), corpus_.vectors.end(),
                                      [&](Vector const& vector) { return vector.id == failure.id; });
    if (!is_there)
      refuse(entry, fmt::format("there is no vector {}; 'prompty-conformance list' shows them", failure.id));
    return failure;
  }

  std::chrono::year_month_day read_date(YAML::Node const& node) const {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int length = 0;
    std::string const text = node.IsScalar() ? node.Scalar() : "";
    bool const has_form = std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &length) == 3 &&
                          static_cast<std::size_t>(length) == text.size() && text.size() == 10;
    std::chrono::year_month_day const date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!has_form || !date.ok()) refuse(node, fmt::format("'{}' is no day; write it as 2027-01-31", text));
    return date;
  }

  std::filesystem::path path_;
  Corpus const& corpus_;
  std::set<std::string> members_;
};

}  // namespace

std::vector<KnownFailure> read_known_failures(std::filesystem::path const& path, Corpus const& corpus) {
  return ListReader(path, corpus, {"id", "reason", "issue", "signature", "content", "expires"}).read();
}

std::vector<KnownFailure> read_known_flaky(std::filesystem::path const& path, Corpus const& corpus) {
  return ListReader(path, corpus, {"id", "reason", "issue", "expires"}).read();
}

}  // namespace conformance
