#include "prompty/transport/kept_clients.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace prompty {
namespace {

constexpr std::size_t most_kept = 32;
/// Shorter than servers wait.
constexpr std::chrono::seconds longest_kept{2};

}  // namespace

std::unique_ptr<HttpClient> KeptClients::take(std::string const& origin) {
  // Connections are ended while no other thread waits for it.
  std::deque<Kept> old;
  std::unique_lock<std::mutex> const lock(mutex_);
  while (!kept_.empty() && Clock::now() - kept_.front().since > longest_kept) {
    old.push_back(std::move(kept_.front()));
    kept_.pop_front();
  }
  auto const found = std::find_if(kept_.rbegin(), kept_.rend(), [&origin](Kept const& kept) {
    return kept.client->origin() == origin && kept.client->is_connected();
  });
  if (found == kept_.rend()) return nullptr;
  std::unique_ptr<HttpClient> client = std::move(found->client);
  kept_.erase(std::next(found).base());
  return client;
}

void KeptClients::keep(std::unique_ptr<HttpClient> client) {
  if (!client->is_connected()) return;
  Kept oldest;
  std::unique_lock<std::mutex> const lock(mutex_);
  kept_.push_back({.client = std::move(client), .since = Clock::now()});
  if (kept_.size() <= most_kept) return;
  oldest = std::move(kept_.front());
  kept_.pop_front();
}

}  // namespace prompty
