# cmake -DROOT=... -DFOLDERS="src/a src/b" -DBUILT=... -DOUT=... -P digest.cmake: a digest of all sources in
# these folders of ROOT, as a C string in the file OUT. BUILT is what else the code depends on, the compiler
# and its options. The names of the files count, their times do not.
set(text "${BUILT}\n")
separate_arguments(FOLDERS)
set(patterns "")
foreach(folder ${FOLDERS})
  list(APPEND patterns ${ROOT}/${folder}/*.c ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.inl)
endforeach()
file(GLOB_RECURSE files RELATIVE ${ROOT} ${patterns})
list(SORT files)
foreach(file ${files})
  file(SHA256 ${ROOT}/${file} digest)
  string(APPEND text "${file} ${digest}\n")
endforeach()
string(SHA256 digest "${text}")
file(WRITE ${OUT} "\"${digest}\"\n")
