# Installs BUILD, moves the tree, and builds and runs a program against it in four ways; looks
# whether the links of the documents lead anywhere.

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)

# find_package: the shared and the static library
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/user -DCMAKE_C_COMPILER=${CC}
    -DCMAKE_PREFIX_PATH=${WORK}/moved)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/user)
run(${WORK}/user/user_static)

# pkg-config
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
  file(GLOB_RECURSE pc ${WORK}/moved/noslip.pc)
  get_filename_component(pkgconfig "${pc}" DIRECTORY)
  get_filename_component(libdir "${pkgconfig}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs noslip OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CC} ${SOURCE}/user.c -o ${WORK}/user_pc ${flags} -Wl,-rpath,${libdir})
  run(${WORK}/user_pc)

  # where there is only the static library, --static has all it needs
  file(COPY ${WORK}/moved/ DESTINATION ${WORK}/static)
  file(GLOB_RECURSE shared ${WORK}/static/libnoslip.so*)
  file(REMOVE ${shared})
  file(GLOB_RECURSE pc ${WORK}/static/noslip.pc)
  get_filename_component(pkgconfig "${pc}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
  execute_process(COMMAND ${PKG_CONFIG} --static --cflags --libs noslip OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CC} ${SOURCE}/user.c -o ${WORK}/user_pc_static ${flags})
  run(${WORK}/user_pc_static)
endif()

# ---- shells and editors: in their places, and nothing else

foreach(name man/man1/noslip.1 man/man1/noslip-run.1 man/man1/noslip-export.1 man/man3/noslip.3
    man/man5/noslip-model.5 bash-completion/completions/noslip zsh/site-functions/_noslip
    fish/vendor_completions.d/noslip.fish vim/vimfiles/syntax/noslip.vim
    vim/vimfiles/ftdetect/noslip.vim vim/vimfiles/ftplugin/noslip.vim noslip/vscode/package.json
    noslip/vscode/language-configuration.json noslip/vscode/syntaxes/noslip.tmLanguage.json)
  if(NOT EXISTS ${WORK}/moved/share/${name})
    message(SEND_ERROR "share/${name} is not installed")
  endif()
endforeach()
file(GLOB_RECURSE templates ${WORK}/moved/*.in)
if(templates)
  message(SEND_ERROR "templates are installed: ${templates}")
endif()
file(GLOB commands RELATIVE ${WORK}/moved/share/man/man1 ${WORK}/moved/share/man/man1/noslip-*.1)
list(LENGTH commands count)
execute_process(COMMAND ${WORK}/moved/bin/noslip --complete "" OUTPUT_VARIABLE offered
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n" lines "${offered}")
list(LENGTH lines expected)
math(EXPR expected "${expected} - 1")  # `help` has no page of its own
if(NOT count EQUAL expected)
  message(SEND_ERROR "there are ${count} pages of ${expected} commands")
endif()

# ---- documents

file(GLOB_RECURSE documents FOLLOW_SYMLINKS ${WORK}/moved/*.md)
list(LENGTH documents count)
if(count LESS 10)
  message(SEND_ERROR "only ${count} documents are installed")
endif()
foreach(name README.md docs/README.md docs/pictures/demo.png)
  file(GLOB found ${WORK}/moved/share/doc/*/${name})
  if(NOT found)
    message(SEND_ERROR "${name} is not installed")
  endif()
endforeach()
foreach(document ${documents})
  get_filename_component(folder ${document} DIRECTORY)
  file(READ ${document} text)
  string(REPLACE ";" "," text "${text}")
  string(REPLACE "[" "<" text "${text}")
  string(REGEX MATCHALL "[]][(][^)#: \n]+" links "${text}")
  string(REPLACE "](" "" links "${links}")
  foreach(link ${links})
    if(link MATCHES "^[A-Za-z./_-]+[.](md|png|noslip|c)$|^LICENSE$" AND NOT EXISTS ${folder}/${link})
      message(SEND_ERROR "${document}: the link to ${link} leads nowhere")
    endif()
  endforeach()
endforeach()
