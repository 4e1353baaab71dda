#include "mock-provider/check/admission.hpp"

#include <string_view>

namespace mock_provider::request_check {
namespace admission {
namespace {

constexpr std::string_view about_keys = ".auth.present";

}  // namespace
}  // namespace admission

std::vector<Finding> admitted(std::vector<Finding> findings, Player const* player) {
  if (player == nullptr || player->scenario().admission == Admission::with_key) return findings;
  std::erase_if(findings, [](Finding const& finding) { return finding.rule.ends_with(admission::about_keys); });
  return findings;
}

}  // namespace mock_provider::request_check
