# What is installed besides programs, library and data, and the Debian package: `cpack -G DEB` in a build folder.
include(GNUInstallDirs)
set(packaging "${PROJECT_SOURCE_DIR}/scripts/packaging")
set(documentation "${CMAKE_INSTALL_DATADIR}/doc/prompty")
set(completions "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")

set(scripts "${PROJECT_SOURCE_DIR}/scripts/cmake")
install(FILES "${scripts}/PromptyConformanceTests.cmake" "${scripts}/PromptyJudge.cmake" "${scripts}/PromptyDiscoverVectors.cmake"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/prompty")
# A page tells when it was built.
string(TIMESTAMP today "%B %d, %Y" UTC)
file(GLOB manual_pages CONFIGURE_DEPENDS "${packaging}/man/*.1")
foreach(page IN LISTS manual_pages)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
  cmake_path(GET page FILENAME name)
  file(READ "${page}" text)
  string(REPLACE ".Dd $Mdocdate$" ".Dd ${today}" text "${text}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/man/${name}" CONTENT "@text@" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/man/${name}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endforeach()
# bash looks for a file of the command's own name.
foreach(program prompty prompty-conformance prompty-mock-provider)
  install(FILES "${packaging}/completion.bash" DESTINATION "${completions}" RENAME ${program})
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${documentation}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${documentation}" RENAME copyright)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/harness/adapters" "${PROJECT_SOURCE_DIR}/harness/ci" "${PROJECT_SOURCE_DIR}/harness/runners" DESTINATION "${documentation}/examples"
  PATTERN "__pycache__" EXCLUDE PATTERN "corpus.json" EXCLUDE PATTERN "corpus.sha256" EXCLUDE)

set(CPACK_PACKAGE_NAME prompty)
set(CPACK_PACKAGE_VENDOR "Prompty conformance suite")
set(CPACK_PACKAGE_CONTACT "Prompty conformance suite <prompty@example.org>" CACHE STRING "Whom users of the package write to")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance suite of the Prompty runtime specification")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Judges implementations of the Prompty runtime specification clause by clause, whatever
language they are written in.
.
The package holds the suite with its vectors (prompty-conformance), a mock of
the HTTP of OpenAI and Anthropic (prompty-mock-provider), the reference
implementation as a command (prompty), as an adapter for the suite and as a
C++20 library, and CMake functions for the tests of other projects.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${packaging}/debian_staging.cmake")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Only who links the library or the mock needs them.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, libcpp-httplib-dev, libfmt-dev, libfyaml-dev, libicu-dev, libre2-dev, libsqlite3-dev, libssl-dev, libyaml-cpp-dev, nlohmann-json3-dev, pkg-config, zlib1g-dev")
set(CPACK_GENERATOR DEB)
include(CPack)
