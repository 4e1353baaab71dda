#include "mock-provider/server.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"

namespace mock_provider {
namespace server {
namespace {

std::string in_url(std::string const& host) {
  return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

}  // namespace
}  // namespace server

class Server::Implementation {
 public:
  explicit Implementation(ServerOptions const& options)
      : host(options.host),
        provider(options.check, {.entries = options.journal_capacity, .bytes = options.journal_bytes}),
        listener({.host = options.host,
                  .port = options.port,
                  .max_request_bytes = options.max_request_bytes,
                  .threads = options.threads},
                 [this](Request const& request) { return provider.respond(request); }) {}

  std::string const host;
  Provider provider;
  HttpListener listener;
};

Server::Server(ServerOptions const& options) : implementation_(std::make_unique<Implementation>(options)) {}

Server::~Server() = default;

int Server::port() const {
  return implementation_->listener.port();
}

std::string Server::base_url() const {
  return fmt::format("http://{}:{}", server::in_url(implementation_->host), port());
}

void Server::put_scenario(std::string const& name, Json const& scenario) {
  implementation_->provider.put_scenario(name, scenario);
}

void Server::remove_scenario(std::string const& name) {
  implementation_->provider.remove_scenario(name);
}

std::vector<JournalEntry> Server::requests(std::string const& scenario) const {
  std::vector<JournalEntry> result;
  for (std::shared_ptr<JournalEntry const> const& entry : implementation_->provider.journal().of_scenario(scenario)) {
    result.push_back(*entry);
  }
  return result;
}

std::uint64_t Server::dropped_requests() const {
  return implementation_->provider.journal().dropped();
}

std::vector<UnplayedStep> Server::unplayed(std::string const& scenario) const {
  std::shared_ptr<Player> const player = implementation_->provider.scenarios().find(scenario);
  return player == nullptr ? std::vector<UnplayedStep>() : player->unplayed();
}

std::vector<UnplayedStep> Server::unplayed() const {
  std::vector<UnplayedStep> result;
  for (auto const& [name, player] : implementation_->provider.scenarios().all()) {
    std::vector<UnplayedStep> const steps = player->unplayed();
    result.insert(result.end(), steps.begin(), steps.end());
  }
  return result;
}

void Server::stop() {
  implementation_->listener.stop();
}

}  // namespace mock_provider
