#pragma once

#include <functional>
#include <string>

namespace prompty {

/// Gives a new nonce at each call: 16 lower-case unguessable hexadecimal digits. Called from many threads at
/// once.
using NonceSource = std::function<std::string()>;

/// Eight bytes from the operating system's random source for each nonce (P5.1-07). The source throws RuntimeError when
/// the system gives none.
[[nodiscard]] NonceSource system_nonces();

}  // namespace prompty
