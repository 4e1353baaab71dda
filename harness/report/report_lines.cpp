#include "harness/report/report_lines.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/matching/bounded_json.hpp"
#include "harness/report/json_lines.hpp"

namespace conformance {
namespace {

/// An answer may be as deep as an adapter's may, and stands inside of the line; clauses and vectors are many.
constexpr JsonBounds bounds_of_a_line{.levels = deepest_told, .values = 10'000'000};

void demand_report(Json const& line, std::filesystem::path const& path) {
  if (line.is_object() && line.value("type", "") == "run") {
    if (line.value("reportVersion", Json()) == report_version) return;
    throw InputError(
        fmt::format("{} is a report of another version; this program reads version {}", path.string(), report_version));
  }
  throw InputError(
      fmt::format("{} is no report: its first line must be what 'run --jsonl' writes first", path.string()));
}

}  // namespace

void read_report_lines(std::filesystem::path const& path, std::function<void(Json const& line)> const& take) {
  read_report_lines_with(path, "", take);
}

void read_report_lines_with(std::filesystem::path const& path, std::string_view wanted,
                            std::function<void(Json const& line)> const& take) {
  std::string const text = read_file(path);
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    std::size_t const end = text.find('\n', begin);
    bool const cut_short = end == std::string::npos;
    std::string_view const bytes = std::string_view(text).substr(begin, cut_short ? end : end - begin);
    begin = cut_short ? text.size() : end + 1;
    if (number > 1 && bytes.find(wanted) == std::string_view::npos) continue;
    Json const line = bounded_json(bytes, bounds_of_a_line);
    try {
      if (number == 1) demand_report(line, path);
      if (line.is_discarded() && cut_short) return;
      if (!line.is_object())
        throw InputError(fmt::format("{}:{}: a line of a report is a JSON object", path.string(), number));
      take(line);
    } catch (Json::exception const& error) {
      throw InputError(fmt::format("{}:{}: not what a report says here: {}", path.string(), number, error.what()));
    }
  }
  if (number == 0) demand_report(Json(), path);
}

}  // namespace conformance
