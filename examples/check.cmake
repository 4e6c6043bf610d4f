# PROGRAM prints EXPECTED and nothing else, and SOURCE stands in PAGE word for word.

execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE complaints
                RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0 OR NOT complaints STREQUAL "" OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "exit status ${status}; printed\n${printed}${complaints}expected\n${expected}")
endif()

file(READ ${SOURCE} text)
file(READ ${PAGE} page)
string(FIND "${page}" "```c\n${text}```" found)
if(found LESS 0)
  message(FATAL_ERROR "${PAGE} does not show ${SOURCE} as it is")
endif()
