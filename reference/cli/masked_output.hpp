#pragma once

#include <iosfwd>
#include <memory>
#include <mutex>
#include <streambuf>
#include <string>
#include <string_view>

#include "prompty/core/secrets.hpp"

namespace prompty::cli {

/// What is written to it goes on to another stream, line by line and with the secrets masked that are known by then. A
/// line that is not complete waits for its end, for a flush or for the end of this.
class MaskedOutput final : public std::streambuf {
 public:
  /// `out` must outlive it; `secrets` is not null.
  MaskedOutput(std::ostream& out, std::shared_ptr<Secrets const> secrets);
  ~MaskedOutput() override;
  MaskedOutput(MaskedOutput const&) = delete;
  MaskedOutput& operator=(MaskedOutput const&) = delete;

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(char const* characters, std::streamsize count) override;
  int sync() override;

 private:
  void take(std::string_view text);
  void pass_on(std::string_view line);

  std::ostream& out_;
  std::shared_ptr<Secrets const> secrets_;
  std::mutex mutex_;
  std::string open_line_;
};

}  // namespace prompty::cli
