#pragma once

#include <memory>

#include "prompty/core/protocols.hpp"

namespace prompty {

/// The parser of role markers (§2.10), registered under "prompty" (P11.3-16). Its `parse_tagged` throws ValueError for
/// a marker with another nonce than that of the template, for a marker of the template that inputs have changed, and
/// for metadata that no template may write.
[[nodiscard]] std::shared_ptr<Parser const> make_prompty_parser();

}  // namespace prompty
