#pragma once

#include "harness/judge/variations/carried_page.hpp"

namespace conformance {

/// A page with two texts of each kind, and two types: texts of inputs, and names of tools.
inline CarriedPage sample_carried_page() {
  return {.hostile = {{.kind = "inside", .name = "inside/line-ends", .text = "{}\r\nb"},
                      {.kind = "inside", .name = "inside/quotes", .text = "\"{}\""},
                      {.kind = "around", .name = "around/blanks", .text = " {} "},
                      {.kind = "around", .name = "around/tabs", .text = "\t{}\t"},
                      {.kind = "instead", .name = "instead/null", .text = "null"},
                      {.kind = "instead", .name = "instead/zero", .text = "0"}},
          .words = "",
          .only = ".counted? != true",
          .named_members = {"handlers"},
          .closed_members = {"kind"},
          .types = {{.name = "texts", .places = {".text? | strings", ".more[]? | strings"}, .except = {}},
                    {.name = "rendered", .places = {".inputs[]? | strings"}, .is_part = true, .except = {}},
                    {.name = "names",
                     .places = {".tools[]?.name"},
                     .is_name = true,
                     .except = {{"inside/quotes", "P1.1-01 says so"}, {"around", "P1.1-01 says so"}}}}};
}

}  // namespace conformance
