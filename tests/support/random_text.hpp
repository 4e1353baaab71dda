#pragma once

#include <cstddef>
#include <iterator>
#include <random>
#include <string>

namespace prompty_tests {

/// The source of all random inputs; a test gives a seed, so that each run has the same.
using Random = std::mt19937;

/// One of the choices.
template <class Choices>
std::string pick(Random& random, Choices const& choices) {
  return std::string(std::data(choices)[random() % std::size(choices)]);
}

/// So many of the pieces, joined.
template <class Pieces>
std::string joined_pieces(Random& random, Pieces const& pieces, std::size_t count) {
  std::string text;
  for (; count > 0; --count) text += pick(random, pieces);
  return text;
}

/// The bytes with one to four changes: a piece inserted, up to 30 bytes removed, one byte replaced, the rest cut off,
/// or a part of it repeated elsewhere.
template <class Pieces>
std::string mutated(std::string bytes, Random& random, Pieces const& pieces) {
  for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
    std::size_t const at = random() % (bytes.size() + 1);
    switch (random() % 6) {
      case 0:
        bytes.insert(at, pick(random, pieces));
        break;
      case 1:
        bytes.erase(at, random() % 30);
        break;
      case 2:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random() % 256);
        break;
      case 3:
        bytes.resize(at);
        break;
      default:
        bytes.insert(at, bytes.substr(random() % (bytes.size() + 1), random() % 80));
        break;
    }
  }
  return bytes;
}

}  // namespace prompty_tests
