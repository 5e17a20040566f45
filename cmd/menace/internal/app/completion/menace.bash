# Bash splits words at colons, so this removes the part of a completion up to the last colon typed.
_menace() {
  local line=${COMP_LINE:0:COMP_POINT} words IFS=$' \t\n'
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local word=${words[-1]}
  IFS=$'\n'
  COMPREPLY=($(menace complete -- "${words[@]:1}" 2>/dev/null))
  [[ $word == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}
complete -o default -F _menace menace
