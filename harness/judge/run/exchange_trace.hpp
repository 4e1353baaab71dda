#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/replay/attempt.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// What a trace keeps of one text, and of one vector, in bytes.
inline constexpr std::size_t most_traced_text = 16'384;
inline constexpr std::size_t most_traced_bytes = 2'097'152;

/// All that passes between the harness and the subjects while one vector is played, as JSON Lines. The first line says
/// which vector it is; each other one has `type` and `at`, milliseconds since the first. Longer texts are cut and say
/// so, what comes when there is no room for it any more is counted, and secrets are masked. Thread-safe.
class ExchangeTrace {
 public:
  explicit ExchangeTrace(Vector const& vector, Secrets secrets = {});

  /// Adds an object with these members.
  void add(std::string_view type, Json const& members);

  /// How many lines there are.
  [[nodiscard]] std::size_t size() const;

  /// Of the requests since there were `size` lines, leaves the last one alone with what belongs to it, and says how
  /// many went before it.
  void keep_last_request(std::size_t size);

  [[nodiscard]] std::string text() const;

 private:
  struct Line {
    bool is_request = false;
    std::string text;
  };

  void append(std::string_view type, Json const& members);

  std::chrono::steady_clock::time_point const begin_ = std::chrono::steady_clock::now();
  Secrets const secrets_;
  mutable std::mutex mutex_;
  std::vector<Line> lines_;
  std::size_t bytes_ = 0;
  std::size_t left_out_ = 0;
};

/// A subject that writes its requests and answers into a trace: lines of the types `request`, `item`, `reply` and
/// `stderr`.
class TracedSubject final : public Subject, public ReadsText {
 public:
  /// Both must outlive this one.
  TracedSubject(Subject& inner, ExchangeTrace& trace) : inner_(inner), trace_(trace) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] Reply call_in_ascii(std::string const& operation, Json const& params,
                                    ItemListener const& on_item) override;
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  /// `call` sends the request and takes what receives items.
  template <typename Call>
  Reply traced(std::string const& operation, Json const& params, ItemListener const& on_item, Call const& call);

  Subject& inner_;
  ExchangeTrace& trace_;
};

/// Where the traces of a run go: TOPIC/ID.jsonl for each vector. Thread-safe.
class TraceFolder {
 public:
  /// Makes the folder and leaves "run.json" in it, which is `about` the run. Throws InputError when it cannot be
  /// written.
  TraceFolder(std::filesystem::path folder, Json const& about);

  /// Writes the trace of a vector and returns its path; "" when it cannot be written, which `demand_whole` tells.
  std::string save(Vector const& vector, ExchangeTrace const& trace);

  /// Throws InputError about the first trace that could not be written, if any.
  void demand_whole() const;

 private:
  std::filesystem::path const folder_;
  mutable std::mutex mutex_;
  std::string problem_;
};

}  // namespace conformance
