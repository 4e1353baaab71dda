#include "harness/subject/adapter_watch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "harness/subject/process_table.hpp"
#include "harness/subject/scratch_folder.hpp"

namespace conformance {
namespace adapter_watch {
namespace {

using Children = std::map<pid_t, std::vector<pid_t>>;

void remember(ProcessEntry entry, void* children) {
  (*static_cast<Children*>(children))[entry.parent].push_back(entry.id);
}

}  // namespace
}  // namespace adapter_watch

std::size_t processes_below(pid_t ancestor) {
  adapter_watch::Children children;
  visit_processes(adapter_watch::remember, &children);
  std::size_t count = 0;
  std::vector<pid_t> open = {ancestor};
  while (!open.empty()) {
    adapter_watch::Children::node_type const found = children.extract(open.back());
    open.pop_back();
    if (found.empty()) continue;
    count += found.mapped().size();
    open.insert(open.end(), found.mapped().begin(), found.mapped().end());
  }
  return count;
}

AdapterWatch::AdapterWatch(pid_t keeper, std::string scratch, AdapterLimits limits)
    : keeper_(keeper), scratch_(std::move(scratch)), limits_(limits), next_look_(Clock::now() + interval) {}

std::optional<std::string> AdapterWatch::problem() {
  Clock::time_point const before = Clock::now();
  if (before < next_look_) return std::nullopt;
  std::optional<std::string> found = look();
  constexpr int share = 50;
  Clock::time_point const after = Clock::now();
  next_look_ = after + std::max<Clock::duration>(interval, share * (after - before));
  return found;
}

std::optional<std::string> AdapterWatch::look() const {
  std::size_t const processes = processes_below(keeper_);
  if (processes > limits_.max_processes) {
    return fmt::format("the adapter was ended: it had {} processes at once, allowed are {}", processes,
                       limits_.max_processes);
  }
  FolderSize const size = size_of_folder(scratch_, limits_.max_scratch_files);
  if (size.bytes > limits_.max_scratch_bytes) {
    return fmt::format("the adapter was ended: its scratch folder held {} bytes, allowed are {}", size.bytes,
                       limits_.max_scratch_bytes);
  }
  if (size.is_cut) {
    return fmt::format("the adapter was ended: its scratch folder held more than {} files, or folders {} deep",
                       limits_.max_scratch_files, deepest_scratch_folder);
  }
  return std::nullopt;
}

}  // namespace conformance
