# Completion in bash for prompty, prompty-conformance and prompty-mock-provider. Commands, options and most of their values come
# from --help when the key is pressed, so that there is nothing here to keep up to date.

# Ids of vectors or clauses, which take a moment to list and do not change.
declare -gA _prompty_ids=()

# _prompty_listed PROGRAM [--clauses]: one id a line.
_prompty_listed() {
  local key="$*"
  [ -n "${_prompty_ids[$key]-}" ] || _prompty_ids[$key]=$("$@" 2>/dev/null | sed 's/ .*//')
  printf '%s\n' "${_prompty_ids[$key]}"
}

# _prompty_value PROGRAM OPTION TYPE WORD: proposals for the value of an option; TYPE is what --help says behind its name.
_prompty_value() {
  local program=$1 option=$2 type=$3 word=$4
  if [[ $type == *\{*\} ]]; then
    type=${type#*\{}
    type=${type%\}}
    compgen -W "${type//,/ }" -- "$word"
    return
  fi
  case ${program##*/}:$option in
    *:--clause) compgen -W "$(_prompty_listed "$program" list --clauses)" -- "$word" ;;
    *:--filter) compgen -W "$(_prompty_listed "$program" list)" -- "$word" ;;
    *:--require) compgen -W "$("$program" run --require '?' 2>&1 | sed -n 's/.*known are //p' | tr -d ,)" -- "$word" ;;
    *:--subject) compgen -W reference -- "$word"; compgen -c -- "$word" ;;
    *:--env | *:--secret) compgen -e -- "$word" ;;
    prompty:--profile) compgen -W 'as-written live' -- "$word" ;;
    prompty:--approve) compgen -W 'always never ask' -- "$word" ;;
    prompty:--trace | *:--results | *:--vectors | *:--spec) compgen -d -- "$word" ;;
    *:--shard | *:--reason | *:--host) ;;
    *)
      case $type in
        TEXT | FILE* | CERT) compgen -f -- "$word" ;;
      esac ;;
  esac
}

# _prompty_operand PROGRAM COMMAND WORD: proposals for what is no option.
_prompty_operand() {
  local program=$1 command=$2 word=$3
  case $command in
    explain) compgen -W "$(_prompty_listed "$program" list --clauses; _prompty_listed "$program" list)" -- "$word" ;;
    verdict)
      compgen -f -- "$word"
      [ -z "$word" ] || compgen -W "$(_prompty_listed "$program" list)" -- "$word" ;;
    list | lint | mutants | trivial | run) [ "${program##*/}" != prompty ] || compgen -f -- "$word" ;;
    *) compgen -f -- "$word" ;;
  esac
}

_prompty_complete() {
  local program=$1 word=$2 previous=$3 command='' help options type at
  # bash takes --option=value for three words.
  [ "$word" != = ] || word=
  if [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
  compopt -o filenames 2>/dev/null

  help=$("$program" --help 2>/dev/null </dev/null)
  local commands
  commands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z][^ ]*\).*/\1/p' <<<"$help")
  if [ -n "$commands" ]; then
    for ((at = 1; at < COMP_CWORD; at++)); do
      if [[ ${COMP_WORDS[at]} == -- && -n $command ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
        return
      fi
      [ -n "$command" ] || grep -qxF -e "${COMP_WORDS[at]}" <<<"$commands" && command=${command:-${COMP_WORDS[at]}}
    done
    [ -z "$command" ] || help=$("$program" "$command" --help 2>/dev/null </dev/null)
  fi

  options=$(sed -n 's/^  \(-[^ ]*\).*/\1/p' <<<"$help" | tr , '\n')
  if [[ $previous == -* ]]; then
    type=$(sed -n -E "s/ Excludes:.*//; s/^  ([^ ]*,)?$previous ([^ ]+).*/\2/p" <<<"$help")
    if [ -n "$type" ]; then
      mapfile -t COMPREPLY < <(_prompty_value "$program" "$previous" "$type" "$word")
      return
    fi
  fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [ -n "$commands" ] && [ -z "$command" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
  else
    mapfile -t COMPREPLY < <(_prompty_operand "$program" "$command" "$word")
  fi
}

complete -F _prompty_complete prompty prompty-conformance prompty-mock-provider
