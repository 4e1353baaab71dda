#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <vector>

namespace conformance {

/// Vectors that are played by the reference at the same time: many wait for tools and for answers that come late.
inline constexpr std::size_t played_at_once = 16;

/// Visits the indexes below `count`, so many at the same time.
template <class Visit>
void for_each_index(std::size_t count, std::size_t at_once, Visit const& visit) {
  std::atomic<std::size_t> next = 0;
  auto const visit_some = [&] {
    for (std::size_t index = next++; index < count; index = next++) visit(index);
  };
  std::vector<std::future<void>> visitors;
  for (std::size_t visitor = 0; visitor < at_once; ++visitor)
    visitors.push_back(std::async(std::launch::async, visit_some));
  for (std::future<void>& visitor : visitors) visitor.get();
}

}  // namespace conformance
