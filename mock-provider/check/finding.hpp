#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// What is done with requests that break a rule of the provider.
enum class CheckMode : std::uint8_t {
  off,     ///< rules are not looked at
  report,  ///< findings go into the journal, the request is answered all the same
  enforce  ///< the first finding is answered with the provider's error
};

/// One rule of the provider that a request breaks.
struct Finding {
  std::string rule;     ///< id of the rule, e.g. "chat.message.role"; all of them are in check/rule_table.hpp
  std::string pointer;  ///< JSON pointer into the body; "" for the body as a whole and for headers
  std::string message;  ///< what is wrong and what the provider takes instead

  bool operator==(Finding const&) const = default;
};

/// The rule of the finding when a step of a scenario takes a request, but cannot answer it. It is about the scenario
/// and noted in every mode of the check.
constexpr std::string_view rule_of_unfit_step = "scenario.step.fits";

/// Gathers findings; the checks share its small questions about types and members. It keeps the first hundred, so that
/// a request of a million mistakes does not fill the journal with them.
class FindingList {
 public:
  static constexpr std::size_t most_findings = 100;

  void add(std::string_view rule, std::string_view pointer, std::string_view message);
  /// The last one says how many more there were.
  [[nodiscard]] std::vector<Finding> take();

  /// Adds a finding of `rule` for each member of `object` outside `names`.
  void admit_only(std::string_view rule, Json const& object, std::string const& pointer,
                  std::span<std::string_view const> names);
  /// Whether `object` has a string of that name; a finding when it has not.
  bool require_text(std::string_view rule, Json const& object, std::string const& pointer, std::string_view name);
  /// A finding when the member is there and no string.
  void text_if_there(std::string_view rule, Json const& object, std::string const& pointer, std::string_view name);
  /// A finding when the member is there, and neither null nor one of `values`.
  void one_of_if_there(std::string_view rule, Json const& object, std::string const& pointer, std::string_view name,
                       std::span<std::string_view const> values);

 private:
  std::vector<Finding> findings_;
  std::size_t left_out_ = 0;
};

/// Code points of a text in UTF-8.
[[nodiscard]] std::size_t characters_of(std::string_view text);

/// Whether a string anywhere in the value holds the word "json", whatever the case of its letters.
[[nodiscard]] bool mentions_json(Json const& value);

/// Whether the text is empty or has nothing but blanks and ends of lines.
[[nodiscard]] bool is_blank(std::string_view text);

/// Whether it is a string that names a function or schema: 1 to 64 letters, digits, "_" or "-".
[[nodiscard]] bool is_provider_name(Json const& value);

}  // namespace mock_provider
