# What `cmake --install` and CPack put where; NAME is gemmify-22.
#
#   lib/NAME/Gemmify.so
#   lib/cmake/Gemmify-22/          find_package(Gemmify), gemmify_enable(target)
#   share/NAME/NAME.cfg            clang-22 --config=.../NAME.cfg
#   lib/llvm-22/bin/NAME.cfg       in /usr only: clang-22 --config=NAME.cfg
#   bin/NAME-report                scripts/report
#   share/doc/NAME/, share/man/man7/NAME.7

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(name gemmify-${LLVM_VERSION_MAJOR})
set(plugin_folder ${CMAKE_INSTALL_LIBDIR}/${name})
set(data_folder ${CMAKE_INSTALL_DATADIR}/${name})
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Gemmify-${LLVM_VERSION_MAJOR})
set(made ${CMAKE_BINARY_DIR}/install)

# The folder of the configuration file is the only one that it can name.
file(RELATIVE_PATH plugin_from_data /${data_folder}
     /${plugin_folder}/Gemmify.so)
# clang before 22 reads -mllvm options before it loads plugins of passes.
set(load_before_options "")
set(load_installed "")
if(LLVM_VERSION_MAJOR LESS 22)
  set(load_before_options "-Xclang -load -Xclang <CFGDIR>/${plugin_from_data}\n")
  set(load_installed "-Xclang -load -Xclang /usr/${plugin_folder}/Gemmify.so\n")
endif()
configure_file(cmake/gemmify.cfg.in ${made}/${name}.cfg @ONLY)
configure_package_config_file(
  cmake/GemmifyConfig.cmake.in ${made}/GemmifyConfig.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS plugin_folder)
write_basic_package_version_file(
  ${made}/GemmifyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/manual.py ${name}
          ${PROJECT_VERSION} /usr/${plugin_folder}/Gemmify.so
          ${CMAKE_SOURCE_DIR}/docs/usage.md
  OUTPUT_FILE ${made}/${name}.7 COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             docs/usage.md cmake/manual.py)

install(TARGETS Gemmify LIBRARY DESTINATION ${plugin_folder})
install(FILES ${made}/${name}.cfg DESTINATION ${data_folder})
install(FILES ${made}/GemmifyConfig.cmake ${made}/GemmifyConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES ${made}/${name}.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
install(FILES README.md LICENSE CHANGELOG.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name})
# The report looks for the table of reasons where it is in the sources.
install(PROGRAMS scripts/report scripts/reasons DESTINATION ${data_folder}/scripts)
install(FILES pass/recognize/Reasons.def
        DESTINATION ${data_folder}/pass/recognize)
file(RELATIVE_PATH report_from_bin /${CMAKE_INSTALL_BINDIR}
     /${data_folder}/scripts/report)
file(CREATE_LINK ${report_from_bin} ${made}/${name}-report SYMBOLIC)
install(FILES ${made}/${name}-report DESTINATION ${CMAKE_INSTALL_BINDIR})

# clang looks for configuration files beside itself: a package puts one there.
file(WRITE ${made}/clang/${name}.cfg
     "${load_installed}-fpass-plugin=/usr/${plugin_folder}/Gemmify.so\n")
if(LLVM_TOOLS_BINARY_DIR MATCHES "^/usr/(.*)")
  install(CODE "
    if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
      file(INSTALL \"${made}/clang/${name}.cfg\"
           DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_MATCH_1}\")
    endif()")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ${name})
set(CPACK_PACKAGE_CONTACT "The Gemmify project <gemmify@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "Matrix products in loops as fast as a BLAS: a pass plugin for LLVM ${LLVM_VERSION_MAJOR}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libllvm${LLVM_VERSION_MAJOR} (>= 1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}), libstdc++6, libc6")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "clang-${LLVM_VERSION_MAJOR}, flang-${LLVM_VERSION_MAJOR}, python3-yaml")
include(CPack)
