# An interpreter that serves: with NumPy, cffi and Python.h. Which of several in PATH is `python3` says
# little, so each is asked. NOSLIP_PYTHON_EXECUTABLE names one.

# what an interpreter says of itself; empty if it lacks something
function(noslip_ask_python out python)
  execute_process(COMMAND ${python} -c "
import sys, sysconfig, os
import cffi, numpy
include = sysconfig.get_path('include')
assert sys.version_info >= (3, 9) and os.path.exists(os.path.join(include, 'Python.h'))
print(include, end='')" OUTPUT_VARIABLE include RESULT_VARIABLE failed ERROR_QUIET)
  if(failed)
    set(include "")
  endif()
  set(${out} "${include}" PARENT_SCOPE)
endfunction()

# has it the modules? Sets OUT to ON or OFF
function(noslip_python_has out)
  list(JOIN ARGN "," modules)
  execute_process(COMMAND ${NOSLIP_PYTHON_EXECUTABLE} -c "import ${modules}"
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${out} OFF PARENT_SCOPE)
  else()
    set(${out} ON PARENT_SCOPE)
  endif()
endfunction()

set(noslip_python_include "")
foreach(python ${NOSLIP_PYTHON_EXECUTABLE} python3 /usr/bin/python3 /usr/local/bin/python3)
  noslip_ask_python(noslip_python_include ${python})
  if(noslip_python_include)
    set(NOSLIP_PYTHON_EXECUTABLE ${python} CACHE STRING "An interpreter with NumPy and cffi" FORCE)
    break()
  endif()
endforeach()
