// How close two texts are in meaning: the cosine of their vectors, 1 for the same.
#include <prompty/prompty.hpp>

#include <cmath>
#include <iostream>
#include <numeric>

namespace {

double dot(std::vector<double> const& one, std::vector<double> const& other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

}  // namespace

int main() try {
  prompty::Outcome const outcome =
      prompty::invoke("embeddings.prompty", {{"first", "A cat sleeps"}, {"second", "The kitten naps"}});
  std::vector<prompty::Embedding> const vectors = prompty::embeddings(outcome);
  std::vector<double> const& first = vectors.at(0).values;
  std::vector<double> const& second = vectors.at(1).values;
  std::cout << dot(first, second) / std::sqrt(dot(first, first) * dot(second, second)) << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
