#include "harness/judge/run/exchange_trace.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::trace_folder_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(TraceFolders, HaveAFileForEachVectorBelowItsTopic) {
  ScratchFolder const scratch;
  TraceFolder folder(scratch.path() + "/new/traces", {{"profile", "lenient"}});
  Vector const vector = one_sample_vector(Json::object());
  ExchangeTrace const trace(vector);
  std::string const path = folder.save(vector, trace);
  EXPECT_EQ(path, scratch.path() + "/new/traces/load/sample/plain.jsonl");
  EXPECT_EQ(read_file(path), trace.text());
  EXPECT_EQ(Json::parse(read_file(scratch.path() + "/new/traces/run.json")), Json({{"profile", "lenient"}}));
  EXPECT_NO_THROW(folder.demand_whole());
}

TEST(TraceFolders, FollowNoLinkAndWaitForNoPipe) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/victim", "of somebody");
  Vector const vector = one_sample_vector(Json::object());
  std::filesystem::create_directories(scratch.path() + "/traces/load/sample");
  std::filesystem::create_symlink(scratch.path() + "/victim", scratch.path() + "/traces/run.json");
  ASSERT_EQ(::mkfifo((scratch.path() + "/traces/load/sample/plain.jsonl").c_str(), S_IRUSR | S_IWUSR), 0);
  TraceFolder folder(scratch.path() + "/traces", Json::object());
  std::string const path = folder.save(vector, ExchangeTrace(vector));
  EXPECT_NO_THROW(folder.demand_whole());
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path)));
  EXPECT_EQ(read_file(scratch.path() + "/victim"), "of somebody");
}

TEST(TraceFolders, AreRefusedWhereNothingCanBeWritten) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/file", "");
  EXPECT_THAT([&] { TraceFolder(scratch.path() + "/file", Json::object()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("--trace " + scratch.path() + "/file"), HasSubstr("folder"))));
}

TEST(TraceFolders, TellInTheEndWhatCouldNotBeWritten) {
  ScratchFolder const scratch;
  TraceFolder folder(scratch.path(), Json::object());
  write_file(scratch.path() + "/load", "in the way");
  Vector const vector = one_sample_vector(Json::object());
  EXPECT_EQ(folder.save(vector, ExchangeTrace(vector)), "");
  EXPECT_THAT([&] { folder.demand_whole(); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("trace"), HasSubstr("plain.jsonl"))));
}

}  // namespace
}  // namespace conformance::trace_folder_test
