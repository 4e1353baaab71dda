#include "harness/run/trace_folder.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"

namespace conformance {

TraceFolder::TraceFolder(std::filesystem::path folder, Json const& about) : folder_(std::move(folder)) {
  try {
    write_file(folder_ / "run.json", about.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } catch (std::exception const& error) {
    throw InputError(
        fmt::format("--trace {}: name a folder that may be written or made: {}", folder_.string(), error.what()));
  }
}

std::string TraceFolder::save(Vector const& vector, ExchangeTrace const& trace) {
  std::filesystem::path const path = folder_ / (vector.id + ".jsonl");
  try {
    write_file(path, trace.text());
    return path.string();
  } catch (std::exception const& error) {
    std::lock_guard const lock(mutex_);
    if (problem_.empty()) problem_ = fmt::format("a trace could not be written: {}", error.what());
    return "";
  }
}

void TraceFolder::demand_whole() const {
  std::lock_guard const lock(mutex_);
  if (!problem_.empty()) throw InputError(problem_);
}

}  // namespace conformance
