#pragma once

#include <string>

namespace mock_provider {

/// Where a program writes down its port for those who start it.
class PortFile {
 public:
  /// "" for none. Whoever reads it sees the whole number or no file. Throws std::runtime_error when it cannot be
  /// written.
  PortFile(std::string path, int port);
  PortFile(PortFile const&) = delete;
  PortFile& operator=(PortFile const&) = delete;
  ~PortFile() { remove(); }

  /// Takes the file away, unless another program has written its own meanwhile.
  void remove();

 private:
  std::string path_;
  std::string text_;
};

}  // namespace mock_provider
