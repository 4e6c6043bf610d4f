# Completion of noslip for bash. The tool itself says what may follow: see src/cli/complete.h.

# The words of a line into the array `words`, without quotes and backslashes; nothing is expanded or
# run. `quote` is the quotation mark that is still open, or empty.
_noslip_words() {
  local line=$1 word= i c begun=
  words=() quote=
  for ((i = 0; i < ${#line}; i++)); do
    c=${line:i:1}
    if [[ $quote == "'" && $c != "'" ]]; then
      word+=$c
    elif [[ $c == "\\" ]]; then
      ((++i)); word+=${line:i:1} begun=1
    elif [[ -n $quote && $c == "$quote" ]]; then
      quote=
    elif [[ -z $quote && $c == [\"\'] ]]; then
      quote=$c begun=1
    elif [[ -z $quote && $c == [[:space:]] ]]; then
      [[ -n $begun ]] && words+=("$word")
      word= begun=
    else
      word+=$c begun=1
    fi
  done
  words+=("$word")
}

# files with one of these ends, and folders
_noslip_files() {
  local end name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    COMPREPLY+=("$name")
  done < <(for end in $1; do compgen -f -X "!*$end" -- "$2"; done; compgen -d -- "$2")
}

_noslip() {
  local -a words
  local quote line word part before
  _noslip_words "${2-}"
  part=${words[0]}
  _noslip_words "${COMP_LINE:0:COMP_POINT}"
  word=${words[${#words[@]}-1]}

  # bash replaces only what stands behind a = or : of the word
  before=${word%"$part"}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == $'\t'* ]]; then
      _noslip_files "${line#$'\t'}" "$part"
      continue
    fi
    word=${line%%$'\t'*}
    word=${word#"$before"}
    [[ -n $quote ]] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(command noslip --complete "${words[@]:1}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=\(\[,:] ]]; then
    compopt -o nospace 2>/dev/null
  fi
}

complete -F _noslip noslip
