#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// A request to a provider, ready to be sent.
struct Sending {
  std::string provider;
  std::string endpoint;
  std::string path;  ///< below the endpoint, with its query
  std::map<std::string, std::string> headers;
  std::string body;

  bool operator==(Sending const&) const = default;
};

/// What lies between the endpoint and the path of a request.
enum class Joint : std::uint8_t {
  one_slash,       ///< whether the endpoint ends in one or not
  as_it_stands,    ///< the path behind the endpoint, so that two slashes may meet
  of_the_endpoint  ///< a slash only if the endpoint ends in one
};

/// What an implementation does when a provider has answered.
struct SendingHabits {
  /// Whether the request is sent once more after an answer with that status.
  std::function<bool(int status)> asks_again = [](int) { return false; };
  /// Whether an answer with that status, which points to that location, is followed.
  std::function<bool(int status, std::string const& location)> follows = [](int, std::string const&) { return false; };
  Joint joint = Joint::one_slash;
};

/// Makes `run` and `execute` send their requests themselves, over connections of kind key and anonymous: as the
/// reference builds them, changed, and read by the reference again. Without a change the outcome is the same, save for
/// the wording of errors.
[[nodiscard]] Rule sent_otherwise(std::function<void(Sending& sending)> change, SendingHabits habits = {});

/// Whether a location says by which scheme, and on which host, it is to be had.
[[nodiscard]] bool is_absolute(std::string const& location);

/// Whether requests for the provider have the form of Azure.
[[nodiscard]] bool is_azure(std::string const& provider);

}  // namespace conformance::mutants
