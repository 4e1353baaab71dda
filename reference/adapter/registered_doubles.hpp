#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The calls of registered components while one request is served, from whatever threads.
class CalledDoubles {
 public:
  void add(std::string const& component, std::string const& key, Json received);

  /// `{"component", "key", "received"}` in the order of the calls.
  [[nodiscard]] Json list() const;

 private:
  mutable std::mutex mutex_;
  Json calls_ = Json::array();
};

/// Whether params ask for components to be registered; clients for connections are none.
[[nodiscard]] bool registers_components(Json const& params);

/// Registers the `renderers`, `parsers`, `executors` and `processors` of `params.register`: objects of keys to answers,
/// a string, a list of messages, a provider's answer and an outcome. Each tells `called` what it gets. Throws
/// InvalidParams for answers of another shape and for components of other names.
void register_doubles(Json const& params, std::shared_ptr<CalledDoubles> const& called, Invokers& invokers);

}  // namespace prompty::adapter
