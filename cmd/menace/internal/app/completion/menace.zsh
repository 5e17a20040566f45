#compdef menace
_menace() {
  local -a found
  found=("${(@f)$(menace complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
if [[ $funcstack[1] = _menace ]]; then _menace; else compdef _menace menace; fi
