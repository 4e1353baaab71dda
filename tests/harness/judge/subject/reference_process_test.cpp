#include "harness/commands/subjects_of_run.hpp"

#include <gtest/gtest.h>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::reference_process_test {
namespace {

TEST(ReferenceProcess, IsTheAdapterBesideTheProgram) {
  ScratchFolder const folder;
  write_file(folder.path() + "/prompty-reference-adapter", "");
  EXPECT_EQ(reference_process_command(folder.path() + "/prompty-conformance"),
            folder.path() + "/prompty-reference-adapter");
}

TEST(ReferenceProcess, IsTheProgramItselfWhereThereIsNoAdapter) {
  ScratchFolder const folder;
  EXPECT_EQ(reference_process_command(folder.path() + "/my program"),
            "'" + folder.path() + "/my program' reference-adapter");
}

}  // namespace
}  // namespace conformance::reference_process_test
