#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// What a run takes from its host: environment, randomness, cancellation and profile; and the version of the library.
namespace prompty {

/// Looks up an environment variable: nothing when it is not set; "" is set (P2.11-07). For many threads at once.
using Environment = std::function<std::optional<std::string>(std::string const& name)>;

/// The environment of the process, read at each call.
[[nodiscard]] Environment process_environment();

/// An environment of these variables and no others.
[[nodiscard]] Environment fixed_environment(std::map<std::string, std::string> variables);

/// Gives a new nonce at each call: 16 unguessable lower-case hexadecimal digits. Called from many threads at once.
using NonceSource = std::function<std::string()>;

/// Nonces of eight bytes from the operating system (P5.1-07). Calls throw RuntimeError when it gives no random bytes.
[[nodiscard]] NonceSource system_nonces();

/// Cancels running work. Copies share one state; any thread may request at any time, and it cannot be undone.
class Cancellation {
 public:
  /// Requests it; `is_requested` is true from now on.
  void request() const { requested_->store(true, std::memory_order_release); }
  /// Whether any copy has requested it.
  [[nodiscard]] bool is_requested() const { return requested_->load(std::memory_order_acquire); }

 private:
  std::shared_ptr<std::atomic<bool>> requested_ = std::make_shared<std::atomic<bool>>(false);
};

/// What a request follows where the documents and today's providers disagree.
enum class Profile : std::uint8_t {
  as_written,  ///< the letter of the documents
  live         ///< what providers accept
};

/// What library and command line follow unless another profile is set.
inline constexpr Profile default_profile = Profile::live;

/// A profile that may be changed at any time and holds for requests built from then on. Copies share it. Thread-safe.
class SharedProfile {
 public:
  /// A profile of its own, shared with copies only.
  SharedProfile(Profile profile = default_profile) : profile_(std::make_shared<std::atomic<Profile>>(profile)) {}
  /// Shares the profile of the other.
  SharedProfile(SharedProfile const&) = default;
  /// Copies would not see an assignment; see `set`.
  SharedProfile& operator=(SharedProfile const&) = delete;
  ~SharedProfile() = default;

  /// The profile that is set now.
  [[nodiscard]] Profile get() const { return profile_->load(std::memory_order_acquire); }
  /// Sets it for this object and every copy.
  void set(Profile profile) const { profile_->store(profile, std::memory_order_release); }

 private:
  std::shared_ptr<std::atomic<Profile>> profile_;
};

/// The version of this library, such as "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace prompty
