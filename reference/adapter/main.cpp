#include "adapter/adapter_process.hpp"

int main() {
  prompty::adapter::serve_until_the_end();
}
