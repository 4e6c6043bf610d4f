# What is installed: both libraries, the public headers, the tool, models, documents, manual pages, what
# shells and editors read, and what find_package and pkg-config read. Nothing in it names the prefix, so the tree can be moved.

set(noslip_package ${CMAKE_INSTALL_LIBDIR}/cmake/noslip)

install(TARGETS noslip noslip_static EXPORT noslipTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS noslip_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/noslip/models
        FILES_MATCHING PATTERN "*.noslip")
install(DIRECTORY studies/ DESTINATION ${CMAKE_INSTALL_DATADIR}/noslip/studies
        FILES_MATCHING PATTERN "*.study")
# the documents stand to each other, to their pictures and to the models as in the source
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.c")
install(FILES README.md LICENSE CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
file(RELATIVE_PATH noslip_models /prefix/${CMAKE_INSTALL_DOCDIR}
     /prefix/${CMAKE_INSTALL_DATADIR}/noslip/models)
install(CODE "file(CREATE_LINK \"${noslip_models}\"
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/models\" SYMBOLIC)")

# shells and editors find these below /usr and /usr/local; VS Code wants a folder or a link
install(FILES share/completion/noslip.bash RENAME noslip
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES share/completion/_noslip DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES share/completion/noslip.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
if(noslip_has_pages)
  install(DIRECTORY ${noslip_share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(DIRECTORY share/vim/ ${noslip_share}/vim/
          DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles PATTERN "*.in" EXCLUDE)
  install(DIRECTORY share/vscode/ ${noslip_share}/vscode/
          DESTINATION ${CMAKE_INSTALL_DATADIR}/noslip/vscode PATTERN "*.in" EXCLUDE)
endif()

# find_package(noslip)
configure_package_config_file(cmake/noslipConfig.cmake.in ${CMAKE_BINARY_DIR}/noslipConfig.cmake
                              INSTALL_DESTINATION ${noslip_package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/noslipConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/noslipConfig.cmake ${CMAKE_BINARY_DIR}/noslipConfigVersion.cmake
        DESTINATION ${noslip_package})
install(EXPORT noslipTargets NAMESPACE noslip:: DESTINATION ${noslip_package})

# pkg-config noslip: the prefix is found from the place of the file
file(RELATIVE_PATH noslip_up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" noslip_up "${noslip_up}")
set(noslip_private "")
foreach(library ${CMAKE_DL_LIBS} m ${noslip_sundials})
  if(IS_ABSOLUTE "${library}")
    string(APPEND noslip_private " ${library}")
  else()
    string(APPEND noslip_private " -l${library}")
  endif()
endforeach()
if(NOSLIP_HAVE_OPENMP)
  string(APPEND noslip_private " ${OpenMP_C_FLAGS}")
endif()
string(STRIP "${noslip_private}" noslip_private)
configure_file(cmake/noslip.pc.in ${CMAKE_BINARY_DIR}/noslip.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/noslip.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
