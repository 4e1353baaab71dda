# What a builder may set. Consumers need none of it; the presets set it for developers.
option(PROMPTY_DEVELOPER "Build the tests and treat warnings as errors" OFF)
option(PROMPTY_FUZZ "Build the libFuzzer targets (clang)" OFF)
set(PROMPTY_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")
set(PROMPTY_PROGRAM_DIR "${CMAKE_BINARY_DIR}/bin" CACHE PATH "Where the programs are put")

# Without optimisation a program that links the library is four times as large.
get_property(prompty_has_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT prompty_has_configurations)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release where none is chosen" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROMPTY_PROGRAM_DIR}")

find_program(PROMPTY_CCACHE ccache)
if(PROMPTY_CCACHE)
  # It keeps nothing that was compiled with a precompiled header unless it is told that no macro but those of the command line
  # and no time of day matters to that header.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${PROMPTY_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The preprocessed text names the precompiled header, as ccache has to know.
    add_compile_options(-fpch-preprocess)
  endif()
endif()

add_library(prompty_build_flags INTERFACE)
if(PROMPTY_DEVELOPER)
  target_compile_options(prompty_build_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                                       -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wswitch-enum
    # Designated initialisers leave the other members at their defaults on purpose.
    -Wno-missing-field-initializers -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports these inside libstdc++ and nlohmann_json when it optimises; clang has no such findings.
    target_compile_options(prompty_build_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-dangling-pointer -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endif()
if(PROMPTY_SANITIZE)
  add_compile_options(-fsanitize=${PROMPTY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PROMPTY_SANITIZE})
endif()
