#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> documents_as_a_whole() {
  return {
      {.decision = "A-001",
       .reading = "exact",
       .unobservable =
           "the readings differ in which of the four variants are printed vectors; the expression splits all "
           "four alike"},
      {.decision = "A-126",
       .reading = "by-name",
       .unobservable = "an adapter maps the error classes of its language onto the kinds of the protocol, so that the "
                       "name of a class never crosses it"},
      {.decision = "A-127",
       .reading = "any",
       .unobservable =
           "§11.3 asks for the executor and the processor of openai whatever §7 is content with, so that no "
           "answer depends on the reading"},
  };
}

}  // namespace conformance::readings
