#include "cli/output_text.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>

namespace prompty::masked_output_test {
namespace {

class MaskedOutputs : public testing::Test {
 protected:
  MaskedOutputs() { secrets->add("abcdefgh"); }

  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
  std::ostringstream out;
};

TEST_F(MaskedOutputs, MaskWhatIsWrittenInPieces) {
  cli::MaskedOutput masked(out, secrets);
  std::ostream stream(&masked);
  stream << "x abc"
         << "defgh" << '\n'
         << "next";
  EXPECT_EQ(out.str(), "x [REDACTED]\n");
  stream << std::flush;
  EXPECT_EQ(out.str(), "x [REDACTED]\nnext");
}

TEST_F(MaskedOutputs, KnowSecretsThatCameLater) {
  cli::MaskedOutput masked(out, secrets);
  std::ostream stream(&masked);
  stream << "12345678";
  secrets->add("12345678");
  stream << "\n\n";
  EXPECT_EQ(out.str(), "[REDACTED]\n\n");
}

TEST_F(MaskedOutputs, PassOnAnOpenLineAtTheirEnd) {
  {
    cli::MaskedOutput masked(out, secrets);
    std::ostream(&masked) << "abcdefgh";
    EXPECT_EQ(out.str(), "");
  }
  EXPECT_EQ(out.str(), "[REDACTED]");
}

}  // namespace
}  // namespace prompty::masked_output_test
