#include "adapter/reference_adapter.hpp"

int main() {
  prompty::adapter::serve_until_the_end();
}
