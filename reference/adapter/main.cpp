#include "adapter/line_server.hpp"

int main() {
  prompty::adapter::serve_until_the_end();
}
