#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Texts of files: of two halves, unmarked, unclosed, ending at the closer, with lines that look like something else.
class FileTexts {
 public:
  explicit FileTexts(Dice& dice) : dice_(dice) {}

  [[nodiscard]] std::string next() {
    switch (dice_.below(8)) {
      case 0:
        return unmarked();
      case 1:
        return fenced();
      case 2:
        return lead() + delimiter() + frontmatter();
      case 3:
        return delimiter() + frontmatter() + delimiter() + dice_.pick<std::string>({"", "\n", " \n\n"});
      default:
        return two_halves();
    }
  }

 private:
  std::string delimiter() { return dice_.pick<std::string>({"---", "---", "+++"}); }

  std::string lead() { return dice_.pick<std::string>({"", "", "", " ", "\n", "\t", "\r\n", "\n \t", "\xEF\xBB\xBF"}); }

  std::string pair() {
    std::string const key = dice_.pick<std::string>({"name", "description", "displayName"});
    return key + ": " + dice_.word() + " " + dice_.word() + "\n";
  }

  std::string frontmatter() {
    std::string text = dice_.pick<std::string>({"\n", "\n", "\n", "\n\n", " \n", dice_.word() + "\n"});
    for (std::size_t lines = dice_.below(4); lines > 0; --lines) {
      switch (dice_.below(12)) {
        case 0:
          text += "\n";
          break;
        case 1:
          text += "# " + dice_.word() + "\n";
          break;
        case 2:
          text += "metadata:\n  " + dice_.word() + ": " + dice_.word() + "\n";
          break;
        case 3:
          text += "name: [" + dice_.word() + "\n";
          break;
        case 4:
          text += "description: " + dice_.word() + " " + delimiter() + " " + dice_.word() + "\n";
          break;
        case 5:
          text += "name = \"" + dice_.word() + "\"\n";
          break;
        default:
          text += pair();
      }
    }
    return text;
  }

  std::string body() {
    std::string text;
    for (std::size_t lines = 1 + dice_.below(4); lines > 0; --lines) {
      switch (dice_.below(7)) {
        case 0:
          text += "\n";
          break;
        case 1:
          text += "  " + dice_.word() + " {{" + dice_.word() + "}}\n";
          break;
        case 2:
          text += delimiter() + "\n";
          break;
        default:
          text += dice_.word() + " " + dice_.word() + "\n";
      }
    }
    return text + dice_.pick<std::string>({dice_.word(), dice_.word(), "\n ", ""});
  }

  std::string two_halves() {
    std::string const gap = dice_.pick<std::string>({"\n", "\n", "\n\n   ", " \n", "\r\n", " ", ""});
    return lead() + delimiter() + frontmatter() + delimiter() + gap + body();
  }

  std::string unmarked() {
    switch (dice_.below(5)) {
      case 0:
        return dice_.pick<std::string>({"", "\n", "  \n\t\n"});
      case 1:
        return pair() + pair() + body();
      case 2:
        return dice_.word() + "\n" + delimiter() + "\n" + pair() + delimiter() + "\n" + body();
      case 3:
        return "  " + dice_.word() + "\r\n" + dice_.word() + "\r\n";
      default:
        return "\t" + dice_.word() + " " + dice_.word() + "  \n";
    }
  }

  std::string fenced() {
    std::string const fence = dice_.pick<std::string>({"--", "++", "-+-", "+--", "- - -", "+ +", "***", "===", "~~~"});
    return fence + "\n" + pair() + fence + "\n" + body();
  }

  Dice& dice_;
};

}  // namespace conformance::generated
