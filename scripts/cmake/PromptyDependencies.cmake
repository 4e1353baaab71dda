# Every third-party package in one place; scripts/setup installs them from Debian.
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
# Reads the repository's own pages and scenarios. What users write is read by libfyaml: it follows YAML 1.2 to the letter and is
# several times as fast, but gives events alone where yaml-cpp has a tree with places.
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(pugixml REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc)
find_package(PkgConfig REQUIRED)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(libfyaml REQUIRED IMPORTED_TARGET libfyaml)
pkg_check_modules(libedit REQUIRED IMPORTED_TARGET libedit)
pkg_check_modules(jemalloc REQUIRED IMPORTED_TARGET jemalloc)
# For programs that allocate on many threads: the mock provider is a fifth faster than with glibc's, judging with transforms a seventh.
# Sanitizers bring an allocator of their own.
add_library(prompty_allocator INTERFACE)
if(NOT PROMPTY_SANITIZE)
  target_link_libraries(prompty_allocator INTERFACE PkgConfig::jemalloc)
endif()
# Debian's libjq comes without a description for pkg-config.
find_path(JQ_INCLUDE_DIR jq.h REQUIRED)
find_library(JQ_LIBRARY jq REQUIRED)
add_library(prompty_jq INTERFACE)
target_include_directories(prompty_jq SYSTEM INTERFACE "$<BUILD_INTERFACE:${JQ_INCLUDE_DIR}>")
target_link_libraries(prompty_jq INTERFACE "${JQ_LIBRARY}")
find_path(VALIJSON_INCLUDE_DIR valijson/schema.hpp REQUIRED)
add_library(valijson_headers INTERFACE)
target_include_directories(valijson_headers SYSTEM INTERFACE "${VALIJSON_INCLUDE_DIR}")
# Without it a malformed schema ends the program instead of throwing.
target_compile_definitions(valijson_headers INTERFACE VALIJSON_USE_EXCEPTIONS=1)

find_path(MUSTACHE_INCLUDE_DIR kainjow/mustache.hpp REQUIRED)
add_library(mustache_headers INTERFACE)
target_include_directories(mustache_headers SYSTEM INTERFACE "$<BUILD_INTERFACE:${MUSTACHE_INCLUDE_DIR}>")

find_path(DTL_INCLUDE_DIR dtl/dtl.hpp REQUIRED)
add_library(dtl_headers INTERFACE)
target_include_directories(dtl_headers SYSTEM INTERFACE "${DTL_INCLUDE_DIR}")

# Debian's cpp-httplib 0.11 is a compiled library known to pkg-config only; later versions bring a CMake config.
find_package(httplib QUIET CONFIG)
add_library(prompty_httplib INTERFACE)
if(httplib_FOUND)
  target_link_libraries(prompty_httplib INTERFACE httplib::httplib)
else()
  pkg_check_modules(cpp_httplib REQUIRED IMPORTED_TARGET cpp-httplib)
  target_link_libraries(prompty_httplib INTERFACE PkgConfig::cpp_httplib)
endif()
target_compile_definitions(prompty_httplib INTERFACE CPPHTTPLIB_OPENSSL_SUPPORT)
target_link_libraries(prompty_httplib INTERFACE OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
