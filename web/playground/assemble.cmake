# Makes the page of its parts: cmake -DSOURCE=... -DWASM=... -DWORK=... -DOUT=... -P assemble.cmake
#
# Words in {{ }} of page.html are replaced. The policy in its head allows the program and the style that
# have these hashes, and no other.

cmake_minimum_required(VERSION 3.25)
include(${SOURCE}/cmake/web.cmake)

# join(OUT FILE...): files below web/, one after the other
function(join out)
  set(text "")
  foreach(name ${ARGN})
    file(READ ${SOURCE}/web/${name} content)
    string(APPEND text "${content}")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# hash(OUT TEXT): as a content security policy names it
function(hash out text)
  string(SHA256 digest "${text}")
  noslip_base64(code ${digest})
  set(${out} "sha256-${code}" PARENT_SCOPE)
endfunction()

# json(OUT TEXT): a text in quotes; no < in it, so that it ends no script
function(json out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  string(REPLACE "<" "\\u003c" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# the models that come with noslip
set(models "")
file(GLOB files ${SOURCE}/models/*.noslip)
foreach(file ${files})
  cmake_path(GET file STEM name)
  file(READ ${file} text)
  string(REGEX MATCH "\nmodel [^\n\"]*\"([^\"\n]*)\"" line "\n${text}")
  json(title "${CMAKE_MATCH_1}")
  json(text "${text}")
  string(APPEND models ",\n{\"name\": \"${name}\", \"title\": ${title}, \"text\": ${text}}")
endforeach()
string(SUBSTRING "${models}" 1 -1 models)
set(models "[${models}]")

# the module, compressed
execute_process(COMMAND gzip -9 -n -c ${WASM} OUTPUT_FILE ${WORK}/noslip.wasm.gz
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND base64 -w 0 ${WORK}/noslip.wasm.gz OUTPUT_VARIABLE module
                COMMAND_ERROR_IS_FATAL ANY)

list(TRANSFORM noslip_web_parts PREPEND report/ OUTPUT_VARIABLE report)
set(own words.js editor.js link.js helper.js stage.js page.js)
list(TRANSFORM own PREPEND playground/)
join(program ${report} ${own})
join(style report/report.css playground/page.css)
join(worker playground/wasi.js playground/engine.js playground/worker.js)
join(page playground/page.html)

set(program "'use strict';\n(() => {\n${program}})();\n")
hash(program_hash "${program}")
hash(style_hash "${style}")
foreach(part "program hash" "style hash" style models worker module program)
  string(REPLACE " " "_" name "${part}")
  string(REPLACE "{{${part}}}" "${${name}}" page "${page}")
endforeach()
file(WRITE ${OUT} "${page}")
file(SIZE ${OUT} size)
message("${OUT}: ${size} bytes")
