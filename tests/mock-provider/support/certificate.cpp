#include "mock-provider/support/certificate.hpp"

#include <gtest/gtest.h>

#include "support/program.hpp"

namespace mock_provider_tests {

mock_provider::TlsFiles self_signed(std::string const& folder) {
  mock_provider::TlsFiles files{.certificate = folder + "/certificate.pem", .key = folder + "/key.pem"};
  prompty_tests::ProgramResult const made = prompty_tests::run_program(
      {"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
       "-days", "1", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", files.key, "-out",
       files.certificate});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return files;
}

}  // namespace mock_provider_tests
