#pragma once

namespace conformance {

/// The edition of the specification that there was first: that of clauses, adapters and reports which name none.
inline constexpr char const* first_edition = "2026-04";

}  // namespace conformance
